import { findTenant } from "../../accounts/store/tenants.ts";
import { insertModelCalls, type ModelCall } from "../../assistant/store/model-calls.ts";
import { asError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import { chunkMessages, meaningOf, summaryByRules, windowMessages } from "../conversation-summary.ts";
import type { CopilotSaid } from "../ports.ts";
import { updateContextText } from "../store/copilot-branches.ts";
import { type CopilotMessageRow, listCopilotMessages } from "../store/copilot-messages.ts";
import {
  type ConversationToSumUp,
  type CopilotChunkRow,
  findConversationToSumUp,
  insertConversationChunk,
  listConversationChunks,
  updateConversationSummary,
} from "../store/copilot-summaries.ts";
import { documentsUsedIn, readEarlierMessages, readGiven, toSaid } from "./conversation-context.ts";
import type { Conversation, ConversationDeps } from "./deps.ts";
import { notifyConversation } from "./deps.ts";

/** Longest time, in ms: a few calls of a small model. */
export const longestSummingMs = 120_000;

/**
 * Writes summaries that replace messages: chunks of a long conversation, and the summary of each member of a family with its vector.
 * Runs in the background, holds no connection during a model call, is safe to run twice and never throws.
 */
export async function sumUpConversation(deps: ConversationDeps, work: Conversation, stop: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(longestSummingMs)]);
  const calls: ModelCall[] = [];
  try {
    await sumUp(deps, work, { signal, calls });
  } catch (error) {
    if (!stop.aborted) deps.log.warn({ err: asError(error).message }, "Could not summarize a copilot conversation");
  }
  if (calls.length === 0) return;
  await withTenant(deps.db, work.tenantId, (tx) => insertModelCalls(tx, { ticketId: null, turnId: null }, calls)).catch(
    (error: unknown) => deps.log.error({ err: asError(error).message }, "Could not store the cost of a summary"),
  );
}

async function sumUp(
  deps: ConversationDeps,
  work: Conversation,
  { signal, calls }: { signal: AbortSignal; calls: ModelCall[] },
): Promise<void> {
  const { tenantId, conversationId } = work;
  const read = await readConversation(deps, work);
  if (!read) return;
  const { tenant, conversation, rows, given, chunks } = read;
  const workers = deps.workersFor({ tenant: deps.profileOf(tenant), recordCall: (call) => calls.push(call) });
  const write: Writer = async (before, said) => {
    signal.throwIfAborted();
    const written = await workers.sumUp?.({ before, said, locale: tenant.locale }, signal).catch(() => "");
    return written ? { summary: written, by: "model" } : { summary: summaryByRules(before, said), by: "rules" };
  };
  const save = <T>(change: Parameters<typeof withTenant<T>>[2]) => withTenant(deps.db, tenantId, change);
  const { provisional: forked } = conversation;
  // A model's summary replaces the rule-based summary with which the branch was started.
  if (forked && workers.sumUp) {
    const from = await save((tx) => readEarlierMessages(tx, { conversationId: forked.parent_id, upTo: forked.seq }));
    const { summary, by } = await write("", from.said);
    if (by === "model") await save((tx) => updateContextText(tx, conversationId, summary));
  }
  const all = [...given.said, ...rows.map(toSaid)];
  for (let at = chunks.length; (at + 1) * chunkMessages <= all.length - windowMessages; at += 1) {
    const chunk = await chunkOf(all, at, write);
    await save((tx) => insertConversationChunk(tx, conversationId, chunk));
  }
  await summarizeOwn(deps, { tenantId, conversationId, conversation, rows, write });
  await notifyConversation(deps, work, { conversationId });
}

type Writer = (before: string, said: readonly CopilotSaid[]) => Promise<{ summary: string; by: "rules" | "model" }>;

/** The conversation if it needs a summary; otherwise undefined. */
async function readConversation({ db }: ConversationDeps, { tenantId, conversationId }: Conversation) {
  return withTenant(db, tenantId, async (tx) => {
    const conversation = await findConversationToSumUp(tx, conversationId);
    const tenant = await findTenant(tx);
    if (!conversation || !tenant) return undefined;
    const isLong = conversation.given + conversation.last_seq >= windowMessages + chunkMessages;
    const isBehind = conversation.is_in_family && conversation.to < conversation.last_seq;
    if (!isLong && !isBehind && !conversation.provisional) return undefined;
    return {
      tenant,
      conversation,
      rows: await listCopilotMessages(tx, conversationId),
      given: await readGiven(tx, conversationId),
      chunks: await listConversationChunks(tx, conversationId),
    };
  });
}

async function chunkOf(all: readonly CopilotSaid[], ordinal: number, write: Writer): Promise<CopilotChunkRow> {
  const first = ordinal * chunkMessages;
  const { summary, by } = await write("", all.slice(first, first + chunkMessages));
  return { ordinal, first_place: first + 1, last_place: first + chunkMessages, summary, made_by: by };
}

/** Continues the summary of a member of a family, up to the first unfinished run. */
async function summarizeOwn(
  { db, embeddings, log }: ConversationDeps,
  about: {
    tenantId: string;
    conversationId: string;
    conversation: ConversationToSumUp;
    rows: readonly CopilotMessageRow[];
    write: Writer;
  },
): Promise<void> {
  const { tenantId, conversationId, conversation, rows, write } = about;
  if (!conversation.is_in_family) return;
  const newest = rows.findLast(({ asked_id: askedId }) => askedId !== null);
  const end = newest && newest.state !== "done" ? newest.seq : Number.POSITIVE_INFINITY;
  const fresh = rows.filter(({ seq }) => seq > conversation.to && seq < end);
  const last = fresh.at(-1);
  if (!last) return;
  const { summary, by } = await write(conversation.summary, fresh.map(toSaid));
  const embed = async (text: string) => (await embeddings.embed([text], { priority: "bulk" }))[0];
  // The titles of the used documents show best whether two conversations are about the same subject.
  const titles = documentsUsedIn(rows).map(({ title }) => title);
  const values = await embed([meaningOf(summary), ...new Set(titles)].join("\n")).catch((error: unknown) => {
    log.warn(
      { err: asError(error).message },
      "Could not compute the vector of a summary; it is compared with no other",
    );
    return undefined;
  });
  const vector = values ? { model: embeddings.model, values } : null;
  await withTenant(db, tenantId, (tx) =>
    updateConversationSummary(tx, conversationId, { summary, by, to: last.seq, vector }),
  );
}
