import { runEvery } from "../run-every.ts";
import { listDueThreads } from "../store/mail-threads.ts";
import { withSystem } from "../store/transaction.ts";
import { type AnswerMailDeps, sendAnswer } from "./send-answer.ts";

/** How often is looked whether an answer is due, in ms: one look into an index. */
const lookMs = 5_000;
/** Tickets taken in one look, and mails under way at the same time. */
const lookRows = 50;
const concurrency = 2;

/** Sends answers by mail as they come due. Returns what stops it, once the mails under way are through. */
export function startAnswering(deps: AnswerMailDeps): () => Promise<void> {
  return runEvery({ everyMs: lookMs, log: deps.log, failed: "sending answers by mail failed" }, async (isStopped) => {
    const due = await withSystem(deps.db, "answers by mail that are due", (tx) => listDueThreads(tx, lookRows));
    const work = async () => {
      for (let next = due.shift(); next && !isStopped(); next = due.shift()) await sendAnswer(deps, next);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  });
}
