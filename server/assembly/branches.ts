import { listKin } from "../store/copilot-branches.ts";
import type { Database } from "../store/database.ts";
import { withTenant } from "../store/transaction.ts";

/** A conversation beside another one: what it was forked from, what was forked from it, or what was forked from the same. */
export interface Kin {
  conversationId: string;
  relation: "parent" | "child" | "sibling";
  /** What was said in it, in a few lines; empty where nobody has written it yet. */
  summary: string;
  vector: { model: string; values: readonly number[] } | null;
  documentIds: readonly string[];
}

/** A conversation among those that it is related to. */
export interface Family {
  /** Of the conversation itself. */
  vector: Kin["vector"];
  answers: number;
  kin: Kin[];
}

/** Where branches are known. */
export interface BranchSource {
  /** Empty for a conversation that was never forked, and for one of somebody else. */
  familyOf(whose: { tenantId: string; personId: string }, conversationId: string): Promise<Family>;
}

/** Conversations know what they were forked from. */
export function storedBranches(db: Database): BranchSource {
  return {
    familyOf: ({ tenantId, personId }, conversationId) =>
      withTenant(db, tenantId, async (tx) => {
        const rows = await listKin(tx, { personId, conversationId });
        const own = rows.find(({ relation }) => relation === "self");
        const kin = rows.flatMap(({ relation, id, summary, vector, document_ids: documentIds }) =>
          relation === "self" ? [] : [{ conversationId: id, relation, summary, vector, documentIds }],
        );
        return { vector: own?.vector ?? null, answers: own?.answers ?? 0, kin };
      }),
  };
}

/** Summaries that are less alike speak of different things (design section 9). */
const leastAlike = 0.3;
/** One open question tells nothing of where a branch goes (docs/benchmarks, "Branches that moved away"). */
const leastAnswers = 3;

/** Whether a branch speaks of other things by now than what it was forked from, after three answers. */
export function isDrifted(similarity: number | null, answers: number): boolean {
  return answers >= leastAnswers && similarity !== null && similarity < leastAlike;
}

/** The same for a conversation among those that it is related to. */
export function hasDrifted({ vector, answers, kin }: Family): boolean {
  const parent = kin.find(({ relation }) => relation === "parent");
  return isDrifted(similarityOf(vector, parent?.vector ?? null), answers);
}

/** How alike two summaries are, by vectors of length one; null where one has none, or they are of two models. */
export function similarityOf(one: Kin["vector"], other: Kin["vector"]): number | null {
  if (!one || !other || one.model !== other.model) return null;
  const dot = one.values.reduce((sum, value, at) => sum + value * (other.values[at] ?? 0), 0);
  return Math.min(1, Math.max(-1, dot));
}
