import { wordVisitors } from "./ticket-words.ts";
import type { TenantTransaction } from "./transaction.ts";

export interface VisitorProfile {
  externalId: string | null;
  email: string | null;
  name: string | null;
  locale: string | null;
}

/**
 * Stores a visitor and gives its id: an identified one (with `externalId`) keeps its row for ever, an
 * anonymous one gets the id that was made for it.
 */
export async function upsertVisitor(tx: TenantTransaction, id: string, profile: VisitorProfile): Promise<string> {
  const { rows } = await tx.query<{ id: string; worded: boolean }>(
    `insert into visitors (tenant_id, id, external_id, email, name, locale) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, external_id) do update
       set email = coalesce(excluded.email, visitors.email),
           name = coalesce(excluded.name, visitors.name),
           locale = coalesce(excluded.locale, visitors.locale),
           last_seen_at = now()
     returning id, worded`,
    [tx.tenantId, id, profile.externalId, profile.email, profile.name, profile.locale],
  );
  const row = rows[0];
  if (!row) throw new Error("the visitor was not stored");
  if (!row.worded) await wordVisitors(tx, [row.id]);
  return row.id;
}

/** Notes that the visitor came back, with what they said about themselves this time. */
export async function touchVisitor(
  tx: TenantTransaction,
  id: string,
  profile: Omit<VisitorProfile, "externalId">,
): Promise<void> {
  const { rows } = await tx.query<{ worded: boolean }>(
    `update visitors
        set email = coalesce($2, email), name = coalesce($3, name), locale = coalesce($4, locale), last_seen_at = now()
      where id = $1 returning worded`,
    [id, profile.email, profile.name, profile.locale],
  );
  if (rows[0]?.worded === false) await wordVisitors(tx, [id]);
}

/** The language of the visitor's browser; null when nobody said it. */
export async function findVisitorLocale(tx: TenantTransaction, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ locale: string | null }>("select locale from visitors where id = $1", [id]);
  return rows[0]?.locale ?? null;
}

/** Notes a name and an address where nobody knows one. */
export async function addToVisitor(
  tx: TenantTransaction,
  id: string,
  { name, email }: Pick<VisitorProfile, "name" | "email">,
): Promise<void> {
  if (name === null && email === null) return;
  await tx.query(
    "update visitors set name = coalesce(nullif(trim(name), ''), $2), email = coalesce(email, $3) where id = $1",
    [id, name, email],
  );
  await wordVisitors(tx, [id]);
}

/** Notes an address that the visitor left; false for one of the tenant's own people, whose address the tenant has said. */
export async function updateVisitorEmail(tx: TenantTransaction, id: string, email: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update visitors set email = $2 where id = $1 and (external_id is null or email is null)",
    [id, email],
  );
  await wordVisitors(tx, [id]);
  return (rowCount ?? 0) > 0;
}

/** The visitor's address, as far as somebody told it. */
export async function findVisitorEmail(tx: TenantTransaction, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ email: string | null }>("select email from visitors where id = $1", [id]);
  return rows[0]?.email ?? null;
}

/** Removes a visitor who has no tickets. */
export async function deleteVisitor(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query("delete from visitors where id = $1", [id]);
}
