import type { BranchNode, BranchRequest, BranchTree, Drift, MergeRequest } from "../../../protocol/copilot-branches.ts";
import type { CopilotBody } from "../../../protocol/copilot-conversations.ts";
import { isDrifted, similarityOf } from "../../assistant/retrieval-context/branches.ts";
import { AppError } from "../../core/errors.ts";
import { shorten } from "../../core/text/shorten.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { summaryByRules } from "../conversation-summary.ts";
import { type FamilyRow, insertBranch, listFamily, type NewBranch } from "../store/copilot-branches.ts";
import { type CopilotConversationRow, findConversation } from "../store/copilot-conversations.ts";
import { insertMerge, listMerges } from "../store/copilot-merges.ts";
import {
  type CopilotMessageRow,
  findCopilotMessage,
  insertCopilotMessage,
  type NewCopilotMessage,
} from "../store/copilot-messages.ts";
import { type Before, noContext, readEarlierMessages } from "./conversation-context.ts";
import { type ConversationDeps, notifyConversation, type Person, type RunPlace } from "./deps.ts";
import type { RunBook } from "./run-book.ts";
import { bodyOf, judgedOf } from "./views.ts";

/** Most conversations of one family that the tree shows. */
const maxInFamily = 100;

/**
 * Starts a branch after a message, with the chosen part of its conversation as context. The context is stored with the branch, so later
 * changes of the parent do not affect it. Rules write a summary first; a model's summary replaces it. A second call with the same id makes
 * no second branch.
 * @throws AppError `not_found`; `conflict` while the copilot works on the message, or when another branch has the id.
 */
export async function forkConversation(
  deps: ConversationDeps & { runs: RunBook },
  person: Person,
  { conversationId, messageId, ...wish }: BranchRequest & RunPlace,
): Promise<void> {
  const { id, kind, title = "" } = wish;
  const { personId } = person;
  const made = await withTenant(deps.db, person.tenantId, async (tx) => {
    const parent = await findConversation(tx, { id: conversationId, personId }, { lock: true });
    const message = parent && (await findCopilotMessage(tx, { id: messageId, conversationId }));
    if (!message) throw new AppError("not_found", "Message not found.");
    const known = await findConversation(tx, { id, personId });
    if (known?.parent_message_id === messageId && known.context_kind === kind) return null;
    if (known) throw taken();
    if (message.state === "running" && !message.is_lost)
      throw new AppError(
        "conflict",
        "The copilot is still working on this message. Wait for it or stop it, then branch.",
      );
    if ((await listFamily(tx, conversationId)).length >= maxInFamily)
      throw new AppError("conflict", `A conversation can have at most ${maxInFamily} branches. Delete some first.`);
    const before = await readEarlierMessages(tx, { conversationId, upTo: message.seq });
    const context = contextOf(before, message, wish);
    const forked = { id: messageId, seq: message.seq };
    if (!(await insertBranch(tx, { id, title, parent, forked, kind, ...context }))) throw taken();
    return { id };
  });
  if (!made) return;
  await notifyConversation(deps, person, { conversationId });
  await notifyConversation(deps, person, { conversationId: id });
  // The parent now belongs to a family, so it needs a summary for the comparison with its branches.
  deps.runs.sumUp(deps, { ...person, conversationId });
  if (kind === "summary") deps.runs.sumUp(deps, { ...person, conversationId: id });
}

const taken = () => new AppError("conflict", "This id already belongs to another conversation. Use a new id.");

/** The context from the parent: everything, a summary with the used documents, or the marked words with the documents of their message. */
function contextOf(
  { registry, said }: Before,
  message: CopilotMessageRow,
  { kind, text = "" }: Pick<BranchRequest, "kind" | "text">,
): Pick<NewBranch, "text" | "by" | "given"> {
  if (kind === "anchor") {
    const documents = bodyOf(message)?.documents ?? [];
    return { text: text.trim(), by: null, given: { ...noContext, documents } };
  }
  if (kind === "summary")
    return { text: summaryByRules("", said), by: "rules", given: { ...noContext, documents: registry } };
  const notes = said.filter(({ role }) => role === "note").map(({ content }) => content);
  const messages = said.filter(({ role }) => role !== "note");
  return { text: "", by: null, given: { said: messages, notes, documents: registry } };
}

const maxForkedWords = 80;

/** All conversations with the same root, the root first. @throws AppError `not_found`, also when it is another person's. */
export async function readTree(
  deps: ConversationDeps & { runs: RunBook },
  { tenantId, personId }: Person,
  id: string,
): Promise<BranchTree> {
  const rows = await withTenant(deps.db, tenantId, async (tx) => {
    if (!(await findConversation(tx, { id, personId }))) throw new AppError("not_found", "Conversation not found.");
    return listFamily(tx, id);
  });
  const root = rows[0];
  if (!root) throw new AppError("not_found", "Conversation not found.");
  for (const { id: conversationId, is_behind: isBehind, updated_at: updatedAt } of rows)
    if (isBehind) deps.runs.catchUp(deps, { tenantId, personId, conversationId }, { updatedAt });
  return { root_id: root.id, items: below(root, rows).map((row) => toNode(row, rows)) };
}

/** Lists parents before their branches, each followed by all its descendants. */
function below(row: FamilyRow, rows: readonly FamilyRow[]): FamilyRow[] {
  return [row, ...rows.filter(({ parent_id: id }) => id === row.id).flatMap((branch) => below(branch, rows))];
}

function toNode(row: FamilyRow, rows: readonly FamilyRow[]): BranchNode {
  const { parent_message_id: messageId, forked_seq: seq, forked_words: words } = row;
  return {
    id: row.id,
    title: row.title,
    parent_id: row.parent_id,
    forked_at:
      row.parent_id === null || messageId === null || seq === null
        ? null
        : { message_id: messageId, seq, words: shorten(words ?? "", maxForkedWords) },
    context_kind: row.context_kind,
    is_closed: row.closed_at !== null,
    is_archived: row.archived_at !== null,
    state: row.state,
    messages: row.messages,
    brought_back: row.brought_back,
    summary: row.summary,
    drift: driftOf(row, rows),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Similarity of a branch and its parent, and whether the branch has drifted; null for a root. */
export function driftOf(row: FamilyRow, rows: readonly FamilyRow[]): Drift | null {
  const parent = rows.find(({ id }) => id === row.parent_id);
  if (!parent) return null;
  const similarity = similarityOf(row.vector, parent.vector);
  // A question and its answer are two messages.
  return { similarity, has_drifted: isDrifted(similarity, Math.floor(row.messages / 2)) };
}

type Teller = Person & { name: string; actor: AuditActor };

/**
 * Copies a message of a branch, or one finding of it, to the parent, with its evidence. Copying it again changes nothing. Both
 * conversations and the audit log show the copy.
 * @throws AppError `not_found`; `conflict` when it is no branch, its parent is closed or the message is not done.
 */
export async function copyToParent(
  deps: ConversationDeps & { runs: RunBook },
  person: Teller,
  { conversationId, ...wish }: MergeRequest & { conversationId: string },
): Promise<void> {
  const { personId } = person;
  const parentId = await withTenant(deps.db, person.tenantId, async (tx) => {
    const found = await findConversation(tx, { id: conversationId, personId });
    if (!found) throw new AppError("not_found", "Conversation not found.");
    if (found.parent_id === null)
      throw new AppError("conflict", "This conversation is not a branch, so it has no parent conversation.");
    // The parent is locked before its branch, as in a fork; the opposite order could deadlock.
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
  await notifyConversation(deps, person, { conversationId: parentId });
  await notifyConversation(deps, person, { conversationId });
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

/** Builds the message for the parent. @throws AppError `conflict`, `not_found`. */
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

/** An audit with only this finding and its excerpts. */
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
