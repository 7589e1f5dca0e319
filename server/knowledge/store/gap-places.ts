import type { TenantTransaction } from "../../database/transaction.ts";

/** A question that is to be put to a gap, or has been. */
export interface PlacedQuestion {
  turn_id: string;
  /** Null: alone so far. */
  gap_id: string | null;
  /** False: nobody has looked at it. */
  is_placed: boolean;
  asked_at: Date;
  embedding: number[];
}

/** The middle of a gap. */
export interface GapShape {
  id: string;
  is_open: boolean;
  centroid: number[];
  count: number;
}

/** How many questions wait to be put somewhere. */
export async function countUnplaced(tx: TenantTransaction, model: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    "select count(*)::int as count from gap_questions where gap_id is null and placed_at is null and embedding is not null and model = $1",
    [model],
  );
  return rows[0]?.count ?? 0;
}

/** Questions that nobody has looked at, oldest first. */
export async function listUnplaced(
  tx: TenantTransaction,
  { model, limit }: { model: string; limit: number },
): Promise<PlacedQuestion[]> {
  const { rows } = await tx.query<PlacedQuestion>(
    `select turn_id, gap_id, false as is_placed, asked_at, embedding from gap_questions
      where gap_id is null and placed_at is null and embedding is not null and model = $1 order by asked_at, turn_id limit $2`,
    [model, limit],
  );
  return rows;
}

/** Questions that are alone so far, newest first; with `withOpen` those of open gaps too. A page of them, from one on. */
export async function listMovable(
  tx: TenantTransaction,
  query: { model: string; withOpen: boolean; before: { asked_at: Date; turn_id: string } | null; limit: number },
): Promise<PlacedQuestion[]> {
  const { rows } = await tx.query<PlacedQuestion>(
    `select q.turn_id, q.gap_id, q.placed_at is not null as is_placed, q.asked_at, q.embedding
       from gap_questions q left join gaps g on g.id = q.gap_id
      where q.embedding is not null and q.model = $1
        and case when $2 then g.id is null or g.status = 'open' else q.gap_id is null and q.placed_at is not null end
        and ($3::timestamptz is null or (date_trunc('milliseconds', q.asked_at), q.turn_id) < ($3, $4::uuid))
      order by date_trunc('milliseconds', q.asked_at) desc, q.turn_id desc limit $5`,
    [query.model, query.withOpen, query.before?.asked_at ?? null, query.before?.turn_id ?? null, query.limit],
  );
  return rows;
}

/** The gaps that a question may join, whatever became of them. */
export async function listGapShapes(tx: TenantTransaction, model: string): Promise<GapShape[]> {
  const { rows } = await tx.query<GapShape>(
    `select g.id, g.status = 'open' as is_open, g.centroid, (select count(*)::int from gap_questions q where q.gap_id = g.id) as count
       from gaps g where g.centroid is not null and g.model = $1`,
    [model],
  );
  return rows;
}

/** A new gap. It is open from the moment that its second question was asked. */
export async function insertGap(
  tx: TenantTransaction,
  gap: { id: string; firstAskedAt: Date; lastAskedAt: Date; openedAt: Date },
): Promise<void> {
  await tx.query(
    "insert into gaps (tenant_id, id, first_asked_at, last_asked_at, opened_at) values ($1, $2, $3, $4, $5)",
    [tx.tenantId, gap.id, gap.firstAskedAt, gap.lastAskedAt, gap.openedAt],
  );
}

/** Puts questions to their gaps; null: alone. All of them have been looked at. */
export async function updatePlaces(
  tx: TenantTransaction,
  places: readonly { turn_id: string; gap_id: string | null }[],
): Promise<void> {
  await tx.query(
    `update gap_questions q
        set gap_id = p.gap_id, placed_at = coalesce(q.placed_at, now()), is_typical = q.is_typical and q.gap_id is not distinct from p.gap_id
       from unnest($1::uuid[], $2::uuid[]) p(turn_id, gap_id)
      where q.turn_id = p.turn_id and (q.placed_at is null or q.gap_id is distinct from p.gap_id)`,
    [places.map(({ turn_id }) => turn_id), places.map(({ gap_id }) => gap_id)],
  );
}

/** A gap's newest questions with their vectors. */
export async function listVectorsOf(
  tx: TenantTransaction,
  { gapId, model, limit }: { gapId: string; model: string; limit: number },
): Promise<{ turn_id: string; embedding: number[] }[]> {
  const { rows } = await tx.query<{ turn_id: string; embedding: number[] }>(
    `select turn_id, embedding from gap_questions where gap_id = $1 and embedding is not null and model = $2
      order by asked_at desc, turn_id limit $3`,
    [gapId, model, limit],
  );
  return rows;
}

/** The middle of a gap, and the question that stands for it. */
export async function updateShape(
  tx: TenantTransaction,
  gapId: string,
  { model, centroid, typical }: { model: string; centroid: Float32Array; typical: string },
): Promise<void> {
  await tx.query("update gaps set model = $2, centroid = $3 where id = $1", [gapId, model, [...centroid]]);
  await tx.query(
    "update gap_questions set is_typical = (turn_id = $2) where gap_id = $1 and is_typical is distinct from (turn_id = $2)",
    [gapId, typical],
  );
}

/** Gaps without a middle of this model, or without a question that stands for them. */
export async function listShapeless(tx: TenantTransaction, model: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select g.id from gaps g
      where exists (select from gap_questions q where q.gap_id = g.id and q.embedding is not null and q.model = $1)
        and (g.model is distinct from $1 or not exists (select from gap_questions q where q.gap_id = g.id and q.is_typical))`,
    [model],
  );
  return rows.map(({ id }) => id);
}
