import type { BranchNode, BranchTree, Drift } from "../../protocol/copilot-branches.ts";
import { leastAnswers } from "../assembly/branches.ts";
import { AppError } from "../errors.ts";
import { type FamilyRow, listFamily } from "../store/copilot-branches.ts";
import { findConversation } from "../store/copilot-conversations.ts";
import { withTenant } from "../store/transaction.ts";
import { shorten } from "../text/shorten.ts";
import type { Person, WorkspaceDeps } from "./deps.ts";
import type { RunBook } from "./run-book.ts";

/** Below this a branch speaks of something else than where it began (design section 9). */
const leastSimilarity = 0.3;
const maxForkedWords = 80;

/** Everything that was forked from one root, the root first. @throws AppError `not_found`, also where it is another person's. */
export async function readTree(
  deps: WorkspaceDeps & { runs: RunBook },
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

/** Parents before their branches, each with all that hangs on it. */
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

/** How far a branch is from its parent; null of a root. */
export function driftOf(row: FamilyRow, rows: readonly FamilyRow[]): Drift | null {
  const parent = rows.find(({ id }) => id === row.parent_id);
  if (!parent) return null;
  const similarity = similarityOf(row, parent);
  // A question and its answer are two messages.
  const isJudged = row.messages >= 2 * leastAnswers;
  return { similarity, has_drifted: isJudged && similarity !== null && similarity < leastSimilarity };
}

type Summed = Pick<FamilyRow, "embedding" | "embedding_model">;

/** Of two summaries; null where one has no vector, or they are of two models. */
export function similarityOf(one: Summed, other: Summed): number | null {
  if (!one.embedding || !other.embedding || one.embedding_model !== other.embedding_model) return null;
  const theirs = other.embedding;
  // Vectors are of length one.
  const dot = one.embedding.reduce((sum, value, at) => sum + value * (theirs[at] ?? 0), 0);
  return Math.min(1, Math.max(-1, dot));
}
