import { maxPlaygroundChars, type NewPlaygroundRun, type PlaygroundDraft } from "../../../protocol/playground.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { listMessagesBefore } from "../../tickets/store/messages.ts";
import { findTicket } from "../../tickets/store/tickets.ts";
import {
  insertPlaygroundMessage,
  listPlaygroundMessages,
  type PlaygroundMessageRow,
} from "../store/playground-messages.ts";
import { findPlaygroundRun, insertPlaygroundRun } from "../store/playground-runs.ts";
import { insertQuestion, startWork, takeQuestion } from "./ask.ts";
import type { Person, PlaygroundDeps } from "./deps.ts";

/** Most ticket messages copied into a run: as many as models receive verbatim. `mostRead` limits how far back a message is searched. */
const mostGiven = 20;
const mostRead = 500;
const noRun = () => new AppError("not_found", "Run not found.");
const noMessage = () => new AppError("not_found", "Message not found.");

/**
 * Starts a run: empty, with a first message, with the messages of a ticket, or as another attempt at an answer. A question is processed at
 * once, and the same first message starts only one run.
 * @returns its id. @throws AppError `not_found`, also for another person's run; `invalid_request` for a model that is not configured;
 * `conflict` while the answer is still being written.
 */
export async function beginRun(deps: PlaygroundDeps, person: Person, wish: NewPlaygroundRun): Promise<string> {
  if ([wish.branch, wish.ticket, wish.message].filter(Boolean).length > 1)
    throw new AppError("invalid_request", "Start a run with exactly one of: ticket, branch or message.");
  deps.checkModels(wish.draft?.models);
  const id = wish.message?.id ?? newId();
  const draft = wish.draft ?? {};
  const begun = await withTenant(deps.db, person.tenantId, async (tx) => {
    if (wish.ticket && !(await findTicket(tx, wish.ticket.id))) throw new AppError("not_found", "Ticket not found.");
    if (wish.branch) return branch(tx, person, { id, draft, ...wish.branch });
    const ticketId = wish.ticket?.id ?? null;
    await insertPlaygroundRun(tx, { id, personId: person.personId, title: "", ticketId, parent: null, draft });
    if (wish.message) return takeQuestion(tx, person, { ...wish.message, runId: id });
    return wish.ticket ? assignTicket(tx, { ...wish.ticket, runId: id, draft }) : null;
  });
  if (begun) startWork(deps, { ...person, ...begun });
  return id;
}

/** Copies the messages and the question, with another draft. */
async function branch(
  tx: TenantTransaction,
  { personId }: Person,
  {
    id,
    draft,
    run_id: runId,
    message_id: messageId,
  }: NonNullable<NewPlaygroundRun["branch"]> & {
    id: string;
    draft: PlaygroundDraft;
  },
) {
  const parent = await findPlaygroundRun(tx, { id: runId, personId });
  if (!parent) throw noRun();
  const messages = await listPlaygroundMessages(tx, runId);
  const at = messages.findIndex((message) => message.id === messageId);
  const [question, answer] = [messages[at - 1], messages[at]];
  if (answer?.role !== "assistant" || question?.role !== "visitor") throw noMessage();
  if (answer.state === "running" && !answer.is_lost)
    throw new AppError("conflict", "This answer is still being written. Wait for it, or stop it first.");
  const before = messages.slice(0, at - 1).filter(({ state }) => state === "done");
  await insertPlaygroundRun(tx, {
    id,
    personId,
    title: parent.title,
    ticketId: parent.ticket_id,
    parent: { runId, messageId },
    draft,
  });
  await give(tx, id, before);
  return insertQuestion(tx, { runId: id, id: newId(), content: question.content, draft, before });
}

async function give(
  tx: TenantTransaction,
  runId: string,
  messages: Pick<PlaygroundMessageRow, "role" | "content">[],
): Promise<void> {
  for (const { role, content } of messages)
    if (content.trim() !== "") await insertPlaygroundMessage(tx, { id: newId(), runId, role, content, isGiven: true });
}

/**
 * Copies a ticket's messages up to the given one; an agent's messages become the assistant's. A visitor's message is asked again; any other
 * message ends the history.
 */
async function assignTicket(
  tx: TenantTransaction,
  {
    id,
    message_id: messageId,
    runId,
    draft,
  }: NonNullable<NewPlaygroundRun["ticket"]> & {
    runId: string;
    draft: PlaygroundDraft;
  },
) {
  const all = await listMessagesBefore(tx, id, { sequence: Number.MAX_SAFE_INTEGER, limit: mostRead });
  const at = messageId === undefined ? all.length - 1 : all.findIndex(({ message }) => message.id === messageId);
  if (at < 0 && messageId !== undefined) throw noMessage();
  const said = all
    .slice(0, at + 1)
    .map(({ message }) => message)
    .filter(({ role, content }) => role !== "system" && content.trim() !== "");
  const last = said.at(-1);
  const question = last?.role === "visitor" ? last : undefined;
  const before = (question ? said.slice(0, -1) : said).slice(-mostGiven).map(({ role, content }) => ({
    role: role === "visitor" ? ("visitor" as const) : ("assistant" as const),
    content,
    state: "done" as const,
  }));
  await give(tx, runId, before);
  if (!question) return null;
  const content = question.content.slice(0, maxPlaygroundChars);
  return insertQuestion(tx, { runId, id: newId(), content, draft, before });
}
