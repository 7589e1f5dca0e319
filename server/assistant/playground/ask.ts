import type { PlaygroundDraft, PlaygroundSend } from "../../../protocol/playground.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { shortenAtWord } from "../../core/text/shorten.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import {
  endPlaygroundMessage,
  insertPlaygroundMessage,
  listPlaygroundMessages,
  type PlaygroundMessageRow,
} from "../store/playground-messages.ts";
import { findPlaygroundRun, namePlaygroundRun } from "../store/playground-runs.ts";
import type { Person, PlaygroundDeps } from "./deps.ts";
import { publishRun } from "./tell.ts";
import { type Work, work } from "./work.ts";

const maxTitle = 60;
/** Most messages of one run. */
const mostMessages = 120;

/**
 * Accepts a question and starts to answer it; the caller reads the result from the run. A message that is sent twice is processed once.
 * @throws AppError `not_found`; `conflict` while the previous question is running, or when the run is full.
 */
export async function ask(
  deps: PlaygroundDeps,
  person: Person,
  asked: PlaygroundSend & { runId: string },
): Promise<void> {
  const begun = await withTenant(deps.db, person.tenantId, (tx) => takeQuestion(tx, person, asked));
  if (!begun) return;
  await publishRun(deps, person, asked.runId);
  startWork(deps, { ...person, ...begun });
}

/** Stores a question and its empty answer; null: the question was stored before. The caller starts the work after the commit. */
export async function takeQuestion(
  tx: TenantTransaction,
  { personId }: Person,
  { runId, id, content }: PlaygroundSend & { runId: string },
): Promise<Omit<Work, keyof Person> | null> {
  const run = await findPlaygroundRun(tx, { id: runId, personId }, { lock: true });
  if (!run) throw new AppError("not_found", "Run not found.");
  const messages = await listPlaygroundMessages(tx, runId);
  if (messages.some((message) => message.id === id)) return null;
  await passLast(tx, messages.at(-1));
  if (messages.length >= mostMessages)
    throw new AppError("conflict", "This run has reached its message limit. Start a new one.");
  return insertQuestion(tx, { runId, id, content, draft: run.draft, before: messages });
}

/** Inserts a question and its empty answer. The caller starts the work after the commit. */
export async function insertQuestion(
  tx: TenantTransaction,
  {
    runId,
    id,
    content,
    draft,
    before,
  }: {
    runId: string;
    id: string;
    content: string;
    draft: PlaygroundDraft;
    before: Pick<PlaygroundMessageRow, "role" | "content" | "state">[];
  },
): Promise<Omit<Work, keyof Person>> {
  if (!(await insertPlaygroundMessage(tx, { id, runId, role: "visitor", content })))
    throw new AppError("message_conflict", "This id already belongs to another message. Use a new id.");
  await namePlaygroundRun(tx, runId, shortenAtWord(content, maxTitle));
  const answerId = newId();
  await insertPlaygroundMessage(tx, { id: answerId, runId, role: "assistant", content: "", state: "running", draft });
  return { runId, id: answerId, question: content, history: historyOf(before), draft };
}

export function startWork(deps: PlaygroundDeps, given: Work): void {
  deps.works.start(given.id, (stop) => work(deps, given, stop));
}

/** The messages that a visitor would have seen before. */
function historyOf(messages: Pick<PlaygroundMessageRow, "role" | "content" | "state">[]): Work["history"] {
  return messages
    .filter(({ content, state }) => state === "done" && content.trim() !== "")
    .map(({ role, content }) => ({ role, content }));
}

/** Marks an abandoned answer as failed, so that it does not block the next question. */
async function passLast(tx: TenantTransaction, last: PlaygroundMessageRow | undefined): Promise<void> {
  if (last?.state !== "running") return;
  if (!last.is_lost)
    throw new AppError("conflict", "The last question is still running. Wait for it, or stop it first.");
  await endPlaygroundMessage(tx, last.id, { state: "failed" });
}
