import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { findTicket } from "../../tickets/store/tickets.ts";
import { findVisitorEmail } from "../../tickets/store/visitors.ts";
import { insertEmailStop, updateThreadProblem } from "../store/email-threads.ts";
import type { EmailLinks } from "./email-links.ts";

/**
 * Stops e-mail answers to the address of a ticket's visitor, for anybody with the e-mail's link. @returns false for an invalid or expired
 * link; a deleted ticket is not an error.
 */
export async function stopEmail({ db, links }: { db: Database; links: EmailLinks }, token: string): Promise<boolean> {
  const claims = links.read("stop", token);
  if (!claims) return false;
  await withTenant(db, claims.tenant_id, async (tx) => {
    const ticket = await findTicket(tx, claims.ticket_id);
    const email = ticket && (await findVisitorEmail(tx, ticket.visitor_id));
    if (!email) return;
    await insertEmailStop(tx, email, "visitor");
    await updateThreadProblem(tx, claims.ticket_id, "stopped");
  });
  return true;
}
