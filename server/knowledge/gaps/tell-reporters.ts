import { asError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import { filledIn, readyLanguageOf, readySentences } from "../../core/text/ready/index.ts";
import { shorten } from "../../core/text/shorten.ts";
import { withTenant } from "../../database/transaction.ts";
import { markReportTold } from "../../tickets/store/feedback.ts";
import { storeMessage } from "../../tickets/store/store-message.ts";
import { lockTicket } from "../../tickets/store/tickets.ts";
import { type EndedReport, listEndedReports } from "../store/gap-reports.ts";
import type { GapDeps } from "./deps.ts";

/** Time in which a member can undo "Ignore" before visitors are told, in seconds. */
export const undoSeconds = 20;
/** Longest part of the question in the message, in characters. */
const maxQuestionChars = 160;

/**
 * Tells visitors the outcome of their reports, once each, in their conversations. The e-mail follows from the message, as for an agent's
 * reply. One report that fails does not stop the others.
 */
export async function tellReporters(deps: Pick<GapDeps, "db" | "hub" | "log">, tenantId: string): Promise<void> {
  const ended = await withTenant(deps.db, tenantId, (tx) => listEndedReports(tx, undoSeconds));
  for (const report of ended)
    await tellReporter(deps, tenantId, report).catch((error: unknown) =>
      deps.log.warn(
        { tenant: tenantId, ticket: report.ticket_id, err: asError(error).message },
        "Could not tell a visitor the outcome of a report",
      ),
    );
}

async function tellReporter(
  { db, hub }: Pick<GapDeps, "db" | "hub">,
  tenantId: string,
  { ticket_id: ticketId, message_id, question, outcome }: EndedReport,
): Promise<void> {
  const told = await withTenant(db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket || !(await markReportTold(tx, message_id, outcome)) || ticket.ended_as === "spam") return undefined;
    const sentences = readySentences[readyLanguageOf(question, ticket.visitor_locale ?? "en")].report;
    const content = filledIn(sentences[outcome], { question: shorten(question, maxQuestionChars) });
    const report = { outcome, message_id, question };
    const message = { id: newId(), ticketId, turnId: null, role: "system" as const, content, report };
    return { visitorId: ticket.visitor_id, events: (await storeMessage(tx, message)).events };
  });
  if (told) await announce(hub, { tenantId, ticketId, visitorId: told.visitorId }, told.events);
}
