import type { SavedFilter } from "../../../protocol/triage.ts";
import { json } from "../../database/column-types.ts";
import { query, type RowOf } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

const columns = ["id", "owner_id", "name", "filter"] as const;

/** A view without an owner belongs to the team. */
export type SavedViewRow = Pick<RowOf<"saved_views">, (typeof columns)[number]>;

/** The team's views, then the person's own, each in the order of creation. */
export function listSavedViews(tx: TenantTransaction, personId: string): Promise<SavedViewRow[]> {
  return tx.all(
    query
      .selectFrom("saved_views")
      .select(columns)
      .where((view) => view.or([view("owner_id", "is", null), view("owner_id", "=", personId)]))
      .orderBy((view) => view("owner_id", "is not", null))
      .orderBy("created_at")
      .orderBy("id"),
  );
}

/** Locks the view. */
export function findSavedView(tx: TenantTransaction, id: string): Promise<SavedViewRow | undefined> {
  return tx.first(query.selectFrom("saved_views").select(columns).where("id", "=", id).forUpdate());
}

export async function insertSavedView(
  tx: TenantTransaction,
  { id, ownerId, name, filter }: { id: string; ownerId: string | null; name: string; filter: SavedFilter },
): Promise<void> {
  const view = { tenant_id: tx.tenantId, id, owner_id: ownerId, name, filter: json(filter) };
  await tx.run(query.insertInto("saved_views").values(view));
}

export async function updateSavedView(
  tx: TenantTransaction,
  { id, name, filter }: Pick<SavedViewRow, "id" | "name" | "filter">,
): Promise<void> {
  await tx.run(
    query
      .updateTable("saved_views")
      .set({ name, filter: json(filter) })
      .where("id", "=", id),
  );
}

export async function deleteSavedView(tx: TenantTransaction, id: string): Promise<void> {
  await tx.run(query.deleteFrom("saved_views").where("id", "=", id));
}
