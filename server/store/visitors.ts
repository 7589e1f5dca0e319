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
  const { rows } = await tx.query<{ id: string }>(
    `insert into visitors (tenant_id, id, external_id, email, name, locale) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, external_id) do update
       set email = coalesce(excluded.email, visitors.email),
           name = coalesce(excluded.name, visitors.name),
           locale = coalesce(excluded.locale, visitors.locale),
           last_seen_at = now()
     returning id`,
    [tx.tenantId, id, profile.externalId, profile.email, profile.name, profile.locale],
  );
  const row = rows[0];
  if (!row) throw new Error("the visitor was not stored");
  return row.id;
}

/** Notes that the visitor came back, with what they said about themselves this time. */
export async function touchVisitor(
  tx: TenantTransaction,
  id: string,
  profile: Omit<VisitorProfile, "externalId">,
): Promise<void> {
  await tx.query(
    `update visitors
        set email = coalesce($2, email), name = coalesce($3, name), locale = coalesce($4, locale), last_seen_at = now()
      where id = $1`,
    [id, profile.email, profile.name, profile.locale],
  );
}

/** Removes a visitor who has no tickets. */
export async function deleteVisitor(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query("delete from visitors where id = $1", [id]);
}
