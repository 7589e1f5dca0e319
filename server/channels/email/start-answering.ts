import { runForEachTenant } from "../../core/for-each-tenant.ts";
import { withSystem } from "../../database/transaction.ts";
import { listDueThreads } from "../store/email-threads.ts";
import { type AnswerEmailDeps, sendAnswer } from "./send-answer.ts";

/** Interval of the check for due answers, in ms: one index lookup. */
const pollMs = 5_000;
/** Tickets per round, and e-mails sent at the same time. */
const lookRows = 50;
const atOnce = 2;

/** Sends answers by e-mail when they are due. @returns stops it once the running e-mails are finished. */
export function startAnswering(deps: AnswerEmailDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed: "Sending replies by e-mail failed", atOnce },
    () => withSystem(deps.db, "find-due-emails", (tx) => listDueThreads(tx, lookRows)),
    ({ tenant_id: tenantId, ticket_id: ticketId }) => sendAnswer(deps, { tenantId, ticketId }),
  );
}
