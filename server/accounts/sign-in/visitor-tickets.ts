import type { InitRequest } from "../../../protocol/requests.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { findTicket, insertTicket } from "../../tickets/store/tickets.ts";
import { findUnusedTicket } from "../../tickets/store/visitor-tickets.ts";
import { findTicketOfBlocked } from "../../tickets/store/visitors.ts";
import { findTenant } from "../store/tenants.ts";
import type { VisitorCredentials } from "./credentials.ts";
import type { SessionTokens } from "./session-token.ts";
import { issueSession, readSession, type StartedSession } from "./start-session.ts";

interface SessionDeps {
  db: Database;
  tokens: SessionTokens;
}

/**
 * A session for another ticket of the same visitor. The token identifies the visitor; the id may come from anywhere. The other sessions
 * continue.
 * @throws AppError `not_found` for a ticket of another visitor.
 */
export function openVisitorTicket(
  deps: SessionDeps,
  visitor: VisitorCredentials,
  ticketId: string,
): Promise<StartedSession> {
  return startFor(deps, visitor, async (tx) => ({ ticket: await findTicket(tx, ticketId), continued: true }));
}

/**
 * A session for a new ticket of the same visitor; the others stay unchanged. A ticket without messages is reused first. A blocked visitor
 * gets the last ticket again instead: after a refusal, the chat would start as a new visitor.
 */
export function newVisitorTicket(
  deps: SessionDeps,
  visitor: VisitorCredentials,
  page: InitRequest["page"],
): Promise<StartedSession> {
  return startFor(deps, visitor, async (tx) => {
    const held = await findTicketOfBlocked(tx, visitor.visitorId);
    if (held) return { ticket: await findTicket(tx, held), continued: true };
    const unused = await findUnusedTicket(tx, visitor.visitorId);
    const ticket = unused
      ? await findTicket(tx, unused)
      : await insertTicket(tx, { id: newId(), visitorId: visitor.visitorId, page });
    return { ticket, continued: false };
  });
}

type Found = { ticket: Awaited<ReturnType<typeof findTicket>>; continued: boolean };

async function startFor(
  { db, tokens }: SessionDeps,
  { tenantId, visitorId, identified }: VisitorCredentials,
  find: (tx: TenantTransaction) => Promise<Found>,
): Promise<StartedSession> {
  const opened = await withTenant(db, tenantId, async (tx) => {
    const tenant = await findTenant(tx);
    const { ticket, continued } = await find(tx);
    if (!tenant || ticket?.visitor_id !== visitorId) throw new AppError("not_found", "Ticket not found.");
    return readSession(tx, tenant, { ticket, continued, identified });
  });
  return issueSession(tokens, tenantId, opened);
}
