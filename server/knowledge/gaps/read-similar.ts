import type { SimilarTickets } from "../../../protocol/admin-gaps.ts";
import { AppError, asError } from "../../core/errors.ts";
import { withLongLimits } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { listSimilarQuestions } from "../../tickets/store/similar-questions.ts";
import { findTicket } from "../../tickets/store/tickets.ts";
import type { GapDeps } from "./deps.ts";
import { maxGapDistance } from "./limits.ts";

/** Results shown beside a draft. */
const maxShown = 3;
const maxQuestionChars = 2_000;

/**
 * Agents' answers in resolved tickets to questions that are as near to this ticket's question as the questions of one gap. Empty
 * without vectors.
 * @throws AppError `not_found`.
 */
export async function readSimilar(
  { db, embeddings, log }: Pick<GapDeps, "db" | "embeddings" | "log">,
  tenantId: string,
  ticketId: string,
): Promise<SimilarTickets["items"]> {
  const ticket = await withTenant(db, tenantId, (tx) => findTicket(tx, ticketId));
  if (!ticket) throw new AppError("not_found", "Ticket not found.");
  const question = (ticket.question ?? ticket.subject).trim().slice(0, maxQuestionChars);
  if (!db.vectors || question === "") return [];
  const [vector] = await embeddings.embed([question], { priority: "query" }).catch((error: unknown) => {
    log.warn(
      { tenant: tenantId, err: asError(error).message },
      "Embedding model is unavailable; similar questions are not shown",
    );
    return [];
  });
  if (!vector) return [];
  const { model } = embeddings;
  const found = await withTenant(withLongLimits({ db }, "search").db, tenantId, (tx) =>
    listSimilarQuestions(tx, { ticketId, model, vector, maxDistance: maxGapDistance, limit: maxShown }),
  );
  return found.map(({ ticket_id, ticket_number, question: asked, answer, agent, asked_at }) => ({
    ticket: { id: ticket_id, number: ticket_number },
    question: asked,
    answer,
    agent,
    asked_at: asked_at.toISOString(),
  }));
}
