import { type ContextRecord, contextRecordSchema } from "../../../protocol/context-record.ts";
import type { ContextPreview, ContextPreviewRequest } from "../../../protocol/copilot-preferences.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { AppError } from "../../core/errors.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { findTitles } from "../../knowledge/store/documents.ts";
import { gatherFor } from "../gather.ts";
import { resolveDocuments } from "../nodes/resolve-documents.ts";
import { resolveIntent } from "../nodes/resolve-intent.ts";
import type { CopilotPorts } from "../ports.ts";
import { freshState } from "../state.ts";
import { findConversation } from "../store/copilot-conversations.ts";
import { findContextRecord } from "../store/copilot-messages.ts";
import { assemblerFor } from "./assemble.ts";
import { readEarlierMessages } from "./conversation-context.ts";
import type { ConversationDeps, Person, RunPlace } from "./deps.ts";
import { libraryFor } from "./library.ts";

/** Longest time for a preview, in ms. */
const previewMs = 5_000;

/** The context of an answer of the copilot, with titles. @throws AppError `not_found`, also when it is another person's. */
export async function readContext(
  { db }: Pick<ConversationDeps, "db">,
  { tenantId, personId }: Person,
  { conversationId, messageId }: RunPlace,
): Promise<ContextRecord | null> {
  return withTenant(db, tenantId, async (tx) => {
    const conversation = await findConversation(tx, { id: conversationId, personId });
    const stored = conversation && (await findContextRecord(tx, { id: messageId, conversationId }));
    if (stored === undefined) throw new AppError("not_found", "Message not found.");
    return withTitles(tx, contextRecordSchema.safeParse(stored).data ?? null);
  });
}

/**
 * The context for the message as typed so far. It calls no model, so typing costs nothing.
 * @throws AppError `not_found` when the conversation is another person's.
 */
export async function previewContext(
  deps: ConversationDeps,
  person: Person,
  { text, mentions = {}, attached, conversation_id }: ContextPreviewRequest,
): Promise<ContextPreview> {
  const { tenantId } = person;
  const conversationId = conversation_id ?? null;
  const { tenant, before } = await readConversationOf(deps, person, conversationId);
  const library = libraryFor(deps, tenantId);
  const signal = AbortSignal.timeout(previewMs);
  const assembler = assemblerFor(deps, person, { conversationId, mentions, library, signal });
  const ports: CopilotPorts = {
    ...library,
    ...before,
    assemble: assembler.assemble,
    model: deps.workersFor({ tenant: deps.profileOf(tenant), recordCall: () => {} }).model,
    signal,
    locale: tenant.locale,
    hasWeb: false,
    // The preview sends no unsent text to a search engine.
    findOnWeb: () => Promise.resolve(null),
    embeddingModel: deps.embeddings.model,
    tell: () => {},
  };
  const typed = freshState({ message: text, mentions, attached: attached ?? null });
  const meant = { ...typed, ...(await resolveIntent(typed, ports)) };
  // A text with an unclear intent counts as a question.
  const action = meant.action ?? "inquire";
  const state = { ...meant, action, ...(await resolveDocuments({ ...meant, action }, ports)) };
  if (action === "inquire" && state.question === null) await gatherFor.inquire(state, text, ports);
  const context = await withTenant(deps.db, tenantId, (tx) => withTitles(tx, assembler.record()));
  return { action, documents: state.documents, context };
}

async function readConversationOf(
  { db }: ConversationDeps,
  { tenantId, personId }: Person,
  conversationId: string | null,
) {
  return withTenant(db, tenantId, async (tx) => {
    const tenant = await findTenant(tx);
    const isThere =
      conversationId === null || (await findConversation(tx, { id: conversationId, personId })) !== undefined;
    if (!tenant || !isThere) throw new AppError("not_found", "Conversation not found.");
    const nothing = { said: [], registry: [] };
    const upTo = Number.MAX_SAFE_INTEGER;
    return {
      tenant,
      before: conversationId === null ? nothing : await readEarlierMessages(tx, { conversationId, upTo }),
    };
  });
}

async function withTitles(tx: TenantTransaction, record: ContextRecord | null): Promise<ContextRecord | null> {
  if (!record) return null;
  const entries = [...record.taken, ...record.left_out];
  const titles = await findTitles(tx, [
    ...new Set(entries.flatMap(({ document_id: id }) => (id === null ? [] : [id]))),
  ]);
  const named = (entry: (typeof entries)[number]) => {
    const title = entry.document_id === null ? undefined : titles.get(entry.document_id);
    return title === undefined ? entry : { ...entry, title };
  };
  return { ...record, taken: record.taken.map(named), left_out: record.left_out.map(named) };
}
