import type { TicketAssist } from "../../../protocol/agent-assist.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { AppError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import { listTranslations } from "../store/message-translations.ts";
import { listMessages } from "../store/messages.ts";
import { findRecap } from "../store/ticket-recaps.ts";
import { findTicket, type TicketKey } from "../store/tickets.ts";
import type { AssistDeps } from "./deps.ts";
import { spokenLanguage } from "./languages.ts";
import { lastSequence, toRecap } from "./recap.ts";

/** Summary and translations of a ticket in a reader's language, and which of them can be made. @throws AppError `not_found`. */
export async function readAssist(
  { db, modelFor, profileOf }: AssistDeps,
  { tenantId, ticketId, language }: TicketKey & { language: string },
): Promise<TicketAssist> {
  return withTenant(db, tenantId, async (tx) => {
    const ticket = await findTicket(tx, ticketId);
    const tenant = await findTenant(tx);
    if (!ticket || !tenant) throw new AppError("not_found", "Ticket not found.");
    const messages = await listMessages(tx, ticketId);
    const recap = await findRecap(tx, ticketId);
    const said = messages.filter(({ message }) => message.role === "visitor").map(({ message }) => message.content);
    const { without } = modelFor({ tenant: profileOf(tenant), recordCall: () => {} });
    return {
      spoken: spokenLanguage(said, ticket.visitor_locale ?? tenant.locale),
      translation: without ?? "ready",
      translations: await listTranslations(tx, ticketId, language),
      recap: recap ? toRecap(recap, lastSequence(messages)) : null,
    };
  });
}
