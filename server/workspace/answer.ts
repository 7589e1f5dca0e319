import type { CopilotAnswer } from "../../protocol/copilot-talk.ts";
import { takeAnswer } from "../copilot/take-answer.ts";
import { AppError } from "../errors.ts";
import { findNewestRun, moveRun } from "../store/copilot-messages.ts";
import { withTenant } from "../store/transaction.ts";
import type { Person, WorkspaceDeps } from "./deps.ts";
import { libraryFor } from "./library.ts";
import { lockRun, type RunPlace } from "./lock-run.ts";
import type { RunBook } from "./run-book.ts";
import { questionsOf, settledOf, waitingQuestion } from "./run-record.ts";
import { tellConversation } from "./tell.ts";

type Deps = WorkspaceDeps & { runs: RunBook };
/**
 * Answers a question that waits, by a button. Of several tabs one answers.
 * @throws AppError `not_found`; `conflict` when it was answered before; `invalid_request` when this is no answer to it.
 */
export async function answerQuestion(
  deps: Deps,
  person: Person,
  { conversationId, messageId, questionId, answer }: RunPlace & { questionId: string; answer: CopilotAnswer },
): Promise<void> {
  const documents = await libraryFor(deps, person.tenantId).listDocuments();
  const begun = await withTenant(deps.db, person.tenantId, async (tx) => {
    const row = await lockRun(tx, person, { conversationId, messageId, goesOn: true });
    const waiting = waitingQuestion(row);
    if (!waiting || waiting.question.id !== questionId)
      throw new AppError("conflict", "This question was already answered, maybe in another window.");
    const taken = takeAnswer(waiting.question, answer, { settled: settledOf(row), documents });
    if ("refused" in taken) throw new AppError("invalid_request", taken.refused);
    const questions = questionsOf(row).map((each) =>
      each.question.id === questionId ? { ...each, answered: taken.said } : each,
    );
    if ("ended" in taken) {
      await moveRun(tx, { id: row.id, from: "asking" }, { state: "cancelled", content: taken.ended, questions });
      return null;
    }
    await moveRun(
      tx,
      { id: row.id, from: "asking" },
      { state: "running", content: "", settled: taken.settled, questions },
    );
    return { id: row.id, askedId: row.asked_id, settled: taken.settled };
  });
  await tellConversation(deps, person, { conversationId });
  if (begun) deps.runs.start(deps, { ...person, conversationId, ...begun });
}

/** Stops what runs or waits. One that is over stays as it is. @throws AppError `not_found`. */
export async function cancelRun(deps: Deps, person: Person, { conversationId, messageId }: RunPlace): Promise<void> {
  await withTenant(deps.db, person.tenantId, async (tx) => {
    const row = await lockRun(tx, person, { conversationId, messageId });
    if (row.state !== "running" && row.state !== "asking") return;
    const questions = questionsOf(row).map((each) => ({ ...each, answered: each.answered ?? "Cancelled" }));
    await moveRun(tx, { id: row.id, from: row.state }, { state: "cancelled", content: stopped, questions });
  });
  deps.runs.stop(messageId);
  await tellConversation(deps, person, { conversationId });
}

const stopped = "Stopped. Ask again whenever you like.";

/** Tries a run again that failed or was stopped, with what was decided by then. @throws AppError `not_found`, `conflict`. */
export async function retryRun(deps: Deps, person: Person, { conversationId, messageId }: RunPlace): Promise<void> {
  const begun = await withTenant(deps.db, person.tenantId, async (tx) => {
    const row = await lockRun(tx, person, { conversationId, messageId, goesOn: true });
    const newest = await findNewestRun(tx, conversationId);
    const isOver = row.state === "failed" || row.state === "cancelled" || row.is_lost;
    if (newest?.id !== row.id || !isOver)
      throw new AppError("conflict", "This can't be retried: there is a newer message, or it is still running.");
    await moveRun(tx, { id: row.id, from: row.state }, { state: "running", content: "" });
    return { id: row.id, askedId: row.asked_id, settled: settledOf(row) };
  });
  await tellConversation(deps, person, { conversationId });
  deps.runs.start(deps, { ...person, conversationId, ...begun });
}
