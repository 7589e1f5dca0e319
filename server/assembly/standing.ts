import { listPreferenceRows } from "../store/copilot-uses.ts";
import type { Database } from "../store/database.ts";
import { withTenant } from "../store/transaction.ts";
import { type BranchSource, hasDrifted, type Kin } from "./branches.ts";
import { type Circumstances, noCircumstances } from "./candidate.ts";
import { decide, type Whose } from "./preferences.ts";

/** What is known of a person and of the conversation that they write in, before anything is looked for. */
export interface Standing {
  circumstances: Circumstances;
  /** Documents that go in always, used last first. */
  always: { documentId: string; why: string; isByHand: boolean }[];
  /** What the conversation was forked from. */
  parent: Kin | null;
}

export interface StandingDeps {
  db: Database;
  branches: BranchSource;
}

/**
 * Reads a person's preferences and the branches beside their conversation.
 * @param about.leftOut documents that they took out of this message by hand
 */
export async function readStanding(
  { db, branches }: StandingDeps,
  whose: Whose,
  { conversationId, leftOut }: { conversationId: string | null; leftOut: readonly string[] },
): Promise<Standing> {
  const now = new Date();
  const [rows, family] = await Promise.all([
    withTenant(db, whose.tenantId, (tx) => listPreferenceRows(tx, whose.personId)),
    conversationId === null ? { vector: null, answers: 0, kin: [] } : branches.familyOf(whose, conversationId),
  ]);
  const decided = rows.map((row) => ({ row, ...decide(row, now) }));
  const ofKin = (relations: readonly Kin["relation"][]) =>
    new Set(family.kin.filter(({ relation }) => relations.includes(relation)).flatMap((kin) => kin.documentIds));
  return {
    circumstances: {
      now,
      nearBranch: ofKin(["parent", "child"]),
      siblingBranch: ofKin(["sibling"]),
      lastUse: new Map(rows.flatMap((row) => (row.last_used_at ? [[row.document_id, row.last_used_at]] : []))),
      unwanted: new Map(
        decided.flatMap(({ row, effect, reason }) => (effect === "never" ? [[row.document_id, reason]] : [])),
      ),
      leftOut: new Set(leftOut),
      hasDrifted: hasDrifted(family),
    },
    always: decided.flatMap(({ row, effect, reason }) =>
      effect === "always" ? [{ documentId: row.document_id, why: reason, isByHand: row.stance === "always" }] : [],
    ),
    parent: family.kin.find(({ relation }) => relation === "parent") ?? null,
  };
}

/** Where nothing could be read: what was taken out of the message by hand stays out. */
export function noStanding(leftOut: readonly string[]): Standing {
  return {
    circumstances: { ...noCircumstances(new Date()), leftOut: new Set(leftOut) },
    always: [],
    parent: null,
  };
}
