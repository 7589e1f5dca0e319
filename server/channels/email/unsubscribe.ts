import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { findTicket } from "../../tickets/store/tickets.ts";
import { findVisitorEmail } from "../../tickets/store/visitors.ts";
import { insertEmailStop, updateThreadProblem } from "../store/email-threads.ts";
import type { EmailLinks } from "./email-links.ts";

/**
 * Ends answers by mail to the address of a ticket's visitor, whoever shows the mail's link. False for a link that is none, or is over; a
 * ticket that is gone is no fault.
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
