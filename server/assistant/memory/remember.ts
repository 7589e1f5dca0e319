import { findTenant, type TenantRow } from "../../accounts/store/tenants.ts";
import { asError } from "../../core/errors.ts";
import type { JobPayload } from "../../core/queues/queues.ts";
import { languageOf } from "../../core/text/language.ts";
import { stemOf } from "../../core/text/stems.ts";
import { isStopWord, wordsOf } from "../../core/text/words.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { type JobRow, releaseJob, startJob, updateJob } from "../../operations/store/jobs.ts";
import { listMessages } from "../../tickets/store/messages.ts";
import { findTicket, isEnded, lockTicket } from "../../tickets/store/tickets.ts";
import { lockVisitor } from "../../tickets/store/visitors.ts";
import type { Extracted } from "../models/chat/extract.ts";
import { findRemembering } from "../store/memories.ts";
import { findRememberedTo, updateRememberedTo } from "../store/memory-jobs.ts";
import { insertModelCalls, type ModelCall } from "../store/model-calls.ts";
import type { RememberDeps } from "./deps.ts";
import { keepStatements } from "./keep.ts";
import { type Said, saidIn } from "./said.ts";
import { plainWords, type Statement } from "./statement.ts";
import { makeVectors } from "./vectors.ts";

/** Attempts of a job, counted in its row, so that attempts before a restart count too. */
const maxAttempts = 3;

/** The memory job: extracts memories from an ended ticket and computes vectors. Safe to run twice; the job fails after three attempts. */
export async function runMemoryJob(deps: RememberDeps, payload: JobPayload, signal: AbortSignal): Promise<void> {
  const { tenant_id: tenantId, job_id: jobId } = payload;
  const job = await withTenant(deps.db, tenantId, (tx) => startJob(tx, jobId));
  if (!job) return;
  try {
    await work(deps, { tenantId, job, signal });
    await withTenant(deps.db, tenantId, (tx) => updateJob(tx, jobId, { status: "done", progress: 1 }));
  } catch (error) {
    if (signal.aborted) {
      await withTenant(deps.db, tenantId, (tx) => releaseJob(tx, jobId));
      throw error;
    }
    const isLast = job.attempts >= maxAttempts;
    deps.log.warn({ tenant: tenantId, job: jobId, isLast, err: asError(error).message }, "Extracting memories failed");
    const reason = "Memories could not be created from this ticket. See the server log.";
    await withTenant(deps.db, tenantId, (tx) =>
      updateJob(tx, jobId, { status: isLast ? "failed" : "queued", error: reason }),
    );
    if (!isLast) throw error;
  }
}

interface Work {
  tenantId: string;
  job: JobRow;
  signal: AbortSignal;
}

async function work(deps: RememberDeps, { tenantId, job, signal }: Work): Promise<void> {
  if (job.kind === "memory_vectors") return makeVectors(deps, { tenantId, visitorId: job.target_id });
  const visitorId = await rememberTicket(deps, { tenantId, ticketId: job.target_id }, signal);
  if (visitorId !== null) await makeVectors(deps, { tenantId, visitorId });
}

/** @returns the ticket's visitor; null when nothing from the ticket may be stored. */
async function rememberTicket(
  deps: RememberDeps,
  ref: { tenantId: string; ticketId: string },
  signal: AbortSignal,
): Promise<string | null> {
  const read = await withTenant(deps.db, ref.tenantId, (tx) => readTicket(tx, ref.ticketId));
  if (!read) return null;
  const { visitorId, tenant, said, to } = read;
  const calls: ModelCall[] = [];
  const statements = said.length === 0 ? [] : await find(deps, { tenant, said, calls }, signal);
  await withTenant(deps.db, ref.tenantId, async (tx) => {
    // Locks the visitor before the ticket, in the same order as the code that deletes both.
    if (!(await lockVisitor(tx, visitorId)) || !(await lockTicket(tx, ref.ticketId))) return;
    const isNew = (await findRememberedTo(tx, ref.ticketId)) < to;
    if (isNew && (await mayRemember(tx, visitorId))) {
      await keepStatements(tx, { visitorId, origin: "extracted", ticketId: ref.ticketId }, statements);
      await updateRememberedTo(tx, ref.ticketId, to);
    }
    await tx.end(insertModelCalls(tx, { ticketId: ref.ticketId, turnId: null }, calls));
  });
  return visitorId;
}

async function readTicket(tx: TenantTransaction, ticketId: string) {
  const ticket = await findTicket(tx, ticketId);
  const tenant = await findTenant(tx);
  if (!ticket || !tenant || !isEnded(ticket) || ticket.ended_as !== null) return null;
  if (!(await mayRemember(tx, ticket.visitor_id))) return null;
  const from = await findRememberedTo(tx, ticketId);
  const messages = (await listMessages(tx, ticketId)).filter(({ sequence }) => sequence > from);
  return {
    visitorId: ticket.visitor_id,
    tenant,
    said: saidIn(messages),
    to: messages.at(-1)?.sequence ?? from,
  };
}

/** Checked again before anything is stored: meanwhile an agent may have switched memories off, or erased the visitor. */
async function mayRemember(tx: TenantTransaction, visitorId: string): Promise<boolean> {
  const state = await findRemembering(tx, visitorId);
  return (state?.isEnabled && state.isIdentified) ?? false;
}

interface Talk {
  tenant: TenantRow;
  said: Said[];
  calls: ModelCall[];
}

/** Extracts statements with the tenant's model. Without a model, only agents add memories. */
async function find(
  { extractorFor }: RememberDeps,
  { tenant, said, calls }: Talk,
  signal: AbortSignal,
): Promise<Statement[]> {
  const extract = extractorFor(tenant, (call) => calls.push(call));
  if (!extract) return [];
  const asked = said.map(({ by, sentences }) => ({ by, text: sentences.join(" ") }));
  return groundedStatements(said, await extract(asked, signal));
}

/** A statement with a lower confidence is a guess. */
const leastConfidence = 0.5;
/** A shorter quote occurs in nearly every text. */
const leastQuoteChars = 4;
/** Most statements from one ticket: a model that finds more is transcribing the ticket. */
const mostOfTicket = 20;

/**
 * Keeps the statements of a model that are supported: the quote occurs in a message that the model received, and that message contains
 * words and all numbers of the statement. A statement quoted from an agent gets a lower confidence than one from the visitor.
 */
function groundedStatements(said: readonly Said[], extracted: readonly Extracted[]): Statement[] {
  return extracted
    .flatMap((each): Statement[] => {
      const source = said[each.message - 1];
      if (!source || each.confidence < leastConfidence) return [];
      const text = plainWords(source.sentences.join(" "));
      const quote = plainWords(each.quote);
      if (quote.length < leastQuoteChars || !text.includes(quote)) return [];
      if (isElsewhere(each.content, text)) return [];
      if (numbersIn(each.content).some((number) => !text.includes(number))) return [];
      return [
        {
          type: each.type,
          content: each.content,
          subject: each.attribute ?? "",
          confidence: source.by === "agent" ? Math.min(each.confidence, 0.7) : each.confidence,
          messageId: source.messageId,
          validUntil: each.valid_until === null ? null : new Date(`${each.valid_until}T23:59:59Z`),
        },
      ];
    })
    .slice(0, mostOfTicket);
}

/**
 * True when an English message contains no word of the statement: the statement comes from somewhere else. Statements about messages in
 * other languages are translations and cannot be compared.
 */
function isElsewhere(content: string, message: string): boolean {
  if (languageOf(message) !== "en") return false;
  const said = new Set(wordsOf(message, "en").map((word) => stemOf(word, "en")));
  return !wordsOf(content, "en").some((word) => !isStopWord(word, "en") && said.has(stemOf(word, "en")));
}

function numbersIn(content: string): string[] {
  return plainWords(content).match(/\p{N}+/gu) ?? [];
}
