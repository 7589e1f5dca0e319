import type { ContextRecord } from "../../../protocol/context-record.ts";
import type { CopilotAnswer, CopilotMentions } from "../../../protocol/copilot-conversations.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { ModelFailure } from "../../assistant/ports.ts";
import { insertModelCalls, type ModelCall } from "../../assistant/store/model-calls.ts";
import { AppError, asError } from "../../core/errors.ts";
import { inTrace } from "../../core/trace.ts";
import { inTenantOf } from "../../database/checkpointer.ts";
import { withTenant } from "../../database/transaction.ts";
import { forgetRun, runCopilot } from "../graph.ts";
import type { CopilotPorts, CopilotWorkers } from "../ports.ts";
import { freshState } from "../state.ts";
import {
  beatRun,
  type CopilotMessageRow,
  findCopilotMessage,
  moveRun,
  type RunChange,
} from "../store/copilot-messages.ts";
import { insertUses } from "../store/copilot-uses.ts";
import { assemblerFor, recordOfRead } from "./assemble.ts";
import { nearestNotes, readEarlierMessages } from "./conversation-context.ts";
import { type Conversation, type ConversationDeps, notifyConversation } from "./deps.ts";
import { libraryFor } from "./library.ts";
import { questionsOf } from "./views.ts";
import { searchWeb } from "./web.ts";

/** Heartbeat interval of a run, in ms. */
const beatMs = 5_000;
/** Longest time of a run, in ms: enough for two calls of a large model and the search before them. */
const longestMs = 150_000;

export interface Run extends Conversation {
  /** The copilot's message, which the run writes. */
  id: string;
  /** The person's message that it answers; the run's checkpoints belong to it. */
  askedId: string;
  /** The answer to the run's waiting question. */
  answer: CopilotAnswer | null;
  /** The message of a waiting run that this run replaces. */
  skipped?: string;
}

type Change = RunChange & { isOver?: boolean };

/** Works on a message and stores its outcome; never throws. @param stop cancels it. */
export async function work(deps: ConversationDeps, run: Run, stop: AbortSignal): Promise<void> {
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
  let change: Change;
  try {
    const about = { name: "copilot run", attributes: { "parley.tenant_id": tenantId, "parley.message_id": id } };
    change = await inTrace(deps.tracing, about, () => think(deps, run, { signal, calls }));
  } catch (error) {
    change = { state: "failed", content: failureSentence(error, signal) };
    if (!(error instanceof ModelFailure)) deps.log.warn({ err: asError(error).message }, "Copilot run failed");
  } finally {
    clearInterval(timer);
  }
  // The row of a cancelled run is already up to date, and a retry may be using it.
  const isStopped = stop.aborted || ended.signal.aborted;
  await write(deps, run, { change: isStopped ? null : change, calls }).catch((error: unknown) =>
    deps.log.error({ err: asError(error).message }, "Could not store the result of a copilot run"),
  );
}

async function think(
  deps: ConversationDeps,
  run: Run,
  { signal, calls }: { signal: AbortSignal; calls: ModelCall[] },
): Promise<Change> {
  const { tenantId, conversationId, askedId, answer } = run;
  const { tenant, asked, before } = await withTenant(deps.db, tenantId, async (tx) => {
    const asked = await findCopilotMessage(tx, { id: askedId, conversationId });
    return {
      tenant: await findTenant(tx),
      asked,
      before: await readEarlierMessages(tx, { conversationId, upTo: (asked?.seq ?? 0) - 1 }),
    };
  });
  if (!tenant || !asked) throw new AppError("not_found", "The original message was deleted.");
  const said = await nearestNotes(deps, before.said, asked.content);
  const workers = deps.workersFor({ tenant: deps.profileOf(tenant), recordCall: (call) => calls.push(call) });
  const { ports, contextRecord } = portsOf(deps, run, { workers, signal, mentions: asked.mentions });
  const given = freshState({ message: asked.content, mentions: asked.mentions, attached: asked.attached });
  const { state, question } = await inTenantOf(tenantId, () =>
    runCopilot(deps.graph, { askedId, given, answer }, { ...ports, ...before, said, locale: tenant.locale }),
  );
  const { action, outcome } = state;
  const context = contextRecord();
  if (question)
    return { state: "asking", action, context, content: question.prompt, questions: [{ question, answered: null }] };
  if (!outcome) throw new Error("a run of the copilot ended without a result");
  const { content, body, isCancelled } = outcome;
  const end = isCancelled ? "cancelled" : "done";
  return { state: end, action, context, content, ...(body ? { body } : {}), isOver: true };
}

/** The ports of a run, and the record of its context. */
function portsOf(
  deps: ConversationDeps,
  run: Run,
  { workers, signal, mentions }: { workers: CopilotWorkers; signal: AbortSignal; mentions: CopilotMentions },
) {
  const { tenantId, conversationId } = run;
  const library = libraryFor(deps, tenantId);
  const assembler = assemblerFor(deps, run, { conversationId, mentions, library, signal });
  const began = Date.now();
  let read: ContextRecord | null = null;
  const ports = {
    ...library,
    ...workers,
    assemble: assembler.assemble,
    signal,
    hasWeb: deps.web !== undefined,
    noteRead: (documents) => {
      read = recordOfRead(documents, Date.now() - began);
    },
    findOnWeb: (query) => searchWeb(deps, { query, signal }),
    embeddingModel: deps.embeddings.model,
    tell: (status) => void notifyConversation(deps, run, { conversationId, status }).catch(() => {}),
  } satisfies Partial<CopilotPorts>;
  // Policies that an audit searched for are recorded in more detail than documents that were read.
  return { ports, contextRecord: () => assembler.record() ?? read };
}

async function write(
  deps: ConversationDeps,
  run: Run,
  { change, calls }: { change: Change | null; calls: readonly ModelCall[] },
): Promise<void> {
  const { tenantId, conversationId, id, askedId, skipped } = run;
  const { isOver = false, ...changed } = change ?? {};
  const isWritten = await withTenant(deps.db, tenantId, async (tx) => {
    // The usage counts towards the budget even when the conversation was deleted.
    await insertModelCalls(tx, { ticketId: null, turnId: null }, [...calls]);
    const row = change && (await findCopilotMessage(tx, { id, conversationId }, { lock: true }));
    if (!row) return false;
    const questions = change.questions && [
      ...questionsOf(row).filter(({ question: { id } }) => change.questions?.every((each) => each.question.id !== id)),
      ...change.questions,
    ];
    return moveRun(
      tx,
      { id, from: "running" },
      { ...changed, state: change.state, questions, usage: usageOf(row, calls) },
    );
  });
  const over = [...(isWritten && isOver ? [askedId] : []), ...(skipped ? [skipped] : [])];
  for (const each of over) await inTenantOf(tenantId, () => forgetRun(deps.graph, each));
  if (isWritten && change?.state === "done") await noteTagged(deps, run);
  await notifyConversation(deps, run, { conversationId });
}

/** Stores the documents that a person has tagged. The copilot learns the person's preferences from them. Never throws. */
async function noteTagged({ db, log }: ConversationDeps, run: Run): Promise<void> {
  const { tenantId, personId, conversationId, askedId, id } = run;
  try {
    await withTenant(db, tenantId, async (tx) => {
      const asked = await findCopilotMessage(tx, { id: askedId, conversationId });
      await insertUses(tx, { personId, occasionId: id, kind: "mentioned", ids: asked?.mentions.documents ?? [] });
    });
  } catch (error) {
    log.warn({ err: asError(error).message }, "Could not record the use of documents");
  }
}

/** The reason for a failed run, as a sentence for the person. */
function failureSentence(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "This took too long and was stopped. Try again with fewer documents.";
  if (!(error instanceof ModelFailure)) return "Something went wrong on our side. Try again.";
  return error.kind === "budget"
    ? "The model budget is used up. Ask an admin to raise it or to choose the built-in copilot under Settings, Models."
    : "The model was unavailable or gave no usable answer. Try again.";
}

/** Tokens and cost of the run so far. */
function usageOf({ usage }: CopilotMessageRow, calls: readonly ModelCall[]) {
  const sum = (pick: (call: ModelCall) => number) => calls.reduce((total, call) => total + pick(call), 0);
  return {
    input_tokens: (usage?.input_tokens ?? 0) + sum((call) => call.input_tokens),
    output_tokens: (usage?.output_tokens ?? 0) + sum((call) => call.output_tokens),
    cached_tokens: (usage?.cached_tokens ?? 0) + sum((call) => call.cached_tokens),
    cost_micros: (usage?.cost_micros ?? 0) + sum((call) => call.cost_micros),
  };
}
