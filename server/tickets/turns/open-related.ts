import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import { headingOf } from "../../core/text/section.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { withdrawClarification } from "../store/clarifications.ts";
import { findMessageContext, findSentMessage } from "../store/messages.ts";
import { findOfferedSection, markSection } from "../store/related-sections.ts";
import { storeMessage } from "../store/store-message.ts";
import { isEnded, lockTicket, type TicketKey, type TicketRow } from "../store/tickets.ts";
import { finishTurn } from "../store/turns.ts";
import type { TurnDeps } from "./deps.ts";
import { endOf } from "./endings.ts";
import { writeOpened } from "./related-sections.ts";
import { startTurn } from "./start-pending-turn.ts";

export interface RelatedDeps extends Pick<TurnDeps, "db" | "hub"> {
  /** Reads a passage and its section, if visitors may read it now. */
  readSection(tenantId: string, chunkId: string): ReturnType<ReadSection>;
}

type ReadSection = (tenantId: string, chunkId: string) => Promise<Parameters<typeof writeOpened>[0] | null>;

export interface OpenRelated extends TicketKey {
  /** The answer that offers the section. */
  messageId: string;
  chunkId: string;
  /** The client's id for the visitor's message: the same id again changes nothing. */
  clientId: string;
}

/**
 * Opens a section that an answer offers: stores its heading as the visitor's message and the section as the answer. No search and no model
 * call is needed, so the turn starts and ends in one transaction.
 * @throws AppError `not_found` for a section that the answer does not offer or that visitors may no longer read, `already_handled` when the
 * assistant does not own the ticket, `conflict` while it is answering, or `message_conflict`.
 */
export async function openRelated(deps: RelatedDeps, request: OpenRelated): Promise<void> {
  const { tenantId, ticketId, chunkId } = request;
  await withTenant(deps.db, tenantId, (tx) => findOffered(tx, request));
  const chunk = await deps.readSection(tenantId, chunkId);
  const events = await withTenant(deps.db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) throw notOffered();
    const found = await findMessageContext(tx, ticketId, request.clientId);
    const { section } = await findOffered(tx, request);
    const content = headingOf(section);
    const known = found.isKnown ? await findSentMessage(tx, ticketId, request.clientId) : undefined;
    if (known) {
      if (known.ticketId === ticketId && known.message.content === content) return [];
      throw new AppError("message_conflict", "This client_id was used for another message.");
    }
    requireAssistant(ticket, found.runningTurnId !== null || found.hasPending);
    const locale = ticket.visitor_locale ?? "en";
    const answer = chunk && writeOpened(chunk, locale);
    if (!answer?.text)
      throw new AppError("not_found", "This section is no longer available. Ask your question in words.");
    await withdrawClarification(tx, ticket);
    const turnId = newId();
    await startTurn(tx, { holder: "" }, { ticket, turnId });
    await finishTurn(tx, turnId, { status: "done", rephrasedQuestion: content });
    await markSection(tx, { messageId: request.messageId, chunkId, mark: "opened" });
    const about = { ticketId, turnId };
    const asked = await storeMessage(tx, {
      ...about,
      id: found.rowId,
      clientId: request.clientId,
      addressee: "assistant",
      role: "visitor",
      content,
    });
    const told = await storeMessage(
      tx,
      { ...about, id: newId(), role: "assistant", content: answer.text, citations: answer.citations },
      { after: [endOf({ turnId })] },
    );
    return [...asked.events, ...told.events];
  });
  if (events.length > 0) await announce(deps.hub, request, events);
}

async function findOffered(tx: TenantTransaction, request: OpenRelated) {
  const offered = await findOfferedSection(tx, request);
  if (!offered) throw notOffered();
  return offered;
}

function notOffered(): AppError {
  return new AppError("not_found", "This conversation has no such answer with this section.");
}

function requireAssistant(ticket: TicketRow, isBusy: boolean): void {
  if (isEnded(ticket)) throw new AppError("ticket_closed", "This conversation has ended.");
  if (ticket.owner !== "assistant") throw new AppError("already_handled", "Our team has this conversation now.");
  if (ticket.pending_confirmation !== null)
    throw new AppError("conflict", "A proposed change is waiting for your answer. Answer it first.");
  if (isBusy) throw new AppError("conflict", "The assistant is writing an answer. Try again when it has finished.");
}
