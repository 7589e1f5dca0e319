import type { PlaygroundDraft, PlaygroundResult, PlaygroundStep } from "../../../protocol/playground.ts";
import { asError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import type { DryRunInput, DryRunResult, DryRunStep } from "../dry-run/ports.ts";
import { runDryRun } from "../dry-run/run-dry-run.ts";
import { endPlaygroundMessage, updateProgress } from "../store/playground-messages.ts";
import { dryRunDraftOf, type Person, type PlaygroundDeps } from "./deps.ts";
import { publishRun } from "./tell.ts";

/** How often an answer that is being written is shown, ms: as words come, without a statement for each. */
const showMs = 300;
/** How often whoever works says so where nothing is written, ms. */
const beatMs = 5_000;

export interface Work extends Person {
  runId: string;
  /** The answer that is written. */
  id: string;
  question: string;
  history: NonNullable<DryRunInput["history"]>;
  draft: PlaygroundDraft;
}

/** Answers a question and writes down how far it is and what came of it; never throws. @param stop ends it. */
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

/** Writes down what has come so far, now and then; one statement at a time. */
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
    // Stopped by its person through another process, or gone with its run.
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

/** What a visitor would read; nothing where a person is asked. */
function shownOf({ outcome, answer }: DryRunResult): string {
  return outcome === "escalated" ? "" : answer;
}

function resultOf({ steps: _steps, passages: _passages, ms, ...result }: DryRunResult): PlaygroundResult {
  return { ...result, ms: Math.round(ms) };
}

/** Longest text, longest list and deepest nesting that is kept of what a node was given or gave. */
const maxChars = 1_500;
const maxItems = 40;
const maxDepth = 7;
/** Steps of the longest way through the graph, with room. */
const maxSteps = 30;

/** The steps of an answer as they are kept: bounded, whatever documents and models say. */
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
