import type { CheckedAnswer, CheckedPassage, CheckRequest } from "../../../protocol/admin-check.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { thresholdFor } from "../../assistant/grading/scale.ts";
import type { AnswerCheck } from "../../assistant/models/check/check-answer.ts";
import type { RetrievedChunk } from "../../assistant/ports.ts";
import { type CitableChunk, findChunks, findCitableChunks } from "../../assistant/store/chunks.ts";
import { AppError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import { listMessages } from "../store/messages.ts";
import { findTicket, type TicketKey } from "../store/tickets.ts";
import { askModel } from "./ask-model.ts";
import type { AssistDeps } from "./deps.ts";
import { gatherPassages } from "./gather-passages.ts";
import { inTime } from "./in-time.ts";
import { waitingWords } from "./waiting-words.ts";

/**
 * Checks an agent's text against the documents, as answers of the assistant are checked. The passages are those that the text and the draft
 * cite, and search results for the open question and the text. Only the usage records are stored.
 * @param gone aborts the check when the caller has disconnected.
 * @throws AppError `not_found`, `unavailable`.
 */
export async function checkAnswer(
  deps: AssistDeps,
  { tenantId, ticketId, text, citations = [] }: TicketKey & CheckRequest,
  gone: AbortSignal,
): Promise<CheckedAnswer> {
  const startedAt = performance.now();
  const { tenant, question, cited } = await readCase(deps, { tenantId, ticketId, text, citations });
  const { chunks, check, without } = await inTime(gone, async (signal) => {
    const chunks = await gatherPassages({ question, text, cited }, (query) => deps.find(tenantId, query), signal);
    return askModel(deps, { tenantId, ticketId, tenant }, async (model) => ({
      chunks,
      check: await model.check({ question, text, chunks, tenant }, signal),
      without: model.without,
    }));
  });
  return {
    ...(await withPassages(deps, tenantId, { check, chunks })),
    read: chunks.length,
    missing: check.missing,
    grade: check.grade && { score: check.grade.score, tier: check.grade.tier, reason: check.grade.reason },
    threshold: thresholdFor(check.grade?.raw?.grader, tenant),
    judge: check.judge,
    without_model: check.failed ? "failed" : without === "over_budget" ? "over_budget" : null,
    took_ms: Math.round(performance.now() - startedAt),
  };
}

/** The open question, and the passages that the text or the draft cite. */
async function readCase(
  { db, profileOf }: AssistDeps,
  { tenantId, ticketId, citations = [] }: TicketKey & CheckRequest,
) {
  return withTenant(db, tenantId, async (tx) => {
    const ticket = await findTicket(tx, ticketId);
    const tenant = await findTenant(tx);
    if (!ticket || !tenant) throw new AppError("not_found", "Ticket not found.");
    const drafted = ticket.draft?.citations ?? [];
    const ids = new Set([...citations, ...drafted].map(({ chunk_id: id }) => id));
    const rows = await findChunks(tx, [...ids]);
    const cited = rows.map((row): RetrievedChunk => ({ ...row, score: 0, parts: {} }));
    return { tenant: profileOf(tenant), question: waitingWords(ticket, await listMessages(tx, ticketId)), cited };
  });
}

/** The passages that sentences refer to, each once, with whether visitors may see them. */
async function withPassages(
  { db }: AssistDeps,
  tenantId: string,
  { check, chunks }: { check: AnswerCheck; chunks: RetrievedChunk[] },
): Promise<Pick<CheckedAnswer, "sentences" | "passages">> {
  const places = [...new Set(check.sentences.flatMap(({ passage }) => (passage === null ? [] : [passage])))];
  const used = places.flatMap((place) => chunks[place] ?? []);
  const ids = used.map(({ chunk_id: id }) => id);
  const citable = await withTenant(db, tenantId, (tx) => findCitableChunks(tx, ids));
  const byId = new Map(citable.map((chunk) => [chunk.chunk_id, chunk]));
  return {
    sentences: check.sentences.map((each) => ({
      ...each,
      passage: each.passage === null ? null : places.indexOf(each.passage),
    })),
    passages: used.map((chunk) => toPassage(chunk, byId.get(chunk.chunk_id))),
  };
}

function toPassage(chunk: RetrievedChunk, citable: CitableChunk | undefined): CheckedPassage {
  const { chunk_id, document_id, title, url, page, heading } = chunk;
  const hidden = citable?.hidden ?? (citable?.is_current ? null : "outdated");
  return { chunk_id, document_id, title, url, page, heading, hidden };
}
