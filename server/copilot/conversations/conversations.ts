import type { z } from "zod";
import type {
  CopilotConversation,
  CopilotConversationItem,
  CopilotListed,
  CopilotMenu,
  conversationChangeSchema,
  JudgementRequest,
} from "../../../protocol/copilot-conversations.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { AppError } from "../../core/errors.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { deleteWithBranches, listFamily, listTrail } from "../store/copilot-branches.ts";
import {
  deleteConversation,
  findConversation,
  listConversations,
  updateConversation,
} from "../store/copilot-conversations.ts";
import { listLibraryVersions } from "../store/copilot-library.ts";
import { listMerges } from "../store/copilot-merges.ts";
import { findCopilotMessage, findNewestRun, judgeFinding, listCopilotMessages } from "../store/copilot-messages.ts";
import { readGiven } from "./conversation-context.ts";
import type { ConversationDeps, Person } from "./deps.ts";
import { notifyConversation } from "./deps.ts";
import { exampleQuestion } from "./example-question.ts";
import { toDocument } from "./library.ts";
import type { RunBook } from "./run-book.ts";
import { bodyOf, toContext, toConversation, toListed, toMessage } from "./views.ts";

type Deps = Pick<ConversationDeps, "db" | "hub">;
/** Conversations per page of the list. */
const pageSize = 50;

const noSuch = () => new AppError("not_found", "Conversation not found.");

/** A person's conversations, the last used first. */
export async function listCopilotConversations(
  { db }: Deps,
  { tenantId, personId }: Person,
  { words, isArchived, cursor }: { words: string; isArchived: boolean; cursor: string | null },
): Promise<{ items: CopilotListed[]; next_cursor: string | null }> {
  const query = { personId, words: words.trim(), isArchived, cursor, limit: pageSize + 1 };
  const rows = await withTenant(db, tenantId, (tx) => listConversations(tx, query));
  const page = rows.slice(0, pageSize);
  return { items: page.map(toListed), next_cursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null };
}

/** A conversation with its messages. @throws AppError `not_found`, also when it is another person's. */
export async function readConversation(
  deps: ConversationDeps & { runs: RunBook },
  { tenantId, personId }: Person,
  id: string,
): Promise<CopilotConversation> {
  const { updatedAt, ...conversation } = await withTenant(deps.db, tenantId, async (tx) => {
    const row = await findOwn(tx, { id, personId });
    const merges = await listMerges(tx, id);
    return {
      updatedAt: row.updated_at,
      ...toConversation(row),
      trail: await listTrail(tx, id),
      context: row.context_kind === null ? null : toContext(row, await readGiven(tx, id)),
      branches: row.branches,
      messages: (await listCopilotMessages(tx, id)).map((message) => toMessage(message, merges)),
    };
  });
  deps.runs.catchUp(deps, { tenantId, personId, conversationId: id }, { updatedAt });
  return conversation;
}

/**
 * Renames, archives, unarchives, closes or opens a conversation.
 * @throws AppError `not_found`; `conflict` when the copilot works in a conversation that is to be closed.
 */
export async function changeConversation(
  deps: Deps,
  person: Person,
  {
    id,
    title,
    is_archived: isArchived,
    is_closed: isClosed,
  }: z.infer<typeof conversationChangeSchema> & { id: string },
): Promise<CopilotConversationItem> {
  const row = await withTenant(deps.db, person.tenantId, async (tx) => {
    await findOwn(tx, { id, personId: person.personId }, { lock: true });
    const last = isClosed ? await findNewestRun(tx, id) : undefined;
    if (last?.state === "running" && !last.is_lost)
      throw new AppError(
        "conflict",
        "The copilot is still working here. Wait for it or stop it before you close the conversation.",
      );
    await updateConversation(tx, id, { title, isArchived, isClosed });
    return findOwn(tx, { id, personId: person.personId });
  });
  await notifyConversation(deps, person, { conversationId: id });
  return toConversation(row);
}

/**
 * Deletes a conversation with its messages. Its branches lose their parent and keep their context.
 * @param branches `erase` deletes its branches too.
 * @throws AppError `not_found`.
 */
export async function eraseConversation(
  deps: Deps,
  person: Person,
  { id, branches = "keep" }: { id: string; branches?: "keep" | "erase" | undefined },
): Promise<void> {
  const { tenantId, personId } = person;
  const changed = await withTenant(deps.db, tenantId, async (tx) => {
    if (branches === "erase") return deleteWithBranches(tx, { id, personId });
    // The branches show their parent, so they have changed too.
    const family = await listFamily(tx, id);
    const parted = family.filter(({ parent_id: parent }) => parent === id).map((branch) => branch.id);
    return (await deleteConversation(tx, { id, personId })) ? [id, ...parted] : [];
  });
  if (changed.length === 0) throw noSuch();
  for (const conversationId of changed) await notifyConversation(deps, person, { conversationId });
}

/** Accepts or dismisses a finding of an audit, or undoes that. @throws AppError `not_found`. */
export async function judge(
  deps: Deps,
  person: Person & { name: string },
  about: JudgementRequest & { conversationId: string; messageId: string; findingId: string },
): Promise<void> {
  const { conversationId, messageId, findingId, verdict, reason = "" } = about;
  await withTenant(deps.db, person.tenantId, async (tx) => {
    await findOwn(tx, { id: conversationId, personId: person.personId });
    const row = await findCopilotMessage(tx, { id: messageId, conversationId }, { lock: true });
    const result = row && bodyOf(row)?.result;
    if (result?.action !== "audit" || !result.findings.some(({ id }) => id === findingId))
      throw new AppError("not_found", "Finding not found.");
    const judgement = verdict && { verdict, reason, by: person.name, at: new Date().toISOString() };
    await judgeFinding(tx, { messageId, findingId, judgement });
  });
  await notifyConversation(deps, person, { conversationId });
}

/** The items that can be tagged, and the actions that are available. */
export async function readMenu(
  deps: Pick<ConversationDeps, "db" | "workersFor" | "profileOf" | "web">,
  tenantId: string,
): Promise<CopilotMenu> {
  const { rows, tenant, question } = await withTenant(deps.db, tenantId, async (tx) => {
    const versions = await listLibraryVersions(tx);
    return { rows: versions, tenant: await findTenant(tx), question: await exampleQuestion(tx, versions) };
  });
  if (!tenant) throw new AppError("not_found", "Tenant not found.");
  const documents = rows.map(toDocument);
  const sets = documents.filter(({ set, is_current: isCurrent }) => set !== null && isCurrent);
  const names = [...new Set(sets.map(({ set }) => set ?? ""))].toSorted();
  return {
    documents,
    sets: names.map((name) => ({ name, documents: sets.filter(({ set }) => set === name).length })),
    has_web: deps.web !== undefined,
    has_model: deps.workersFor({ tenant: deps.profileOf(tenant), recordCall: () => {} }).hasModel,
    question,
  };
}

async function findOwn(tx: TenantTransaction, own: { id: string; personId: string }, { lock = false } = {}) {
  const row = await findConversation(tx, own, { lock });
  if (!row) throw noSuch();
  return row;
}
