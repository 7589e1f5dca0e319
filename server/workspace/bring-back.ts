import type { MergeRequest } from "../../protocol/copilot-branches.ts";
import type { CopilotBody } from "../../protocol/copilot-talk.ts";
import { AppError } from "../errors.ts";
import { type AuditActor, insertAudit } from "../store/audit-log.ts";
import { type CopilotConversationRow, findConversation } from "../store/copilot-conversations.ts";
import { insertMerge, listMerges } from "../store/copilot-merges.ts";
import {
  type CopilotMessageRow,
  findCopilotMessage,
  insertCopilotMessage,
  type NewCopilotMessage,
} from "../store/copilot-messages.ts";
import { type TenantTransaction, withTenant } from "../store/transaction.ts";
import type { Person, WorkspaceDeps } from "./deps.ts";
import { tellConversation } from "./deps.ts";
import type { RunBook } from "./run-book.ts";
import { bodyOf, judgedOf } from "./views.ts";

type Teller = Person & { name: string; actor: AuditActor };

/**
 * Makes a message of a branch, or one finding of it, a message of its parent, with what it rests on. The same one brought back again stays one, by
 * its own id as by what it was taken from. Both conversations say of it, and so does the audit log.
 * @throws AppError `not_found`; `conflict` when it is no branch, its parent is closed or what is brought back is not done.
 */
export async function bringBack(
  deps: WorkspaceDeps & { runs: RunBook },
  person: Teller,
  { conversationId, ...wish }: MergeRequest & { conversationId: string },
): Promise<void> {
  const { personId } = person;
  const parentId = await withTenant(deps.db, person.tenantId, async (tx) => {
    const found = await findConversation(tx, { id: conversationId, personId });
    if (!found) throw new AppError("not_found", "Conversation not found.");
    if (found.parent_id === null)
      throw new AppError("conflict", "This conversation is not a branch, so it has no parent conversation.");
    // The parent before its branch, as a fork holds them: two the other way round would wait for each other.
    const parent = await findConversation(tx, { id: found.parent_id, personId }, { lock: true });
    const branch = await findConversation(tx, { id: conversationId, personId }, { lock: true });
    if (!parent || branch?.parent_id !== parent.id)
      throw new AppError("conflict", "The parent conversation was deleted.");
    const row = await findCopilotMessage(tx, { id: wish.message_id, conversationId });
    if (!row) throw new AppError("not_found", "Message not found.");
    if (await isThere(tx, parent, wish)) return null;
    if (parent.closed_at !== null)
      throw new AppError("conflict", "The parent conversation is closed. Reopen it first.");
    const message = messageOf(row, wish.finding_id);
    if (!(await insertCopilotMessage(tx, { ...message, id: wish.id, conversationId: parent.id })))
      throw new AppError("conflict", "This id already belongs to another message. Use a new id.");
    const from = { conversationId, messageId: row.id, findingId: wish.finding_id ?? null, title: branch.title };
    await insertMerge(tx, { messageId: wish.id, conversationId: parent.id, from, byName: person.name });
    await insertAudit(tx, {
      actor: person.actor,
      action: "copilot.bring_back",
      target: { kind: "copilot_conversation", id: parent.id },
      detail: { from: conversationId, message: row.id, as: wish.id },
    });
    return parent.id;
  });
  if (parentId === null) return;
  await tellConversation(deps, person, { conversationId: parentId });
  await tellConversation(deps, person, { conversationId });
  deps.runs.sumUp(deps, { ...person, conversationId: parentId });
}

async function isThere(tx: TenantTransaction, parent: CopilotConversationRow, wish: MergeRequest): Promise<boolean> {
  return (await listMerges(tx, parent.id)).some(
    (merge) =>
      merge.conversation_id === parent.id &&
      merge.from_message_id === wish.message_id &&
      merge.finding_id === (wish.finding_id ?? null),
  );
}

/** What stands in the parent then. @throws AppError `conflict`, `not_found`. */
function messageOf(
  row: CopilotMessageRow,
  findingId: string | undefined,
): Omit<NewCopilotMessage, "id" | "conversationId"> {
  const { role, content, mentions, attached, action } = row;
  if (row.state !== "done") throw new AppError("conflict", "This message has no result to copy.");
  const body = bodyOf(row);
  if (findingId === undefined) return { role, content, mentions, attached, action, body, judged: judgedOf(row) };
  const one = body && findingAlone(body, findingId);
  if (!one) throw new AppError("not_found", "Finding not found.");
  const verdict = judgedOf(row)[findingId];
  return {
    role,
    content: "One finding from an audit.",
    action,
    body: one,
    judged: verdict ? { [findingId]: verdict } : {},
  };
}

/** A check that found this one thing, with the words that it rests on. */
function findingAlone({ result, excerpts, documents, ...rest }: CopilotBody, findingId: string): CopilotBody | null {
  const finding = result?.action === "audit" ? result.findings.find(({ id }) => id === findingId) : undefined;
  const excerpt = finding && excerpts[finding.there];
  if (result?.action !== "audit" || !finding || !excerpt) return null;
  return {
    ...rest,
    result: { ...result, findings: [{ ...finding, there: 0 }], statements: 1, matched: 1 },
    excerpts: [excerpt],
    documents: documents.filter(({ version_id: id }) => id === finding.target_version_id),
  };
}
