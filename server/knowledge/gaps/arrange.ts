import { setImmediate as nextTurn } from "node:timers/promises";
import { newId } from "../../core/ids.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import {
  countUnplaced,
  type GapShape,
  insertGap,
  listGapShapes,
  listMovable,
  listShapeless,
  listUnplaced,
  listVectorsOf,
  type PlacedQuestion,
  updatePlaces,
  updateShape,
} from "../store/gap-places.ts";
import { clusterVectors, meanOf, mostTypical } from "./cluster.ts";
import type { GapDeps } from "./deps.ts";
import { maxGapDistance } from "./limits.ts";
import { nearest, placeQuestions, type VectorOf } from "./place.ts";

/**
 * Matches new groups with earlier ones. A group keeps the id of the earlier group with which it shares the most members, so that a gap
 * keeps its id when it grows. When a group was divided, its larger part keeps the id; when two groups were joined, the id of the larger
 * share is kept.
 * @param before the earlier group of each member; members without one are missing
 * @returns an id for each group, in the order of the groups; null for new groups
 */
export function matchGroups(
  groups: readonly (readonly string[])[],
  before: ReadonlyMap<string, string>,
): (string | null)[] {
  const shared = groups.flatMap((members, at) => {
    const counts = new Map<string, number>();
    for (const member of members) {
      const id = before.get(member);
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return [...counts].map(([id, count]) => ({ at, id, count }));
  });
  // Of groups with the same count, the older one is first: ids are ordered by time.
  shared.sort(
    (one, other) => other.count - one.count || (one.id < other.id ? -1 : one.id > other.id ? 1 : one.at - other.at),
  );
  const kept = groups.map((): string | null => null);
  const taken = new Set<string>();
  for (const { at, id } of shared) {
    if (kept[at] !== null || taken.has(id)) continue;
    kept[at] = id;
    taken.add(id);
  }
  return kept;
}

/** Up to this many new questions are placed one by one. With more, all open questions are clustered. */
const maxPlacedAtOnce = 200;
/** Interval between two clusterings of all open questions if there are new ones; shorter when there are many. */
const clusterAgainMs = 24 * 60 * 60_000;
const clusterManyAgainMs = 60 * 60_000;
/** Most questions that are clustered; the newest are taken. The number of pairs grows quadratically: two million for 2,000 questions. */
const defaultMaxClustered = 2_000;
/** Vectors per statement. */
const pageSize = 250;
/** Longest time that clustering blocks the event loop, in ms. */
const sliceMs = 10;

type ArrangeDeps = Pick<GapDeps, "db" | "embeddings" | "maxClustered">;

/**
 * Places new questions that have a vector: into an existing gap, or two of them into a new gap. From time to time all open questions are
 * clustered again; closed and ignored gaps do not change. Running it twice changes nothing.
 * @returns whether all questions were clustered.
 */
export async function arrangeQuestions(
  deps: ArrangeDeps,
  tenantId: string,
  clusteredAt: Date | null,
): Promise<{ isClustered: boolean }> {
  const { model } = deps.embeddings;
  const waiting = await withTenant(deps.db, tenantId, (tx) => countUnplaced(tx, model));
  const ageMs = clusteredAt ? Date.now() - clusteredAt.getTime() : Number.POSITIVE_INFINITY;
  const isClustered = waiting > 0 && ageMs > (waiting > maxPlacedAtOnce ? clusterManyAgainMs : clusterAgainMs);
  if (isClustered) await shapeGaps(deps, tenantId, await clusterAnew(deps, tenantId));
  // Places questions that are newer or older than the clustered ones. Each round marks all questions that it reads as placed, so the loop
  // ends.
  for (;;) {
    const { taken, touched } = await placeNew(deps, tenantId);
    await shapeGaps(deps, tenantId, touched);
    if (taken < maxPlacedAtOnce) return { isClustered };
  }
}

async function placeNew(deps: ArrangeDeps, tenantId: string): Promise<{ taken: number; touched: string[] }> {
  const { db, embeddings } = deps;
  const { model } = embeddings;
  const { fresh, shapes } = await withTenant(db, tenantId, async (tx) => ({
    fresh: await listUnplaced(tx, { model, limit: maxPlacedAtOnce }),
    shapes: await listGapShapes(tx, model),
  }));
  if (fresh.length === 0) return { taken: 0, touched: [] };
  const singles = await readMovable(deps, tenantId, { model, withOpen: false });
  const gaps = shapes.map(({ id, centroid, count }) => ({ id, count, mean: Float32Array.from(centroid) }));
  const { joined, founded } = placeQuestions(
    fresh.map(toVector),
    { gaps, singles: singles.map(toVector) },
    maxGapDistance,
  );
  const known = new Map([...singles, ...fresh].map((question) => [question.turn_id, question]));
  return withTenant(db, tenantId, async (tx) => {
    const places = new Map<string, string | null>(fresh.map(({ turn_id }) => [turn_id, null]));
    for (const { id, gapId } of joined) places.set(id, gapId);
    for (const [id, gapId] of await foundGaps(tx, founded, known)) places.set(id, gapId);
    await updatePlaces(tx, asPlaces(places));
    return { taken: fresh.length, touched: [...new Set([...places.values()].filter((id) => id !== null))] };
  });
}

async function clusterAnew(deps: ArrangeDeps, tenantId: string): Promise<string[]> {
  const { db, embeddings } = deps;
  const { model } = embeddings;
  const shapes = await withTenant(db, tenantId, (tx) => listGapShapes(tx, model));
  const questions = await readMovable(deps, tenantId, { model, withOpen: true });
  const places = settle(questions, shapes);
  const rest = questions.filter(({ turn_id }) => !places.has(turn_id));
  const groups = await inSlices(
    clusterVectors(
      rest.map((question) => toVector(question).vector),
      maxGapDistance,
    ),
  );
  const members = groups.map((group) => group.flatMap((at) => rest[at]?.turn_id ?? []));
  const before = new Map(rest.flatMap(({ turn_id, gap_id }) => (gap_id ? [[turn_id, gap_id] as const] : [])));
  const kept = matchGroups(members, before);
  const founded: string[][] = [];
  const known = new Map(rest.map((question) => [question.turn_id, question]));
  for (const [at, group] of members.entries()) {
    const id = kept[at] ?? null;
    const isGap = group.length > 1 || group.some((member) => known.get(member)?.is_gap_alone);
    if (isGap && id === null && group.length > 1) founded.push(group);
    else for (const member of group) places.set(member, isGap ? id : null);
  }
  return withTenant(db, tenantId, async (tx) => {
    const made = await foundGaps(tx, founded, known);
    const all = new Map([...places, ...made]);
    await updatePlaces(tx, asPlaces(all));
    return [...new Set([...all.values()].filter((id) => id !== null))];
  });
}

/** Assigns a new question to its nearest gap if that gap is closed or ignored. */
function settle(questions: readonly PlacedQuestion[], shapes: readonly GapShape[]): Map<string, string | null> {
  const gaps = shapes.map((shape) => ({ ...shape, mean: Float32Array.from(shape.centroid) }));
  const settled = new Map<string, string | null>();
  for (const question of questions) {
    if (question.gap_id !== null || question.is_placed) continue;
    const near = nearest(toVector(question).vector, gaps, ({ mean }) => mean);
    if (near && !near.item.is_open && 1 - near.cosine <= maxGapDistance) settled.set(question.turn_id, near.item.id);
  }
  return settled;
}

/** Adds a gap for each group. A gap's opening time is the time of its second question. @returns the gap of each question. */
async function foundGaps(
  tx: TenantTransaction,
  groups: readonly (readonly string[])[],
  known: ReadonlyMap<string, PlacedQuestion>,
): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const group of groups) {
    const times = group
      .flatMap((id) => known.get(id)?.asked_at ?? [])
      .sort((one, other) => one.getTime() - other.getTime());
    const [firstAskedAt, openedAt] = times;
    const lastAskedAt = times.at(-1);
    if (!firstAskedAt || !openedAt || !lastAskedAt) continue;
    const id = newId();
    await insertGap(tx, { id, firstAskedAt, lastAskedAt, openedAt });
    for (const member of group) made.set(member, id);
  }
  return made;
}

async function readMovable(
  { db, maxClustered = defaultMaxClustered }: ArrangeDeps,
  tenantId: string,
  { model, withOpen }: { model: string; withOpen: boolean },
): Promise<PlacedQuestion[]> {
  const found: PlacedQuestion[] = [];
  while (found.length < maxClustered) {
    const before = found.at(-1) ?? null;
    const limit = Math.min(pageSize, maxClustered - found.length);
    const page = await withTenant(db, tenantId, (tx) => listMovable(tx, { model, withOpen, before, limit }));
    found.push(...page);
    if (page.length < limit) break;
  }
  return found;
}

function toVector({ turn_id, embedding }: PlacedQuestion): VectorOf {
  return { id: turn_id, vector: Float32Array.from(embedding) };
}

function asPlaces(places: ReadonlyMap<string, string | null>): { turn_id: string; gap_id: string | null }[] {
  return [...places].map(([turn_id, gap_id]) => ({ turn_id, gap_id }));
}

/** Runs a long computation in slices, so that other work continues. */
async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  let until = performance.now() + sliceMs;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + sliceMs;
  }
}

/** Most questions that the mean is computed from; the newest are taken. */
const maxMembers = 300;

/** Stores the mean vector and the most typical question of changed gaps and of gaps without a mean vector. */
async function shapeGaps(
  { db, embeddings: { model } }: Pick<GapDeps, "db" | "embeddings">,
  tenantId: string,
  touched: readonly string[],
): Promise<void> {
  const lacking = await withTenant(db, tenantId, (tx) => listShapeless(tx, model));
  for (const gapId of new Set([...touched, ...lacking])) {
    await withTenant(db, tenantId, async (tx) => {
      const members = await listVectorsOf(tx, { gapId, model, limit: maxMembers });
      if (members.length === 0) return;
      const vectors = members.map(({ embedding }) => Float32Array.from(embedding));
      const typical = members[mostTypical(vectors)]?.turn_id ?? "";
      await updateShape(tx, gapId, { model, centroid: meanOf(vectors), typical });
    });
  }
}
