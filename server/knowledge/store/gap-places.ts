import { sql } from "kysely";
import { countAll, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A question with a vector. `gap_id` is null while it is in no gap. `is_placed` is false until it has been compared with the gaps. */
export interface PlacedQuestion {
  turn_id: string;
  gap_id: string | null;
  is_placed: boolean;
  /** It is a gap also without other questions: a visitor reported its answer, or a manager opened its gap. */
  is_gap_alone: boolean;
  asked_at: Date;
  embedding: number[];
}

/** The mean vector of a gap. */
export interface GapShape {
  id: string;
  is_open: boolean;
  centroid: number[];
  /** Number of questions in the gap. */
  count: number;
}

const questions = query.selectFrom("gap_questions as q");
const isReported = sql<boolean>`q.causes @> '["reported"]'`;
const unplaced = questions
  .where("q.gap_id", "is", null)
  .where("q.placed_at", "is", null)
  .where("q.embedding", "is not", null);

/** Number of questions that have not been compared with the gaps. */
export async function countUnplaced(tx: TenantTransaction, model: string): Promise<number> {
  return (await tx.first(unplaced.where("q.model", "=", model).select(countAll.as("count"))))?.count ?? 0;
}

/** Questions that have not been compared with the gaps, oldest first. */
export function listUnplaced(
  tx: TenantTransaction,
  { model, limit }: { model: string; limit: number },
): Promise<PlacedQuestion[]> {
  return tx.all(
    unplaced
      .select(["q.turn_id", "q.gap_id", sql<boolean>`false`.as("is_placed"), "q.asked_at", "q.embedding"])
      .select(isReported.as("is_gap_alone"))
      .where("q.model", "=", model)
      .orderBy("q.asked_at")
      .orderBy("q.turn_id")
      .limit(limit)
      .$narrowType<{ embedding: number[] }>(),
  );
}

/**
 * Lists questions that are in no gap, newest first. With `withOpen`, it includes questions of open gaps.
 * @param filter.before the last question of the previous page
 */
export function listMovable(
  tx: TenantTransaction,
  filter: { model: string; withOpen: boolean; before: { asked_at: Date; turn_id: string } | null; limit: number },
): Promise<PlacedQuestion[]> {
  const { model, withOpen, before, limit } = filter;
  // A Date has a precision of milliseconds, the column of microseconds.
  const askedAt = sql<Date>`date_trunc('milliseconds', q.asked_at)`;
  let found = questions
    .leftJoin("gaps as g", "g.id", "q.gap_id")
    .select(["q.turn_id", "q.gap_id", "q.asked_at", "q.embedding"])
    .select([
      sql<boolean>`q.placed_at is not null`.as("is_placed"),
      sql<boolean>`${isReported} or coalesce(g.is_kept, false)`.as("is_gap_alone"),
    ])
    .where("q.embedding", "is not", null)
    .where("q.model", "=", model)
    .where(({ eb, or, and }) =>
      withOpen
        ? or([eb("g.id", "is", null), eb("g.status", "=", "open")])
        : and([eb("q.gap_id", "is", null), eb("q.placed_at", "is not", null)]),
    )
    .orderBy(askedAt, "desc")
    .orderBy("q.turn_id", "desc")
    .limit(limit);
  if (before) found = found.where(sql<boolean>`(${askedAt}, q.turn_id) < (${before.asked_at}, ${before.turn_id})`);
  return tx.all(found.$narrowType<{ embedding: number[] }>());
}

/** Lists all gaps that a question may join, in any state. */
export function listGapShapes(tx: TenantTransaction, model: string): Promise<GapShape[]> {
  return tx.all(
    query
      .selectFrom("gaps as g")
      .select(["g.id", sql<boolean>`g.status = 'open'`.as("is_open"), "g.centroid"])
      .select(
        questions
          .select(countAll.as("count"))
          .where("q.gap_id", "=", sql.ref<string>("g.id"))
          .$asScalar()
          .$notNull()
          .as("count"),
      )
      .where("g.centroid", "is not", null)
      .where("g.model", "=", model)
      .$narrowType<{ centroid: number[] }>(),
  );
}

/** Adds a gap. Its opening time is the time of its second question. */
export async function insertGap(
  tx: TenantTransaction,
  { id, firstAskedAt, lastAskedAt, openedAt }: { id: string; firstAskedAt: Date; lastAskedAt: Date; openedAt: Date },
): Promise<void> {
  const times = { first_asked_at: firstAskedAt, last_asked_at: lastAskedAt, opened_at: openedAt };
  await tx.run(query.insertInto("gaps").values({ tenant_id: tx.tenantId, id, ...times }));
}

/** Moves questions to their gaps (null: to no gap), and marks them as compared. */
export async function updatePlaces(
  tx: TenantTransaction,
  places: readonly { turn_id: string; gap_id: string | null }[],
): Promise<void> {
  await tx.run(
    sql`
      update gap_questions q
         set gap_id = p.gap_id, placed_at = coalesce(q.placed_at, now()), is_typical = q.is_typical and q.gap_id is not distinct from p.gap_id
        from unnest(${places.map(({ turn_id }) => turn_id)}::uuid[], ${places.map(({ gap_id }) => gap_id)}::uuid[]) p(turn_id, gap_id)
       where q.turn_id = p.turn_id and (q.placed_at is null or q.gap_id is distinct from p.gap_id)`,
  );
}

/** Lists the newest questions of a gap with their vectors. */
export function listVectorsOf(
  tx: TenantTransaction,
  { gapId, model, limit }: { gapId: string; model: string; limit: number },
): Promise<{ turn_id: string; embedding: number[] }[]> {
  return tx.all(
    questions
      .select(["q.turn_id", "q.embedding"])
      .where("q.gap_id", "=", gapId)
      .where("q.embedding", "is not", null)
      .where("q.model", "=", model)
      .orderBy("q.asked_at", "desc")
      .orderBy("q.turn_id")
      .limit(limit)
      .$narrowType<{ embedding: number[] }>(),
  );
}

/** Stores the mean vector of a gap, and the question that names it. */
export async function updateShape(
  tx: TenantTransaction,
  gapId: string,
  { model, centroid, typical }: { model: string; centroid: Float32Array; typical: string },
): Promise<void> {
  await tx.run(
    query
      .updateTable("gaps")
      .set({ model, centroid: [...centroid] })
      .where("id", "=", gapId),
  );
  const isTypical = sql<boolean>`(turn_id = ${typical})`;
  await tx.run(
    query
      .updateTable("gap_questions")
      .set({ is_typical: isTypical })
      .where("gap_id", "=", gapId)
      .where("is_typical", "is distinct from", isTypical),
  );
}

/** Lists gaps without a mean vector of this model or without a name. */
export async function listShapeless(tx: TenantTransaction, model: string): Promise<string[]> {
  const own = questions.where("q.gap_id", "=", sql.ref<string>("g.id"));
  const rows = await tx.all(
    query
      .selectFrom("gaps as g")
      .select("g.id")
      .where(({ exists }) => exists(own.where("q.embedding", "is not", null).where("q.model", "=", model)))
      .where(({ eb, or, not, exists }) =>
        or([eb("g.model", "is distinct from", model), not(exists(own.where("q.is_typical", "=", true)))]),
      ),
  );
  return rows.map(({ id }) => id);
}
