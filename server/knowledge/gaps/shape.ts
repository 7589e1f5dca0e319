import { withTenant } from "../../database/transaction.ts";
import { listShapeless, listVectorsOf, updateShape } from "../store/gap-places.ts";
import { meanOf, mostTypical } from "./cluster.ts";
import type { GapDeps } from "./deps.ts";

/** Newest questions of a gap that its middle is made of. */
const maxMembers = 300;

/** Gives gaps their middle, and the question that is nearest to it as their name: those that were touched, and those that lack one. */
export async function shapeGaps(
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
