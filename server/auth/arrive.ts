import type { TenantId } from "../../protocol/ids.ts";
import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { allowsOrigin } from "../store/tenant-domains.ts";
import { findTenant } from "../store/tenants.ts";
import { findTicket } from "../store/tickets.ts";
import { withTenant } from "../store/transaction.ts";
import { findReader } from "../store/visitors.ts";
import { parseOrigin, patternsFor } from "./origins.ts";
import type { SessionTokens } from "./session-token.ts";
import { issueSession, originNotAllowed, readSession, type StartedSession } from "./start-session.ts";

/** What a link in a mail says, once its signature was checked. */
export interface BackLink {
  tenantId: TenantId;
  ticketId: string;
  session: number;
}

/**
 * A session for the ticket of a link in a mail, on one of the tenant's pages. Sessions that were ended take the link with them. Visitors
 * whom the tenant signs in get none: their pages say who they are.
 * @throws AppError `origin_not_allowed`, or `not_found` for every other reason.
 */
export async function arrive(
  { db, tokens }: { db: Database; tokens: SessionTokens },
  { tenantId, link, origin: header }: { tenantId: string; link: BackLink | undefined; origin: string | undefined },
): Promise<StartedSession> {
  const origin = parseOrigin(header);
  if (!origin) throw originNotAllowed();
  // Another tenant's link on this page is none.
  if (link?.tenantId !== tenantId) throw isOver();
  const opened = await withTenant(db, link.tenantId, async (tx) => {
    if (!(await allowsOrigin(tx, patternsFor(origin)))) throw originNotAllowed();
    const [tenant, ticket] = await Promise.all([findTenant(tx), findTicket(tx, link.ticketId)]);
    const reader = ticket && (await findReader(tx, ticket.visitor_id));
    const isTheirs = ticket?.session_epoch === link.session && reader && !reader.isIdentified;
    if (!tenant || !isTheirs || tenant.requireIdentity) throw isOver();
    return readSession(tx, tenant, { ticket, continued: true, identified: false });
  });
  return issueSession(tokens, link.tenantId, opened);
}

function isOver(): AppError {
  return new AppError("not_found", "This link is not good any more.");
}
