import { findTenant } from "../../accounts/store/tenants.ts";
import type { HistoryMessage, TenantProfile } from "../../assistant/ports.ts";
import { insertModelCalls, type ModelCall } from "../../assistant/store/model-calls.ts";
import {
  countMessagesAfter,
  deleteSettledThreadJobs,
  insertThreadChunk,
  isThreadQueued,
  listThreadChunks,
  type ThreadChunk,
  updateRunningSummary,
} from "../../assistant/store/thread-chunks.ts";
import { asError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { JobPayload } from "../../core/queues/queues.ts";
import { withTenant } from "../../database/transaction.ts";
import { insertJob, startJob, updateJob } from "../../operations/store/jobs.ts";
import { listMessages, type StoredMessage } from "../store/messages.ts";
import { findTicket, lockTicket, type TicketKey, type TicketRow } from "../store/tickets.ts";
import { historyMessages, type TurnDeps } from "./deps.ts";
import { toHistory, toProfile } from "./load-turn.ts";
import { chunkMessages, extendSummary, pickedSentences } from "./thread-summary.ts";

/** Messages outside the window that justify a new summary. Until then the model receives them word for word. */
const minUncovered = 4;
const maxAttempts = 3;

/** Called after a turn: queues a job that updates the ticket's memory when enough messages are outside the window. */
export async function noteThread(deps: TurnDeps, { tenantId, ticketId }: TicketKey): Promise<void> {
  const { threads } = deps;
  if (!threads) return;
  const queued = await withTenant(deps.db, tenantId, async (tx) => {
    const ticket = await findTicket(tx, ticketId);
    if (!ticket || ticket.message_count < historyMessages + minUncovered) return null;
    const beyond = (await countMessagesAfter(tx, ticketId, ticket.running_summary_to)) - historyMessages;
    if (beyond < minUncovered || (await isThreadQueued(tx, ticketId))) return null;
    await deleteSettledThreadJobs(tx, ticketId);
    const id = newId();
    const place = await insertJob(tx, { id, kind: "thread", targetId: ticketId, documentId: null });
    return { id, place };
  });
  if (queued) await threads.wake(tenantId, queued);
}

/**
 * The job: extends the running summary up to the window, and makes a chunk of every ten messages before it. Safe to run twice. It holds no
 * connection while a model writes or a text is embedded.
 */
export async function rememberThread(deps: TurnDeps, payload: JobPayload, signal: AbortSignal): Promise<void> {
  const { tenant_id: tenantId, job_id: jobId } = payload;
  const job = await withTenant(deps.db, tenantId, (tx) => startJob(tx, jobId));
  if (!job) return;
  try {
    await remember(deps, { tenantId, ticketId: job.target_id }, signal);
    await withTenant(deps.db, tenantId, (tx) => updateJob(tx, jobId, { status: "done", progress: 1 }));
  } catch (error) {
    const isLast = job.attempts >= maxAttempts;
    deps.log.warn(
      { tenant_id: tenantId, ticket_id: job.target_id, err: asError(error).message },
      "Could not summarize a long ticket",
    );
    await withTenant(deps.db, tenantId, (tx) =>
      updateJob(tx, jobId, {
        status: isLast ? "failed" : "queued",
        error: "The ticket could not be summarized. See the server log.",
      }),
    );
    if (!isLast) throw error;
  }
}

async function remember(deps: TurnDeps, ref: TicketKey, signal: AbortSignal): Promise<void> {
  const rows = await withTenant(deps.db, ref.tenantId, async (tx) => {
    const ticket = await findTicket(tx, ref.ticketId);
    const tenant = await findTenant(tx);
    if (!ticket || !tenant) return null;
    const messages = await listMessages(tx, ref.ticketId);
    return { ticket, tenant: toProfile(tenant), messages, chunks: (await listThreadChunks(tx, ref.ticketId)).length };
  });
  if (!rows) return;
  const older = rows.messages.slice(0, -historyMessages);
  const last = older.at(-1);
  if (!last) return;
  const calls: ModelCall[] = [];
  const write = writerFor(deps, { tenant: rows.tenant, calls, signal });
  for (let at = rows.chunks * chunkMessages; at + chunkMessages <= older.length; at += chunkMessages) {
    const chunk = await makeChunk(deps, older.slice(at, at + chunkMessages), { ordinal: at / chunkMessages, write });
    await withTenant(deps.db, ref.tenantId, (tx) => insertThreadChunk(tx, ref.ticketId, { id: newId(), ...chunk }));
  }
  const summary = await summaryOf(rows.ticket, older, write);
  await withTenant(deps.db, ref.tenantId, async (tx) => {
    // Lock the ticket before the daily totals, as everywhere: the opposite order could deadlock.
    if (!(await lockTicket(tx, ref.ticketId))) return;
    await updateRunningSummary(tx, ref.ticketId, { summary, to: last.sequence });
    await tx.end(insertModelCalls(tx, { ticketId: ref.ticketId, turnId: null }, calls));
  });
}

type Writer = (before: string | null, messages: HistoryMessage[]) => Promise<string>;

/** A generative model writes a new summary; without one, rules pick sentences. */
function writerFor(
  deps: TurnDeps,
  { tenant, calls, signal }: { tenant: TenantProfile; calls: ModelCall[]; signal: AbortSignal },
): Writer {
  const model = deps.modelFor({ tenant, recordCall: (call) => calls.push(call) });
  return async (before, messages) => {
    const byRules = () => extendSummary(before, pickedSentences(messages));
    const [question, ...history] = messages.toReversed();
    if (model.assess || !question) return byRules();
    const note: HistoryMessage[] = before ? [{ role: "system", content: before }] : [];
    const input = { question: question.content, history: [...note, ...history.reverse()], tenant };
    const written = await model.summarize(input, signal).catch(() => "");
    return written.trim() === "" ? byRules() : written.trim();
  };
}

async function summaryOf(ticket: TicketRow, older: StoredMessage[], write: Writer): Promise<string> {
  const fresh = older.filter(({ sequence }) => sequence > ticket.running_summary_to);
  return write(ticket.running_summary, fresh.map(toHistory));
}

async function makeChunk(
  { threads }: TurnDeps,
  messages: StoredMessage[],
  { ordinal, write }: { ordinal: number; write: Writer },
): Promise<ThreadChunk> {
  const summary = await write(null, messages.map(toHistory));
  // A chunk without a vector is still found by its words.
  const vector = await threads?.embed(summary).catch(() => null);
  return {
    ordinal,
    first_sequence: messages[0]?.sequence ?? 0,
    last_sequence: messages.at(-1)?.sequence ?? 0,
    summary,
    model: vector ? (threads?.model ?? null) : null,
    embedding: vector ? [...vector] : null,
  };
}
