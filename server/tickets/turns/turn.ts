import { createHash } from "node:crypto";
import type { ToolActivity } from "../../../protocol/tools.ts";
import { plainText } from "../../../ui/markdown/plain-text.ts";
import type { SupportGraph } from "../../assistant/graph.ts";
import type { AssistantPorts, CachePort } from "../../assistant/ports.ts";
import { resumeTurn, runTurn as runSupportTurn } from "../../assistant/run-turn.ts";
import type { OfferedTool, ToolPort } from "../../assistant/tool-ports.ts";
import { asError } from "../../core/errors.ts";
import { readySentences } from "../../core/text/ready/index.ts";
import { inTenantOf } from "../../database/checkpointer.ts";
import { withTenant } from "../../database/transaction.ts";
import { findAsker } from "../store/find-asker.ts";
import { renewLease } from "../store/turns.ts";
import { leaseMs, leaseRenewalMs, type SupportAssistant, type TurnDeps, turnTimeoutMs } from "./deps.ts";
import { endWithConfirmation } from "./end-with-confirmation.ts";
import { endWithSuggestion } from "./end-with-suggestion.ts";
import { endStopped, endWithFailure, TurnStopped } from "./end-without-answer.ts";
import { endWithAnswer, endWithQuestion, escalateTicket } from "./endings.ts";
import { describePictures, noCache, passagesThatFit } from "./gather-context.ts";
import { keepHoldOut } from "./hold-out.ts";
import type { RunningTurn, TurnOutput } from "./turn-context.ts";

/** Longest time, in ms, for a stopped turn to end by itself: model calls and searches end at once when aborted. */
const stopGraceMs = 2_000;

/**
 * Runs one turn from the stored message to its stored end: runs the graph and yields the output in order. It continues without readers.
 * Whatever happens, the turn has a visible end.
 */
export async function* runTurn(deps: TurnDeps, turn: RunningTurn): AsyncGenerator<TurnOutput, void, undefined> {
  const letGo = holdLease(deps, turn);
  const timeout = setTimeout(() => turn.stop.abort(new TurnStopped("timeout")), deps.turnTimeoutMs ?? turnTimeoutMs);
  // Never rejects: an error becomes the turn's end.
  const work = answer(deps, turn).finally(() => {
    letGo();
    clearTimeout(timeout);
    turn.output.close();
  });
  yield* turn.output.items();
  await work;
}

async function answer(deps: TurnDeps, turn: RunningTurn): Promise<void> {
  const { tenantId, ticketId, turnId } = turn;
  try {
    // Stopped while it was loading.
    if (turn.stop.signal.aborted) return await endStopped(deps, turn);
    const ports = assistantPorts(deps, turn);
    const isHeldOut = await keepHoldOut(deps, turn);
    if (!isHeldOut) await Promise.race([describePictures(deps, turn, ports.model), givenUp(turn.stop.signal)]);
    const running = deps.assistant.runTurn({
      tenantId,
      ticketId,
      turnId,
      question: turn.question,
      ...(turn.seen === undefined ? {} : { seen: turn.seen }),
      history: turn.history,
      isHeldOut,
      isBesideApproval: turn.isBesideApproval,
      ...(turn.clarified ? { clarified: turn.clarified } : {}),
      ...(turn.confirmed ? { confirmed: turn.confirmed } : {}),
      ...(turn.hint === undefined ? {} : { hint: turn.hint }),
      ports,
    });
    const { outcome } = await Promise.race([running, givenUp(turn.stop.signal)]);
    if (outcome === "stopped") await endStopped(deps, turn);
    // If the graph ended without an answer, the visitor would keep waiting.
    if (!turn.isOver) throw new Error(`the graph ended as ${outcome} without an answer`);
  } catch (error) {
    deps.log.error({ turn_id: turnId, tenant_id: tenantId, err: asError(error).message }, "Turn failed");
    await endAsFailed(deps, turn);
  }
}

/** Ends a stopped turn even when part of it ignores the abort; later output is ignored. */
function givenUp(signal: AbortSignal): Promise<{ outcome: "stopped" }> {
  return new Promise((resolve) => {
    const giveUp = () => setTimeout(resolve, stopGraceMs, { outcome: "stopped" }).unref();
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
  });
}

/** If even the failure cannot be stored, the lease expires and the sweep ends the turn. */
export async function endAsFailed(deps: TurnDeps, turn: RunningTurn): Promise<void> {
  await endWithFailure(deps, turn, "internal").catch((cause: unknown) =>
    deps.log.error(
      { turn_id: turn.turnId, tenant_id: turn.tenantId, err: asError(cause).message },
      "Could not end a failed turn; its lease will expire",
    ),
  );
}

/** All actions of the graph, bound to this turn. */
export function assistantPorts(deps: TurnDeps, turn: RunningTurn): AssistantPorts {
  const model = deps.modelFor({
    tenant: turn.tenant,
    recordCall: (call) => turn.calls.push(call),
    onThinking: (summary) => tellThinking(turn, summary),
  });
  return {
    tenant: turn.tenant,
    language: turn.language,
    model,
    ...toolsAndCache(deps, turn),
    // A cached answer is sent without an agent.
    ...(turn.tenant.drafts_only ? { cache: noCache } : {}),
    ...(turn.memories.length > 0 ? { cache: noCache, memories: turn.memories.map(({ content }) => content) } : {}),
    signal: turn.stop.signal,
    async search(question, signal) {
      const started = performance.now();
      const asked = { question, history: turn.history, locale: turn.locale };
      const found = await deps.search(turn.tenantId, asked, signal);
      return passagesThatFit(turn, found, performance.now() - started);
    },
    loadChunks: (ids) => deps.loadChunks(turn.tenantId, ids),
    isStopped: () => turn.isOver || turn.stop.signal.aborted,
    emit(type, payload) {
      if (turn.isOver || turn.stop.signal.aborted) return;
      if (type === "token") {
        turn.firstTokenMs ??= performance.now() - turn.startedAt;
        turn.hasShownText = true;
      }
      turn.output.push({ kind: "short", type, payload });
    },
    finish: (input) =>
      endWithAnswer(deps, turn, {
        ...withDeclined(turn, input),
        answer: aboutFiles(turn, input.answer),
        usage: model.usage(),
      }),
    escalate: (input) => escalateTicket(deps, turn, { ...withDeclined(turn, input), usage: model.usage() }),
    suggest: (input) => endWithSuggestion(deps, turn, { ...withDeclined(turn, input), usage: model.usage() }),
    clarify: (input) => endWithQuestion(deps, turn, { ...input, usage: model.usage() }),
    confirm: (input) => endWithConfirmation(deps, turn, { ...input, usage: model.usage() }),
    finishHuman: () => Promise.reject(new Error("a visitor's turn has no person's decision to carry out")),
  };
}

/** Stores the summary for agents. Visitors see it if the tenant allows it and answers are streamed before they are graded. */
function tellThinking(turn: RunningTurn, summary: string): void {
  if (turn.isOver || turn.stop.signal.aborted) return;
  const content = plainText(summary);
  turn.thinking = content;
  const { show_thinking: isShown = false, answer_mode: mode } = turn.tenant;
  if (isShown && mode === "stream_first") turn.output.push({ kind: "short", type: "thinking", payload: { content } });
}

/** An approved write is carried out, or reported as not made, even if the tenant has switched off its last tool meanwhile. */
function toolsAndCache(deps: TurnDeps, turn: RunningTurn): Pick<AssistantPorts, "tools" | "asker" | "cache"> {
  const { hasTools, confirmed, tenantId, ticketId, turnId, visitorId, locale } = turn;
  const cacheOf = (toolset: string) => deps.cacheFor(tenantId, turn.tenant, { locale, toolset });
  if (!deps.toolsFor || !(hasTools || confirmed)) return { cache: cacheOf("") };
  const tools = deps.toolsFor({ tenantId, ticketId, turnId, visitorId, hasTools });
  const asker = () => withTenant(deps.db, tenantId, (tx) => findAsker(tx, ticketId));
  return { tools, asker, cache: cacheBesideTools(tools, cacheOf) };
}

/** The answer's tool activity, with the refused change, so that a reload shows it. */
function withDeclined<Input extends { tools?: ToolActivity[] }>({ declined }: RunningTurn, input: Input): Input {
  return declined ? { ...input, tools: [declined, ...(input.tools ?? [])] } : input;
}

/** Adds a sentence when the answer does not use some of the visitor's files: nobody has looked at them yet. */
function aboutFiles({ question, files, seen, language }: RunningTurn, answer: string): string {
  const unseen = files.others.length + (seen === undefined ? files.pictures.length : 0);
  // A message with files only has an answer of its own.
  if (unseen === 0 || (question === "" && seen === undefined)) return answer;
  return `${answer}\n\n${readySentences[language].besideFiles}`;
}

/**
 * Renews the lease while a turn runs. A lost lease means that another process has ended the turn.
 * @returns a function that stops the renewal.
 */
export function holdLease(deps: TurnDeps, turn: RunningTurn): () => void {
  const renew = () =>
    withTenant(deps.db, turn.tenantId, (tx) => renewLease(tx, turn.turnId, { holder: deps.holder, leaseMs })).then(
      (held) => {
        if (!held && !turn.isOver) turn.stop.abort(new TurnStopped("elsewhere"));
      },
      (error: unknown) =>
        deps.log.warn({ turn_id: turn.turnId, err: asError(error).message }, "Could not renew the lease of a turn"),
    );
  const timer = setInterval(() => void renew(), leaseRenewalMs);
  return () => clearInterval(timer);
}

/**
 * A cache shared by visitors with the same tools. An answer that was found without a tool is valid for them, because with these tools no
 * tool was needed. With other tools the same question may need one.
 * @param cacheOf the cache for a set of tools; empty for none.
 */
function cacheBesideTools(tools: ToolPort, cacheOf: (toolset: string) => CachePort): CachePort {
  let made: Promise<CachePort> | undefined;
  const cache = () => {
    made ??= tools.offered().then((offered) => cacheOf(nameOf(offered)));
    return made;
  };
  return {
    lookup: async (question) => (await cache()).lookup(question),
    lookupByPassages: async (question, passages) => (await cache()).lookupByPassages(question, passages),
    store: async (entry) => (await cache()).store(entry),
  };
}

function nameOf(offered: readonly OfferedTool[]): string {
  if (offered.length === 0) return "";
  const told = offered.map(({ id, description, examples }) => [id, description, examples]);
  return createHash("sha256").update(JSON.stringify(told)).digest("base64url").slice(0, 12);
}

/** The graph for turns: each run reads and writes the checkpoints of its tenant. */
export function createSupportAssistant(graph: SupportGraph): SupportAssistant {
  return {
    runTurn: (input) => inTenantOf(input.tenantId, () => runSupportTurn(graph, input)),
    resumeTurn: (input) => inTenantOf(input.tenantId, () => resumeTurn(graph, input)),
  };
}
