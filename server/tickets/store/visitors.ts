import { searchWords } from "../../core/text/search-words.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface VisitorProfile {
  externalId: string | null;
  email: string | null;
  name: string | null;
  locale: string | null;
  /** Browser and system in two words. */
  device?: string | null;
}

/**
 * Stores a visitor and gives its id: an identified one (with `externalId`) keeps its row for ever, an
 * anonymous one gets the id that was made for it.
 */
export async function upsertVisitor(tx: TenantTransaction, id: string, profile: VisitorProfile): Promise<string> {
  const { rows } = await tx.query<{ id: string; is_indexed: boolean }>(
    `insert into visitors (tenant_id, id, external_id, email, name, locale, device) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, external_id) do update
       set email = coalesce(excluded.email, visitors.email),
           name = coalesce(excluded.name, visitors.name),
           locale = coalesce(excluded.locale, visitors.locale),
           device = coalesce(excluded.device, visitors.device),
           last_seen_at = now()
     returning id, is_indexed`,
    [tx.tenantId, id, profile.externalId, profile.email, profile.name, profile.locale, profile.device ?? null],
  );
  const row = rows[0];
  if (!row) throw new Error("the visitor was not stored");
  if (!row.is_indexed) await indexVisitors(tx, [row.id]);
  return row.id;
}

/** Notes that the visitor came back, with what they said about themselves this time. */
export async function touchVisitor(
  tx: TenantTransaction,
  id: string,
  profile: Omit<VisitorProfile, "externalId">,
): Promise<void> {
  const { rows } = await tx.query<{ is_indexed: boolean }>(
    `update visitors
        set email = coalesce($2, email), name = coalesce($3, name), locale = coalesce($4, locale), device = coalesce($5, device),
            last_seen_at = now()
      where id = $1 returning is_indexed`,
    [id, profile.email, profile.name, profile.locale, profile.device ?? null],
  );
  if (rows[0]?.is_indexed === false) await indexVisitors(tx, [id]);
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
  await indexVisitors(tx, [id]);
}

/** Notes an address that the visitor left; false for one of the tenant's own people, whose address the tenant has said. */
export async function updateVisitorEmail(tx: TenantTransaction, id: string, email: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update visitors set email = $2 where id = $1 and (external_id is null or email is null)",
    [id, email],
  );
  await indexVisitors(tx, [id]);
  return (rowCount ?? 0) > 0;
}

/** The visitor's address, as far as somebody told it. */
export async function findVisitorEmail(tx: TenantTransaction, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ email: string | null }>("select email from visitors where id = $1", [id]);
  return rows[0]?.email ?? null;
}

/** Who reads a mail to a visitor. */
export async function findReader(
  tx: TenantTransaction,
  id: string,
): Promise<{ email: string | null; isIdentified: boolean; isBlocked: boolean } | undefined> {
  const { rows } = await tx.query<{ email: string | null; isIdentified: boolean; isBlocked: boolean }>(
    `select email, external_id is not null as "isIdentified", blocked_at is not null as "isBlocked" from visitors where id = $1`,
    [id],
  );
  return rows[0];
}

/** Blocks a visitor, or ends that; true when it was not so before, undefined when there is no such visitor. */
export async function updateVisitorBlocked(
  tx: TenantTransaction,
  id: string,
  isBlocked: boolean,
): Promise<boolean | undefined> {
  const { rows } = await tx.query<{ before: Date | null }>(
    `with held as (select id, blocked_at from visitors where id = $1 for update)
     update visitors v set blocked_at = case when $2 then coalesce(v.blocked_at, now()) end
       from held where v.id = held.id returning held.blocked_at as before`,
    [id, isBlocked],
  );
  return rows[0] && (rows[0].before !== null) !== isBlocked;
}

/** A visitor's newest tickets; as many as anybody has open. */
export async function listTicketsOf(tx: TenantTransaction, id: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from tickets where visitor_id = $1 order by id desc limit 20",
    [id],
  );
  return rows.map((row) => row.id);
}

/** The newest ticket of a visitor who is blocked; undefined for everybody else. */
export async function findTicketOfBlocked(tx: TenantTransaction, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select t.id from visitors v join tickets t on t.tenant_id = v.tenant_id and t.visitor_id = v.id
      where v.id = $1 and v.blocked_at is not null order by t.id desc limit 1`,
    [id],
  );
  return rows[0]?.id;
}

/** Holds a visitor until the transaction ends; false when there is none of that id. */
export async function lockVisitor(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("select 1 from visitors where id = $1 for update", [id]);
  return rowCount === 1;
}

/** Removes a visitor who has no tickets, and what is noted of the address, unless somebody else goes by it. */
export async function deleteVisitor(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query(
    `delete from email_suppressions s using visitors v where v.id = $1 and s.address = lower(v.email)
        and not exists (select 1 from visitors o where o.id <> v.id and lower(o.email) = s.address)`,
    [id],
  );
  await tx.query("delete from visitors where id = $1", [id]);
}

interface Unworded {
  id: string;
  name: string | null;
  email: string | null;
  external_id: string | null;
}

/** Gives visitors the words of what is known about them now, those of the ids whose words are not that. */
export async function indexVisitors(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.query<Unworded>(
    "select id, name, email, external_id from visitors where id = any($1::uuid[]) and not is_indexed order by id for update",
    [ids],
  );
  if (rows.length === 0) return;
  const pairs = rows.flatMap(({ id, name, email, external_id }) =>
    [...searchWords([name, email, external_id].filter(Boolean).join(" \n"), { keepsGrammar: true })].map((word) => ({
      id,
      word,
    })),
  );
  const changed = rows.map(({ id }) => id);
  await tx.query("delete from visitor_terms where visitor_id = any($1::uuid[])", [changed]);
  await tx.query(
    `insert into visitor_terms (tenant_id, visitor_id, term) select $1::uuid, * from unnest($2::uuid[], $3::text[]) on conflict do nothing`,
    [tx.tenantId, pairs.map(({ id }) => id), pairs.map(({ word }) => word)],
  );
  await tx.query("update visitors set is_indexed = true where id = any($1::uuid[])", [changed]);
}
