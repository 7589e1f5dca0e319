import type { CopilotAnswer, CopilotSend, NewConversation } from "../../../protocol/copilot-conversations.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { shortenAtWord } from "../../core/text/shorten.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { findTicket } from "../../tickets/store/tickets.ts";
import { takeAnswer } from "../nodes/ask.ts";
import {
  type CopilotConversationRow,
  findConversation,
  insertConversation,
  nameConversation,
} from "../store/copilot-conversations.ts";
import { listLibraryVersions } from "../store/copilot-library.ts";
import {
  type CopilotMessageRow,
  findCopilotMessage,
  findNewestRun,
  insertCopilotMessage,
  moveRun,
} from "../store/copilot-messages.ts";
import { type Conversation, type ConversationDeps, notifyConversation, type Person, type RunPlace } from "./deps.ts";
import { toDocument } from "./library.ts";
import { readWords } from "./read-words.ts";
import type { Run } from "./run.ts";
import type { RunBook } from "./run-book.ts";
import { questionsOf, waitingQuestion } from "./views.ts";

type Deps = ConversationDeps & { runs: RunBook };
type Sent = CopilotSend & { conversationId: string };
/** A run to start once its row is stored; null when the message was stored before. */
type Begun = Pick<Run, "id" | "askedId" | "answer" | "skipped"> | null;

const maxTitle = 60;
const skipped = "Skipped: your next message was treated as a new request.";
const stopped = "Stopped. Ask again whenever you like.";

/**
 * Starts a conversation, with its first message if there is one, in one transaction. Sending the same message twice starts one
 * conversation.
 * @returns its id.
 * @throws AppError `not_found` when its ticket does not exist, or the id is another person's.
 */
export async function beginConversation(
  deps: Deps,
  person: Person,
  { title = "", ticket_id: ticketId, message }: NewConversation,
): Promise<string> {
  const { tenantId, personId } = person;
  const conversationId = message?.id ?? newId();
  const begun = await withTenant(deps.db, tenantId, async (tx) => {
    if (ticketId !== undefined && !(await findTicket(tx, ticketId)))
      throw new AppError("not_found", "Ticket not found.");
    await insertConversation(tx, { id: conversationId, personId, title, ticketId: ticketId ?? null });
    return message ? takeMessage(tx, person, { ...message, conversationId }) : null;
  });
  await start(deps, { ...person, conversationId }, begun);
  return conversationId;
}

/**
 * Stores a message of a person. If a question waits, a matching answer resumes its run; any other message cancels that run and starts a
 * new one. A message that is sent twice is stored once.
 * @throws AppError `not_found`; `conflict` while the copilot works on the last message.
 */
export async function sendMessage(deps: Deps, person: Person, sent: Sent): Promise<void> {
  const begun = await withTenant(deps.db, person.tenantId, (tx) => takeMessage(tx, person, sent));
  await start(deps, { ...person, conversationId: sent.conversationId }, begun);
}

/**
 * Answers a waiting question by a button. Only the first answer from several tabs counts.
 * @throws AppError `not_found`; `conflict` when it was answered before; `invalid_request` when the answer does not fit the question.
 */
export async function answerQuestion(
  deps: Deps,
  person: Person,
  { conversationId, messageId, questionId, answer }: RunPlace & { questionId: string; answer: CopilotAnswer },
): Promise<void> {
  const begun = await withTenant(deps.db, person.tenantId, async (tx) => {
    const row = await lockRun(tx, person, { conversationId, messageId, goesOn: true });
    const waiting = waitingQuestion(row);
    if (!waiting || waiting.question.id !== questionId)
      throw new AppError("conflict", "This question was already answered, maybe in another window.");
    const taken = takeAnswer(waiting.question, answer, await optionsIn(tx));
    if ("refused" in taken) throw new AppError("invalid_request", taken.refused);
    await moveRun(
      tx,
      { id: row.id, from: "asking" },
      { state: "running", content: "", questions: answered(row, taken.said, answer) },
    );
    return { id: row.id, askedId: row.asked_id, answer };
  });
  await start(deps, { ...person, conversationId }, begun);
}

/** Cancels a running or waiting run. A finished one stays as it is. @throws AppError `not_found`. */
export async function cancelRun(deps: Deps, person: Person, { conversationId, messageId }: RunPlace): Promise<void> {
  await withTenant(deps.db, person.tenantId, async (tx) => {
    const row = await lockRun(tx, person, { conversationId, messageId });
    if (row.state !== "running" && row.state !== "asking") return;
    const questions = answered(row, "Cancelled");
    await moveRun(tx, { id: row.id, from: row.state }, { state: "cancelled", content: stopped, questions });
  });
  deps.runs.stop(messageId);
  await notifyConversation(deps, person, { conversationId });
}

/**
 * Continues a run that failed, was interrupted or was cancelled, after its last finished step.
 * @throws AppError `not_found`, `conflict`.
 */
export async function retryRun(deps: Deps, person: Person, { conversationId, messageId }: RunPlace): Promise<void> {
  const begun = await withTenant(deps.db, person.tenantId, async (tx) => {
    const row = await lockRun(tx, person, { conversationId, messageId, goesOn: true });
    const newest = await findNewestRun(tx, conversationId);
    const isOver = row.state === "failed" || row.state === "cancelled" || row.is_lost;
    if (newest?.id !== row.id || !isOver)
      throw new AppError("conflict", "This can't be retried: there is a newer message, or it is still running.");
    await moveRun(tx, { id: row.id, from: row.state }, { state: "running", content: "" });
    // A retry reuses an answer when the process died with it. It does not reuse an answer that made the run fail.
    const answer = row.is_lost ? (questionsOf(row).at(-1)?.answer ?? null) : null;
    return { id: row.id, askedId: row.asked_id, answer };
  });
  await start(deps, { ...person, conversationId }, begun);
}

/** Announces a change and starts its run. A cancelled run ends at once, without a model. */
async function start(deps: Deps, conversation: Conversation, begun: Begun): Promise<void> {
  await notifyConversation(deps, conversation, conversation);
  if (!begun) return;
  const done = deps.runs.start(deps, { ...conversation, ...begun });
  if (begun.answer?.type === "cancel") await done;
}

/** The documents that an answer may name by id. */
const optionsIn = async (tx: TenantTransaction) => (await listLibraryVersions(tx)).map(toDocument);

/** The questions of a run, with the answer to the waiting one. */
function answered(row: CopilotMessageRow, said: string, answer?: CopilotAnswer) {
  return questionsOf(row).map((each) =>
    each.answered === null ? { ...each, answered: said, ...(answer ? { answer } : {}) } : each,
  );
}

/** Stores a message and the run that it starts or resumes. The caller starts the run after the commit. */
async function takeMessage(tx: TenantTransaction, { personId }: Person, sent: Sent): Promise<Begun> {
  const { conversationId } = sent;
  const conversation = await findConversation(tx, { id: conversationId, personId }, { lock: true });
  if (!conversation) throw new AppError("not_found", "Conversation not found.");
  if (await findCopilotMessage(tx, { id: sent.id, conversationId })) return null;
  refuseClosed(conversation);
  const last = await findNewestRun(tx, conversationId);
  if (last?.state === "running" && !last.is_lost)
    throw new AppError("conflict", "The copilot is still working on your last message. Wait for it, or stop it first.");
  if (last?.is_lost) await moveRun(tx, { id: last.id, from: "running" }, { state: "failed" });
  const given = { text: sent.text, mentions: sent.mentions ?? {}, attached: sent.attached ?? null };
  const said = { id: sent.id, conversationId, role: "person", content: sent.text, ...given } as const;
  if (!(await insertCopilotMessage(tx, said)))
    throw new AppError("message_conflict", "This id already belongs to another message. Use a new id.");
  await nameConversation(tx, conversationId, shortenAtWord(sent.text, maxTitle));
  const waiting = last && waitingQuestion(last);
  const answer = waiting ? readWords(waiting.question, given) : null;
  const taken = waiting && answer ? takeAnswer(waiting.question, answer, await optionsIn(tx)) : null;
  const isAnswer = taken !== null && !("refused" in taken);
  if (last && waiting) {
    const questions = answered(last, isAnswer ? taken.said : skipped);
    const state = isAnswer && answer?.type !== "cancel" ? "done" : "cancelled";
    await moveRun(tx, { id: last.id, from: "asking" }, { state, questions });
  }
  // The run continues with the message to which the question belongs.
  const askedId = (isAnswer ? last?.asked_id : null) ?? sent.id;
  const id = newId();
  await insertCopilotMessage(tx, { id, conversationId, role: "copilot", askedId, content: "", state: "running" });
  const left = waiting && !isAnswer ? last?.asked_id : null;
  return { id, askedId, answer: isAnswer ? answer : null, ...(left ? { skipped: left } : {}) };
}

/** @throws AppError `conflict` in a closed conversation, which takes no messages. */
function refuseClosed({ closed_at: at }: Pick<CopilotConversationRow, "closed_at">): void {
  if (at !== null) throw new AppError("conflict", "This conversation is closed. Reopen it to continue.");
}

/**
 * Reads a person's own run. Locks it and its conversation until the transaction ends.
 * @param place.goesOn true when the run will continue, which a closed conversation does not allow
 * @throws AppError `not_found`, also when it is another person's; `conflict`.
 */
async function lockRun(
  tx: TenantTransaction,
  { personId }: Person,
  { conversationId, messageId, goesOn = false }: RunPlace & { goesOn?: boolean },
): Promise<CopilotMessageRow & { asked_id: string }> {
  const conversation = await findConversation(tx, { id: conversationId, personId }, { lock: true });
  if (conversation && goesOn) refuseClosed(conversation);
  const row = conversation && (await findCopilotMessage(tx, { id: messageId, conversationId }, { lock: true }));
  if (!row || row.asked_id === null) throw new AppError("not_found", "Message not found.");
  return { ...row, asked_id: row.asked_id };
}
