import type { ContextRecord } from "../../protocol/context-record.ts";
import type { CopilotDocument } from "../../protocol/copilot.ts";
import { ModelFailure } from "../assistant/ports.ts";
import { runCopilot } from "../copilot/graph.ts";
import type { CopilotPorts } from "../copilot/ports.ts";
import { type CopilotStateType, freshState, type Settled } from "../copilot/state.ts";
import { AppError, asError } from "../errors.ts";
import {
  beatRun,
  type CopilotMessageRow,
  findCopilotMessage,
  moveRun,
  type RunChange,
} from "../store/copilot-messages.ts";
import { insertModelCalls, type ModelCall } from "../store/model-calls.ts";
import { findTenant } from "../store/tenants.ts";
import { withTenant } from "../store/transaction.ts";
import { assemblerFor } from "./assemble.ts";
import type { Person, WorkspaceDeps } from "./deps.ts";
import { libraryFor } from "./library.ts";
import { noteTagged } from "./note-run-uses.ts";
import { recordOfRead } from "./read-record.ts";
import { questionsOf } from "./run-record.ts";
import { failureSentence, resultSentence } from "./sentences.ts";
import { nearestNotes, readBefore } from "./talk-context.ts";
import { tellConversation } from "./tell.ts";
import { searchWeb } from "./web.ts";

/** How often whoever works on a run says so, ms. */
const beatMs = 5_000;
/** Longest that a run may take, ms: two calls of a large model and what is read for them. */
const longestMs = 150_000;

export interface Run extends Person {
  conversationId: string;
  /** The copilot's message that it writes. */
  id: string;
  /** The person's message that it is about. */
  askedId: string;
  settled: Settled;
}

/** Works on a message and writes what came of it; never throws. @param stop ends it. */
export async function work(deps: WorkspaceDeps, run: Run, stop: AbortSignal): Promise<void> {
  const { tenantId, id } = run;
  const ended = new AbortController();
  const signal = AbortSignal.any([stop, ended.signal, AbortSignal.timeout(longestMs)]);
  const timer = setInterval(() => {
    withTenant(deps.db, tenantId, (tx) => beatRun(tx, id)).then(
      (goesOn) => !goesOn && ended.abort(),
      () => {},
    );
  }, beatMs);
  const calls: ModelCall[] = [];
  let change: RunChange;
  try {
    change = await think(deps, run, { signal, calls });
  } catch (error) {
    change = { state: "failed", content: failureSentence(error, signal) };
    if (!(error instanceof ModelFailure)) deps.log.warn({ err: asError(error).message }, "Copilot run failed");
  } finally {
    clearInterval(timer);
  }
  // Whoever stopped it has said so in the row, which may be worked on anew by now: what this run came to is nobody's any more.
  const isStopped = stop.aborted || ended.signal.aborted;
  await write(deps, run, { change: isStopped ? null : change, calls }).catch((error: unknown) =>
    deps.log.error({ err: asError(error).message }, "Could not store the result of a copilot run"),
  );
}

async function think(
  deps: WorkspaceDeps,
  run: Run,
  { signal, calls }: { signal: AbortSignal; calls: ModelCall[] },
): Promise<RunChange> {
  const { tenantId, conversationId, askedId, settled } = run;
  const { tenant, asked, before } = await withTenant(deps.db, tenantId, async (tx) => {
    const asked = await findCopilotMessage(tx, { id: askedId, conversationId });
    return {
      tenant: await findTenant(tx),
      asked,
      before: await readBefore(tx, { conversationId, upTo: (asked?.seq ?? 0) - 1 }),
    };
  });
  if (!tenant || !asked) throw new AppError("not_found", "The original message was deleted.");
  const library = libraryFor(deps, tenantId);
  const about = { conversationId, mentions: asked.mentions, library, signal };
  const assembler = assemblerFor(deps, run, about);
  const workers = deps.workersFor({ tenant: deps.profileOf(tenant), recordCall: (call) => calls.push(call) });
  const began = Date.now();
  let read: ContextRecord | null = null;
  const ports: CopilotPorts = {
    ...library,
    assemble: assembler.assemble,
    ...(workers.intent ? { intent: workers.intent } : {}),
    ...(workers.nameDocuments ? { nameDocuments: workers.nameDocuments } : {}),
    ...(workers.writeWebQuery ? { writeWebQuery: workers.writeWebQuery } : {}),
    model: workers.model,
    signal,
    locale: tenant.locale,
    hasWeb: deps.web !== undefined,
    noteRead: (documents) => {
      read = recordOfRead(documents, Date.now() - began);
    },
    findOnWeb: (query) => searchWeb(deps, run, { query, signal }),
    embeddingModel: deps.embeddings.model,
    ...before,
    said: await nearestNotes(deps, before.said, asked.content),
    tell: (status) => void tellConversation(deps, run, { conversationId, status }).catch(() => {}),
  };
  const given = { message: asked.content, mentions: asked.mentions, attached: asked.attached };
  const change = changeOf(await runCopilot(freshState(given, settled), ports), await library.listDocuments());
  // Policies that an audit looked for tell more than that they were read.
  return { ...change, context: assembler.record() ?? read };
}

/** What an excerpt's version is called beside its title; null for the current one without a label. */
function versionName(id: string | null, all: readonly CopilotDocument[]): string | null {
  const document = all.find(({ version_id: version }) => version === id);
  return document?.label ?? (document && !document.is_current ? `version ${document.version}` : null);
}

function changeOf(state: CopilotStateType, all: readonly CopilotDocument[]): RunChange {
  const { settled, question, refusal, conclusion, confidence } = state;
  const decided = { action: settled.action, settled };
  if (question)
    return { ...decided, state: "asking", content: question.prompt, questions: [{ question, answered: null }] };
  if (refusal !== "") return { ...decided, state: "done", content: refusal };
  if (!conclusion) throw new Error("a run of the copilot ended without a result");
  const { result } = conclusion;
  const excerpts = conclusion.excerpts.map((each) => ({ ...each, version: versionName(each.version_id, all) }));
  const { documents, isDoubtful } = settled;
  const body = { result, excerpts, confidence, documents, read: state.read, is_doubtful: isDoubtful };
  return { ...decided, state: "done", content: resultSentence(body, settled.guessed), body };
}

async function write(
  deps: WorkspaceDeps,
  run: Run,
  { change, calls }: { change: RunChange | null; calls: readonly ModelCall[] },
): Promise<void> {
  const { tenantId, conversationId, id } = run;
  const isWritten = await withTenant(deps.db, tenantId, async (tx) => {
    // What was spent counts for the budget, also where the conversation is gone.
    await insertModelCalls(tx, { ticketId: null, turnId: null }, [...calls]);
    const row = change && (await findCopilotMessage(tx, { id, conversationId }, { lock: true }));
    if (!row) return false;
    const questions = change.questions ? [...questionsOf(row), ...(change.questions as object[])] : undefined;
    return moveRun(tx, { id, from: "running" }, { ...change, questions, usage: usageOf(row, calls) });
  });
  if (isWritten && change?.state === "done") {
    const asked = await withTenant(deps.db, tenantId, (tx) =>
      findCopilotMessage(tx, { id: run.askedId, conversationId }),
    );
    if (asked) await noteTagged(deps, run, asked);
  }
  await tellConversation(deps, run, { conversationId });
}

/** What was spent on it so far and now. */
function usageOf({ usage }: CopilotMessageRow, calls: readonly ModelCall[]) {
  const sum = (pick: (call: ModelCall) => number) => calls.reduce((total, call) => total + pick(call), 0);
  return {
    input_tokens: (usage?.input_tokens ?? 0) + sum((call) => call.input_tokens),
    output_tokens: (usage?.output_tokens ?? 0) + sum((call) => call.output_tokens),
    cached_tokens: (usage?.cached_tokens ?? 0) + sum((call) => call.cached_tokens),
    cost_micros: (usage?.cost_micros ?? 0) + sum((call) => call.cost_micros),
  };
}
