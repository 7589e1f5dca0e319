import type { SavedFilter } from "../../../protocol/triage.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface SavedViewRow {
  id: string;
  /** Null: the whole team's. */
  owner_id: string | null;
  name: string;
  filter: unknown;
}

const columns = "id, owner_id, name, filter";

/** The team's and a person's own, each in the order they were made. */
export async function listSavedViews(tx: TenantTransaction, personId: string): Promise<SavedViewRow[]> {
  const { rows } = await tx.query<SavedViewRow>(
    `select ${columns} from saved_views where owner_id is null or owner_id = $1 order by owner_id is not null, created_at, id`,
    [personId],
  );
  return rows;
}

export async function findSavedView(tx: TenantTransaction, id: string): Promise<SavedViewRow | undefined> {
  const { rows } = await tx.query<SavedViewRow>(`select ${columns} from saved_views where id = $1 for update`, [id]);
  return rows[0];
}

export async function insertSavedView(
  tx: TenantTransaction,
  { id, ownerId, name, filter }: { id: string; ownerId: string | null; name: string; filter: SavedFilter },
): Promise<void> {
  await tx.query("insert into saved_views (tenant_id, id, owner_id, name, filter) values ($1, $2, $3, $4, $5)", [
    tx.tenantId,
    id,
    ownerId,
    name,
    JSON.stringify(filter),
  ]);
}

export async function updateSavedView(
  tx: TenantTransaction,
  { id, name, filter }: Pick<SavedViewRow, "id" | "name" | "filter">,
): Promise<void> {
  await tx.query("update saved_views set name = $2, filter = $3 where id = $1", [id, name, JSON.stringify(filter)]);
}

export async function deleteSavedView(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query("delete from saved_views where id = $1", [id]);
}
