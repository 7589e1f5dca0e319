import { sql } from "kysely";
import type { Label, LabelColor } from "../../../protocol/triage.ts";
import { anyOf, countAll, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

const columns = ["id", "name", "color"] as const;

/** The tenant's labels by name. */
export function listLabels(tx: TenantTransaction): Promise<Label[]> {
  return tx.all(
    query
      .selectFrom("labels")
      .select(columns)
      .orderBy(({ fn }) => fn("lower", ["name"]))
      .orderBy("id"),
  );
}

export function findLabel(tx: TenantTransaction, id: string): Promise<Label | undefined> {
  return tx.first(query.selectFrom("labels").select(columns).where("id", "=", id));
}

export async function countTicketsOfLabel(tx: TenantTransaction, id: string): Promise<number> {
  const counted = query.selectFrom("ticket_labels").select(countAll.as("count")).where("label_id", "=", id);
  return (await tx.first(counted))?.count ?? 0;
}

/** Ids of the label with this name. Without one, ids of the labels whose name begins with it. */
export async function findLabelIds(tx: TenantTransaction, name: string): Promise<string[]> {
  const rows = await tx.all(
    query
      .selectFrom("labels")
      .select(["id", sql<boolean>`lower(name) = lower(${name})`.as("is_same")])
      .where(sql<boolean>`starts_with(lower(name), lower(${name})) or lower(replace(name, ' ', '-')) = lower(${name})`),
  );
  const same = rows.filter(({ is_same }) => is_same);
  return (same.length > 0 ? same : rows).map(({ id }) => id);
}

/** @returns undefined when the tenant has a label of this name, in whatever case. */
export function insertLabel(
  tx: TenantTransaction,
  label: { id: string; name: string; color: LabelColor },
): Promise<Label | undefined> {
  return tx.first(
    query
      .insertInto("labels")
      .values({ tenant_id: tx.tenantId, ...label })
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns),
  );
}

/** @returns the changed label; `taken` when another label has the name, undefined when there is none with this id. */
export async function updateLabel(
  tx: TenantTransaction,
  id: string,
  { name, color }: { name?: string | undefined; color?: LabelColor | undefined },
): Promise<Label | "taken" | undefined> {
  // One change of names at a time, so that two do not both find the name free.
  await tx.all(query.selectFrom("labels").select("id").orderBy("id").forUpdate());
  const sameName = query.selectFrom("labels").select("id").where("id", "<>", id);
  if (name !== undefined && (await tx.first(sameName.where(sql`lower(name)`, "=", sql`lower(${name})`))))
    return "taken";
  return tx.first(
    query
      .updateTable("labels")
      .set((label) => ({ name: name ?? label.ref("name"), color: color ?? label.ref("color") }))
      .where("id", "=", id)
      .returning(columns),
  );
}

/** Also removes the label from every ticket. @returns whether there was one. */
export async function deleteLabel(tx: TenantTransaction, id: string): Promise<boolean> {
  return (await tx.run(query.deleteFrom("labels").where("id", "=", id))) > 0;
}

export async function countLabels(tx: TenantTransaction): Promise<number> {
  return (await tx.first(query.selectFrom("labels").select(countAll.as("count"))))?.count ?? 0;
}

/** Which of the ids are labels of this tenant. Locks them, so that none is deleted before it is on a ticket. */
export async function lockLabels(tx: TenantTransaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.all(
    query.selectFrom("labels").select("id").where("id", "=", anyOf(ids)).orderBy("id").forKeyShare(),
  );
  return rows.map(({ id }) => id);
}

/** @returns the labels that the ticket did not have before. */
export async function insertTicketLabels(
  tx: TenantTransaction,
  ticketId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all(
    query
      .insertInto("ticket_labels")
      .values(ids.map((label_id) => ({ tenant_id: tx.tenantId, ticket_id: ticketId, label_id })))
      .onConflict((conflict) => conflict.doNothing())
      .returning("label_id"),
  );
  return rows.map(({ label_id }) => label_id);
}

/** @returns the labels that the ticket had. */
export async function deleteTicketLabels(
  tx: TenantTransaction,
  ticketId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.all(
    query
      .deleteFrom("ticket_labels")
      .where("ticket_id", "=", ticketId)
      .where("label_id", "=", anyOf(ids))
      .returning("label_id"),
  );
  return rows.map(({ label_id }) => label_id);
}

export async function countTicketLabels(tx: TenantTransaction, ticketId: string): Promise<number> {
  const counted = query.selectFrom("ticket_labels").select(countAll.as("count")).where("ticket_id", "=", ticketId);
  return (await tx.first(counted))?.count ?? 0;
}
