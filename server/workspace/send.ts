import type { CopilotSend } from "../../protocol/copilot-talk.ts";
import { nothingSettled, type Settled } from "../copilot/state.ts";
import { takeAnswer } from "../copilot/take-answer.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import { findConversation, nameConversation } from "../store/copilot-conversations.ts";
import { listLibraryVersions } from "../store/copilot-library.ts";
import {
  type CopilotMessageRow,
  findCopilotMessage,
  findNewestRun,
  insertCopilotMessage,
  moveRun,
} from "../store/copilot-messages.ts";
import { type TenantTransaction, withTenant } from "../store/transaction.ts";
import { shortenAtWord } from "../text/shorten.ts";
import type { Person, WorkspaceDeps } from "./deps.ts";
import { toDocument } from "./library.ts";
import { refuseClosed } from "./lock-run.ts";
import { readWords } from "./read-words.ts";
import type { RunBook } from "./run-book.ts";
import { questionsOf, settledOf, waitingQuestion } from "./run-record.ts";
import { tellConversation } from "./tell.ts";

const maxTitle = 60;
/** Said where a question waited and something else was asked. */
const leftOpen = "Skipped: your next message was treated as a new request.";

/**
 * Takes a message of a person. Where a question waits, words that answer it go on with that run; anything else ends it, openly, and begins anew.
 * The same message sent twice is taken once.
 * @throws AppError `not_found`; `conflict` while the last message is still worked on.
 */
export async function sendMessage(deps: WorkspaceDeps & { runs: RunBook }, person: Person, sent: Sent): Promise<void> {
  const taken = await withTenant(deps.db, person.tenantId, (tx) => takeMessage(tx, person, sent));
  await startRun(deps, person, { conversationId: sent.conversationId, taken });
}

type Sent = CopilotSend & { conversationId: string };
/** What a message brings about: a run, the end of one that waited, or nothing, since it was taken before. */
type Taken = Begun | "ended" | null;

/** Writes a message down, and what it brings about. The caller starts the run once this is stored. */
export async function takeMessage(
  tx: TenantTransaction,
  { personId }: Person,
  { conversationId, ...sent }: Sent,
): Promise<Taken> {
  const conversation = await findConversation(tx, { id: conversationId, personId }, { lock: true });
  if (!conversation) throw new AppError("not_found", "Conversation not found.");
  if (await findCopilotMessage(tx, { id: sent.id, conversationId })) return null;
  refuseClosed(conversation);
  const last = await findNewestRun(tx, conversationId);
  if (last?.state === "running" && !last.is_lost)
    throw new AppError("conflict", "The copilot is still working on your last message. Wait for it, or stop it first.");
  if (last?.is_lost) await moveRun(tx, { id: last.id, from: "running" }, { state: "failed" });
  const mentions = sent.mentions ?? {};
  const attached = sent.attached ?? null;
  const said = { id: sent.id, conversationId, role: "person", content: sent.text, mentions, attached } as const;
  if (!(await insertCopilotMessage(tx, said)))
    throw new AppError("message_conflict", "This id already belongs to another message. Use a new id.");
  await nameConversation(tx, conversationId, shortenAtWord(sent.text, maxTitle));
  const goesOn = last ? await goOn(tx, last, { text: sent.text, mentions, attached }) : null;
  if (goesOn) return goesOn;
  const id = newId();
  await insertCopilotMessage(tx, {
    id,
    conversationId,
    role: "copilot",
    askedId: sent.id,
    content: "",
    state: "running",
  });
  return { id, askedId: sent.id, settled: nothingSettled };
}

/** Tells of a message that was taken, and starts what it brings about. */
export async function startRun(
  deps: WorkspaceDeps & { runs: RunBook },
  person: Person,
  { conversationId, taken }: { conversationId: string; taken: Taken },
): Promise<void> {
  await tellConversation(deps, person, { conversationId });
  if (taken && taken !== "ended") deps.runs.start(deps, { ...person, conversationId, ...taken });
}

interface Begun {
  /** The copilot's message that is written. */
  id: string;
  askedId: string;
  settled: Settled;
}

/** Goes on with a run that waits, when the words answer its question; otherwise ends it. */
async function goOn(
  tx: TenantTransaction,
  last: CopilotMessageRow,
  sent: Parameters<typeof readWords>[1],
): Promise<Begun | "ended" | null> {
  const waiting = waitingQuestion(last);
  if (!waiting || last.asked_id === null) return null;
  const answer = readWords(waiting.question, sent);
  // Names of documents are looked up only where an answer is to be taken.
  const documents = answer ? (await listLibraryVersions(tx)).map(toDocument) : [];
  const taken = answer ? takeAnswer(waiting.question, answer, { settled: settledOf(last), documents }) : null;
  const endAs = (state: "done" | "cancelled", answered: string, content?: string) =>
    moveRun(
      tx,
      { id: last.id, from: "asking" },
      {
        state,
        ...(content === undefined ? {} : { content }),
        questions: questionsOf(last).map((each) =>
          each.question.id === waiting.question.id ? { ...each, answered } : each,
        ),
      },
    );
  const base = { id: newId(), conversationId: last.conversation_id, role: "copilot", askedId: last.asked_id } as const;
  if (!taken || "refused" in taken) {
    await endAs("cancelled", leftOpen);
    return null;
  }
  if ("ended" in taken) {
    await endAs("cancelled", taken.said);
    await insertCopilotMessage(tx, { ...base, content: taken.ended });
    return "ended";
  }
  await endAs("done", taken.said);
  await insertCopilotMessage(tx, { ...base, content: "", state: "running", settled: taken.settled });
  return { id: base.id, askedId: base.askedId, settled: taken.settled };
}
