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
/** Messages of one run; a talk of a visitor that goes on longer is not read word for word either. */
const mostMessages = 120;

/**
 * Takes a question and works on it; what comes of it is read from the run. The same message sent twice is asked once.
 * @throws AppError `not_found`; `conflict` while the last one is worked on, or when the run is full.
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

/** Writes a question down, with the answer that is to be written; null: it was taken before. The caller begins the work once this is stored. */
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

/** Adds a question and the answer that is to be written. The caller begins the work once this is stored. */
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

/** What a visitor would have read before. */
function historyOf(messages: Pick<PlaygroundMessageRow, "role" | "content" | "state">[]): Work["history"] {
  return messages
    .filter(({ content, state }) => state === "done" && content.trim() !== "")
    .map(({ role, content }) => ({ role, content }));
}

/** An answer that nobody works on any more stands in nobody's way. */
async function passLast(tx: TenantTransaction, last: PlaygroundMessageRow | undefined): Promise<void> {
  if (last?.state !== "running") return;
  if (!last.is_lost)
    throw new AppError("conflict", "The last question is still running. Wait for it, or stop it first.");
  await endPlaygroundMessage(tx, last.id, { state: "failed" });
}
