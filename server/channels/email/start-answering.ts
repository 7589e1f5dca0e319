import { runForEachTenant } from "../../core/for-each-tenant.ts";
import { withSystem } from "../../database/transaction.ts";
import { listDueThreads } from "../store/email-threads.ts";
import { type AnswerEmailDeps, sendAnswer } from "./send-answer.ts";

/** How often is looked whether an answer is due, in ms: one look into an index. */
const pollMs = 5_000;
/** Tickets taken in one look, and mails under way at the same time. */
const lookRows = 50;
const atOnce = 2;

/** Sends answers by mail as they come due. Returns what stops it, once the mails under way are through. */
export function startAnswering(deps: AnswerEmailDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed: "Sending replies by e-mail failed", atOnce },
    () => withSystem(deps.db, "find-due-emails", (tx) => listDueThreads(tx, lookRows)),
    ({ tenant_id: tenantId, ticket_id: ticketId }) => sendAnswer(deps, { tenantId, ticketId }),
  );
}
