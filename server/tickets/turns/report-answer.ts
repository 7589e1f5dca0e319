import type { ReportState } from "../../../protocol/answer-basis.ts";
import { insertCachePurge } from "../../assistant/store/cache-purges.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import { openGapOfReport } from "../../knowledge/gaps/open-reported.ts";
import { findAnswer } from "../store/answers.ts";
import { findReport, reportFeedback } from "../store/feedback.ts";
import { findMessage } from "../store/messages.ts";
import { lockTicket } from "../store/tickets.ts";
import { type AnswerKey, answerNotFound } from "./explain-answer.ts";
import type { RatingDeps } from "./rate-answer.ts";

/**
 * Stores that a visitor says an answer of their own ticket is wrong: it counts as a thumbs down, leaves the cache, and opens a gap. Repeating
 * it changes nothing. `knowledge/gaps/tell-reporters.ts` tells the visitor the outcome.
 * @throws AppError `not_found` for everything else than an answer of the assistant in this ticket.
 */
export async function reportAnswer(
  { db, hub, purgeCache }: RatingDeps & { hub: LiveHub },
  { tenantId, ticketId, messageId, text }: AnswerKey & { text?: string | undefined },
): Promise<ReportState> {
  const reported = await withTenant(db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    const answer = ticket && (await findAnswer(tx, { ticketId, messageId }));
    const content = answer && (await findMessage(tx, messageId))?.message.content;
    if (!ticket || !answer || content === undefined) throw answerNotFound();
    const isNew = await reportFeedback(tx, { id: newId(), ticketId, messageId, text: text || null });
    if (isNew) {
      await insertCachePurge(tx, { what: "answer", target: content });
      if (answer.turn_id !== null) await openGapOfReport(tx, { ticketId, turnId: answer.turn_id });
      await insertAudit(tx, {
        actor: { kind: "visitor", id: ticket.visitor_id },
        action: "visitor.report",
        target: { kind: "ticket", id: ticketId },
        detail: { message_id: messageId },
      });
    }
    const state = await findReport(tx, messageId);
    if (!state) throw answerNotFound();
    return { state, isNew };
  });
  if (reported.isNew) {
    await announce(hub, { tenantId, ticketId }, []);
    await purgeCache(tenantId);
  }
  return reported.state;
}
