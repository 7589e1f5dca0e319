import type { Label, LabelColor } from "../../../protocol/triage.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

const columns = "id, name, color";

/** The tenant's labels by name. */
export async function listLabels(tx: TenantTransaction): Promise<Label[]> {
  const { rows } = await tx.query<Label>(`select ${columns} from labels order by lower(name), id`);
  return rows;
}

/** Labels whose name is, or failing that begins with, what was typed. */
export async function findLabelIds(tx: TenantTransaction, name: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; is_same: boolean }>(
    `select id, lower(name) = lower($1) as is_same from labels
      where starts_with(lower(name), lower($1)) or lower(replace(name, ' ', '-')) = lower($1)`,
    [name],
  );
  const same = rows.filter(({ is_same }) => is_same);
  return (same.length > 0 ? same : rows).map(({ id }) => id);
}

/** @returns undefined when the tenant has a label of this name, in whatever case. */
export async function insertLabel(
  tx: TenantTransaction,
  { id, name, color }: { id: string; name: string; color: LabelColor },
): Promise<Label | undefined> {
  const { rows } = await tx.query<Label>(
    `insert into labels (tenant_id, id, name, color) values ($1, $2, $3, $4) on conflict do nothing returning ${columns}`,
    [tx.tenantId, id, name, color],
  );
  return rows[0];
}

/** @returns the label as it is now; `taken` when another has the name, undefined when there is none of this id. */
export async function updateLabel(
  tx: TenantTransaction,
  id: string,
  { name, color }: { name?: string | undefined; color?: LabelColor | undefined },
): Promise<Label | "taken" | undefined> {
  // One change of names at a time, so that two do not both find the name free.
  await tx.query("select 1 from labels order by id for update");
  const taken = await tx.query("select 1 from labels where lower(name) = lower($2) and id <> $1", [id, name ?? null]);
  if (taken.rows.length > 0) return "taken";
  const { rows } = await tx.query<Label>(
    `update labels set name = coalesce($2, name), color = coalesce($3, color) where id = $1 returning ${columns}`,
    [id, name ?? null, color ?? null],
  );
  return rows[0];
}

/** Takes the label off every ticket, too. @returns whether there was one. */
export async function deleteLabel(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from labels where id = $1", [id]);
  return (rowCount ?? 0) > 0;
}

export async function countLabels(tx: TenantTransaction): Promise<number> {
  const { rows } = await tx.query<{ count: number }>("select count(*)::int as count from labels");
  return rows[0]?.count ?? 0;
}

/** Which of the ids are labels of this tenant. Held, so that none goes before it is put on a ticket. */
export async function lockLabels(tx: TenantTransaction, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from labels where id = any($1::uuid[]) order by id for key share",
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** @returns the labels that the ticket did not have. */
export async function insertTicketLabels(
  tx: TenantTransaction,
  ticketId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ label_id: string }>(
    `insert into ticket_labels (tenant_id, ticket_id, label_id) select $1::uuid, $2::uuid, * from unnest($3::uuid[])
     on conflict do nothing returning label_id`,
    [tx.tenantId, ticketId, ids],
  );
  return rows.map(({ label_id }) => label_id);
}

/** @returns the labels that the ticket had. */
export async function deleteTicketLabels(
  tx: TenantTransaction,
  ticketId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ label_id: string }>(
    "delete from ticket_labels where ticket_id = $1 and label_id = any($2::uuid[]) returning label_id",
    [ticketId, ids],
  );
  return rows.map(({ label_id }) => label_id);
}

export async function countTicketLabels(tx: TenantTransaction, ticketId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    "select count(*)::int as count from ticket_labels where ticket_id = $1",
    [ticketId],
  );
  return rows[0]?.count ?? 0;
}
