import type {
  AddSnippetRequest,
  ChangeSnippetRequest,
  SnippetListQuery,
  SnippetListResponse,
  SnippetView,
} from "../../../protocol/admin-snippets.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { deleteDocument, lockDocument } from "../store/documents.ts";
import * as store from "../store/snippets.ts";
import { auditAction, type KnowledgeDeps } from "./deps.ts";
import { pageOf } from "./page.ts";
import { purgeDocument } from "./purge-document.ts";
import { queueJob } from "./queue-job.ts";
import { runHere } from "./run-here.ts";

/** The acting member, and whether their snippets go live without a review. */
export interface SnippetKeeper extends store.SnippetPerson {
  isReviewer: boolean;
}

/** A reviewer's decision. */
export type SnippetDecision = "approve" | "reject" | "withdraw";

/** One page of a tenant's snippets, newest first, with the number of snippets per state. */
export async function listSnippets(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  { state, q, ...page }: SnippetListQuery,
): Promise<SnippetListResponse> {
  const found = await pageOf(page, async (window) => {
    const rows = await withTenant(db, tenantId, (tx) => store.listSnippets(tx, { state, q, ...window }));
    return rows.map(toView);
  });
  const counted = await withTenant(db, tenantId, (tx) => store.countSnippets(tx));
  return { ...found, counts: { proposed: 0, live: 0, rejected: 0, withdrawn: 0, due: 0, ...counted } };
}

/** @throws AppError `not_found`. */
export async function readSnippet(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  id: string,
): Promise<SnippetView> {
  const row = await withTenant(db, tenantId, (tx) => store.findSnippet(tx, id));
  if (!row) throw snippetNotFound();
  return toView(row);
}

/** Adds a question and its answer. The snippet is live when a reviewer adds it, otherwise proposed. */
export async function addSnippet(
  deps: KnowledgeDeps,
  tenantId: string,
  { keeper, review_by: reviewBy = null, ...texts }: AddSnippetRequest & { keeper: SnippetKeeper },
): Promise<SnippetView> {
  const id = newId();
  const isLive = keeper.isReviewer;
  const job = await withTenant(deps.db, tenantId, async (tx) => {
    await store.insertSnippet(tx, { ...texts, id, ticketId: null, owner: keeper, isLive, reviewBy });
    await auditAction(tx, deps, { action: isLive ? "snippet.publish" : "snippet.propose", id });
    return isLive ? queueSnippet(tx, id) : null;
  });
  if (job) await runHere(deps, tenantId, job);
  return readSnippet(deps, tenantId, id);
}

/**
 * Changes the question and answer. Reviewers can change every snippet; others can change only their own proposals before a decision.
 * @throws AppError `not_found`, `forbidden`.
 */
export async function changeSnippet(
  deps: KnowledgeDeps,
  tenantId: string,
  { id, change, keeper }: { id: string; change: ChangeSnippetRequest; keeper: SnippetKeeper },
): Promise<SnippetView> {
  const job = await withTenant(deps.db, tenantId, async (tx) => {
    const { state, created_by: ownerId } = await mustLock(tx, id);
    if (!keeper.isReviewer && (state !== "proposed" || ownerId !== keeper.id))
      throw new AppError(
        "forbidden",
        "You can change only your own proposals that are not yet approved. Ask a manager.",
      );
    const { review_by: reviewBy, ...texts } = change;
    await store.updateSnippetText(tx, id, { ...texts, reviewBy });
    await auditAction(tx, deps, { action: "snippet.change", id, detail: { fields: Object.keys(change) } });
    const isSaidAnew = texts.question !== undefined || texts.answer !== undefined;
    return state === "live" && isSaidAnew ? queueSnippet(tx, id) : null;
  });
  if (job) await runHere(deps, tenantId, job);
  return readSnippet(deps, tenantId, id);
}

/**
 * Approves, rejects or withdraws a snippet. An approved snippet is searchable when the call returns. A withdrawn snippet is no longer
 * searchable, and cached answers that use it are purged. Repeating a decision changes nothing.
 * @throws AppError `not_found`, or `conflict` when the state does not allow the decision.
 */
export async function decideSnippet(
  deps: KnowledgeDeps,
  tenantId: string,
  { id, decision, keeper }: { id: string; decision: SnippetDecision; keeper: SnippetKeeper },
): Promise<SnippetView> {
  const job = await withTenant(deps.db, tenantId, async (tx) => {
    const { state } = await mustLock(tx, id);
    if (state === outcomes[decision]) return null;
    if ((decision === "reject" && state !== "proposed") || (decision === "withdraw" && state !== "live"))
      throw new AppError("conflict", `A ${state} snippet cannot be ${outcomes[decision]}.`);
    const isLive = decision === "approve";
    await store.updateSnippetState(tx, id, { state: outcomes[decision], reviewer: keeper });
    await auditAction(tx, deps, { action: `snippet.${decision}`, id });
    if (isLive) return queueSnippet(tx, id);
    await removeDocumentOf(tx, id);
    return null;
  });
  if (job) await runHere(deps, tenantId, job);
  else await deps.purgeCache(tenantId);
  return readSnippet(deps, tenantId, id);
}

const outcomes = { approve: "live", reject: "rejected", withdraw: "withdrawn" } as const;

/** Deletes a snippet with its document. The ticket keeps its answer. @throws AppError `not_found`. */
export async function deleteSnippet(deps: KnowledgeDeps, tenantId: string, id: string): Promise<void> {
  await withTenant(deps.db, tenantId, async (tx) => {
    await mustLock(tx, id);
    await removeDocumentOf(tx, id);
    await store.deleteSnippet(tx, id);
    await auditAction(tx, deps, { action: "snippet.delete", id });
  });
  await deps.purgeCache(tenantId);
}

async function mustLock(tx: TenantTransaction, id: string): Promise<store.SnippetRow> {
  const row = await store.lockSnippet(tx, id);
  if (!row) throw snippetNotFound();
  return row;
}

async function removeDocumentOf(tx: TenantTransaction, id: string): Promise<void> {
  const documentId = (await store.findSnippet(tx, id))?.document_id;
  const document = documentId ? await lockDocument(tx, documentId) : undefined;
  if (!documentId || !document) return;
  await deleteDocument(tx, documentId);
  await purgeDocument(tx, { id: documentId, current_version_id: document.current_version_id });
}

function queueSnippet(tx: TenantTransaction, id: string): Promise<QueuedJob> {
  return queueJob(tx, { kind: "snippet", targetId: id, documentId: null });
}

function snippetNotFound(): AppError {
  return new AppError("not_found", "Snippet not found.");
}

function toView(row: store.SnippetRow): SnippetView {
  return {
    id: row.id,
    state: row.state,
    question: row.question,
    answer: row.answer,
    owner: { id: row.created_by, name: row.author },
    ticket:
      row.ticket_id !== null && row.ticket_number !== null ? { id: row.ticket_id, number: row.ticket_number } : null,
    review: row.reviewed_at && row.reviewer !== null ? { name: row.reviewer, at: row.reviewed_at.toISOString() } : null,
    review_by: row.review_by,
    document_id: row.document_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
