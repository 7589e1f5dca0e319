import { type KinRow, listKin } from "../../copilot/store/copilot-branches.ts";
import { listPreferenceRows } from "../../copilot/store/copilot-uses.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { isDrifted, similarityOf } from "./branches.ts";
import { type Circumstances, noCircumstances } from "./candidate.ts";
import { decide, type Whose } from "./preferences.ts";

/** Facts about a person and their conversation that are known before the search. */
export interface Standing {
  circumstances: Circumstances;
  /** Documents that are always included, most recently used first. */
  always: { documentId: string; why: string; isByHand: boolean }[];
  /** Documents used in the conversation that this one was forked from. */
  ofParent: readonly string[];
}

/**
 * Reads a person's preferences and the branches related to their conversation.
 * @param about.leftOut documents that they removed from this message manually
 */
export async function readStanding(
  { db }: { db: Database },
  whose: Whose,
  { conversationId, leftOut }: { conversationId: string | null; leftOut: readonly string[] },
): Promise<Standing> {
  const now = new Date();
  const { personId } = whose;
  const { rows, kin } = await withTenant(db, whose.tenantId, async (tx) => ({
    rows: await listPreferenceRows(tx, personId),
    kin: conversationId === null ? [] : await listKin(tx, { personId, conversationId }),
  }));
  const decided = rows.map((row) => ({ row, ...decide(row, now) }));
  const [self, parent] = (["self", "parent"] as const).map((wanted) => kin.find(({ relation }) => relation === wanted));
  const ofKin = (...relations: KinRow["relation"][]) =>
    new Set(kin.filter(({ relation }) => relations.includes(relation)).flatMap((row) => row.document_ids));
  return {
    circumstances: {
      now,
      nearBranch: ofKin("parent", "child"),
      siblingBranch: ofKin("sibling"),
      lastUse: new Map(rows.flatMap((row) => (row.last_used_at ? [[row.document_id, row.last_used_at]] : []))),
      unwanted: new Map(
        decided.flatMap(({ row, effect, reason }) => (effect === "never" ? [[row.document_id, reason]] : [])),
      ),
      leftOut: new Set(leftOut),
      hasDrifted: isDrifted(similarityOf(self?.vector, parent?.vector), self?.answers ?? 0),
    },
    always: decided.flatMap(({ row, effect, reason }) =>
      effect === "always" ? [{ documentId: row.document_id, why: reason, isByHand: row.stance === "always" }] : [],
    ),
    ofParent: parent?.document_ids ?? [],
  };
}

/** Used when reading failed: documents removed from the message manually stay removed. */
export function noStanding(leftOut: readonly string[]): Standing {
  return { circumstances: { ...noCircumstances(new Date()), leftOut: new Set(leftOut) }, always: [], ofParent: [] };
}
