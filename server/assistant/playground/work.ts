import type { PlaygroundDraft, PlaygroundResult, PlaygroundStep } from "../../../protocol/playground.ts";
import { asError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import type { DryRunInput, DryRunResult, DryRunStep } from "../dry-run/ports.ts";
import { runDryRun } from "../dry-run/run-dry-run.ts";
import { endPlaygroundMessage, updateProgress } from "../store/playground-messages.ts";
import { dryRunDraftOf, type Person, type PlaygroundDeps } from "./deps.ts";
import { publishRun } from "./tell.ts";

/** Interval in ms for storing a growing answer, so that not every token needs a statement. */
const showMs = 300;
/** Heartbeat interval in ms while nothing new is written. */
const beatMs = 5_000;

export interface Work extends Person {
  runId: string;
  /** Id of the answer message. */
  id: string;
  question: string;
  history: NonNullable<DryRunInput["history"]>;
  draft: PlaygroundDraft;
}

/** Answers a question and stores the progress and the result; never throws. @param stop stops the work. */
export async function work(deps: PlaygroundDeps, given: Work, stop: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const progress = followProgress(deps, given, ended);
  try {
    const result = await runDryRun(deps.dryRuns, {
      tenantId: given.tenantId,
      question: given.question,
      history: given.history,
      draft: dryRunDraftOf(given.draft),
      cache: "look",
      signal: AbortSignal.any([stop, ended.signal]),
      onStep: (step) => progress.step(step),
      onToken: (text) => progress.token(text),
    });
    await progress.stop();
    await write(deps, given, result);
  } catch (error) {
    deps.log.warn({ err: asError(error).message }, "Playground run failed");
    await progress.stop();
    await withTenant(deps.db, given.tenantId, (tx) => endPlaygroundMessage(tx, given.id, { state: "failed" })).catch(
      (cause: unknown) =>
        deps.log.error({ err: asError(cause).message }, "Could not store the result of a playground run"),
    );
  }
  await publishRun(deps, given, given.runId).catch(() => {});
}

/** Stores the progress at intervals; one statement at a time. */
function followProgress(deps: PlaygroundDeps, { id, runId, ...person }: Work, ended: AbortController) {
  const steps: DryRunStep[] = [];
  let content = "";
  let isNew = false;
  let last = Date.now();
  let writing: Promise<void> = Promise.resolve();
  const show = async () => {
    if (!isNew && Date.now() - last < beatMs) return;
    isNew = false;
    last = Date.now();
    const goesOn = await withTenant(deps.db, person.tenantId, (tx) =>
      updateProgress(tx, id, { content, steps: keepSteps(steps) }),
    );
    // Its owner stopped it through another process, or erased the run.
    if (goesOn) await publishRun(deps, person, runId);
    else ended.abort();
  };
  let isWriting = false;
  const timer = setInterval(() => {
    if (isWriting) return;
    isWriting = true;
    writing = show()
      .catch(() => {})
      .finally(() => {
        isWriting = false;
      });
  }, showMs);
  return {
    step(step: DryRunStep) {
      steps.push(step);
      isNew = true;
    },
    token(text: string) {
      content += text;
      isNew = true;
    },
    async stop() {
      clearInterval(timer);
      await writing;
    },
  };
}

async function write(deps: PlaygroundDeps, { tenantId, id }: Work, dryRun: DryRunResult): Promise<void> {
  const isStopped = dryRun.outcome === "failed" && dryRun.reason === "cancelled";
  const state = isStopped ? "cancelled" : dryRun.outcome === "failed" ? "failed" : "done";
  await withTenant(deps.db, tenantId, (tx) =>
    endPlaygroundMessage(tx, id, {
      state,
      ...(dryRun.outcome === "failed" ? {} : { content: shownOf(dryRun) }),
      result: resultOf(dryRun),
      steps: keepSteps(dryRun.steps),
    }),
  );
}

/** The text that a visitor would see; empty after a hand-over. */
function shownOf({ outcome, answer }: DryRunResult): string {
  return outcome === "escalated" ? "" : answer;
}

function resultOf({ steps: _steps, passages: _passages, ms, ...result }: DryRunResult): PlaygroundResult {
  return { ...result, ms: Math.round(ms) };
}

/** Limits for stored inputs and outputs of a node: text length, list length and nesting. */
const maxChars = 1_500;
const maxItems = 40;
const maxDepth = 7;
/** More steps than the longest path through the graph has. */
const maxSteps = 30;

/** The stored steps of an answer, limited regardless of the documents and models. */
function keepSteps(steps: readonly DryRunStep[]): PlaygroundStep[] {
  return steps.slice(0, maxSteps).map(({ input, output, ...step }) => ({
    ...step,
    ms: Math.round(step.ms * 10) / 10,
    input: bounded(input, 0),
    output: bounded(output, 0),
  }));
}

function bounded(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.length > maxChars ? `${value.slice(0, maxChars)} …` : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return "…";
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => bounded(item, depth + 1));
  const kept = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .slice(0, maxItems);
  return Object.fromEntries(kept.map(([key, item]) => [key, bounded(item, depth + 1)]));
}
