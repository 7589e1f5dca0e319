import { sql } from "kysely";
import { searchWords } from "../../core/text/search-words.ts";
import { anyOf, now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface VisitorProfile {
  externalId: string | null;
  email: string | null;
  name: string | null;
  locale: string | null;
  /** Browser and operating system, one word each. */
  device?: string | null;
}

/**
 * Stores a visitor. One with an `externalId` that is known keeps its row; a new or anonymous visitor gets `id`.
 * @returns the id of the row.
 */
export async function upsertVisitor(tx: TenantTransaction, id: string, profile: VisitorProfile): Promise<string> {
  const { externalId, email, name, locale, device = null } = profile;
  const row = await tx.first(
    query
      .insertInto("visitors")
      .values({ tenant_id: tx.tenantId, id, external_id: externalId, email, name, locale, device })
      .onConflict((conflict) =>
        conflict.columns(["tenant_id", "external_id"]).doUpdateSet(({ fn }) => ({
          email: fn.coalesce("excluded.email", "visitors.email"),
          name: fn.coalesce("excluded.name", "visitors.name"),
          locale: fn.coalesce("excluded.locale", "visitors.locale"),
          device: fn.coalesce("excluded.device", "visitors.device"),
          last_seen_at: now,
        })),
      )
      .returning(["id", "is_indexed"]),
  );
  if (!row) throw new Error("the visitor was not stored");
  if (!row.is_indexed) await indexVisitors(tx, [row.id]);
  return row.id;
}

/** A visitor whom an e-mail from this address began. */
export async function findMailVisitor(
  tx: TenantTransaction,
  address: string,
): Promise<{ id: string; isBlocked: boolean } | undefined> {
  return tx.first(
    query
      .selectFrom("visitors")
      .select((visitor) => ["id", visitor("blocked_at", "is not", null).$castTo<boolean>().as("isBlocked")])
      .where("mail_address", "=", address),
  );
}

/**
 * Stores the sender of an e-mail as a visitor, or finds the one whom an earlier e-mail from the address began. A visitor of the chat is
 * never found by an address: anybody can write one there. Locks the row until the transaction ends.
 */
export async function upsertMailVisitor(
  tx: TenantTransaction,
  id: string,
  { address, name, locale }: { address: string; name: string | null; locale: string },
): Promise<string> {
  const row = await tx.first(
    query
      .insertInto("visitors")
      .values({ tenant_id: tx.tenantId, id, email: address, mail_address: address, name, locale })
      .onConflict((conflict) => conflict.columns(["tenant_id", "mail_address"]).doUpdateSet({ last_seen_at: now }))
      .returning(["id", "is_indexed"]),
  );
  if (!row) throw new Error("the visitor was not stored");
  if (!row.is_indexed) await indexVisitors(tx, [row.id]);
  return row.id;
}

/** Stores the time of a visitor's return and the profile fields that are not null. */
export async function touchVisitor(
  tx: TenantTransaction,
  id: string,
  { email, name, locale, device }: Omit<VisitorProfile, "externalId">,
): Promise<void> {
  const row = await tx.first(
    query
      .updateTable("visitors")
      .set(({ ref }) => ({
        email: email ?? ref("email"),
        name: name ?? ref("name"),
        locale: locale ?? ref("locale"),
        device: device ?? ref("device"),
        last_seen_at: now,
      }))
      .where("id", "=", id)
      .returning("is_indexed"),
  );
  if (row?.is_indexed === false) await indexVisitors(tx, [id]);
}

/** The language of the visitor's browser; null when it is unknown. */
export async function findVisitorLocale(tx: TenantTransaction, id: string): Promise<string | null> {
  return (await tx.first(query.selectFrom("visitors").select("locale").where("id", "=", id)))?.locale ?? null;
}

/** Fills in a name and an e-mail address where the visitor has none. */
export async function addToVisitor(
  tx: TenantTransaction,
  id: string,
  { name, email }: Pick<VisitorProfile, "name" | "email">,
): Promise<void> {
  if (name === null && email === null) return;
  await tx.run(
    query
      .updateTable("visitors")
      .set({ name: sql`coalesce(nullif(trim(name), ''), ${name})`, email: sql`coalesce(email, ${email})` })
      .where("id", "=", id),
  );
  await indexVisitors(tx, [id]);
}

/**
 * Stores an e-mail address that the visitor left.
 * @returns false, with nothing stored, when the tenant identified the visitor with another address.
 */
export async function updateVisitorEmail(tx: TenantTransaction, id: string, email: string): Promise<boolean> {
  const changed = await tx.run(
    query
      .updateTable("visitors")
      .set({ email })
      .where("id", "=", id)
      .where((visitor) => visitor.or([visitor("external_id", "is", null), visitor("email", "is", null)])),
  );
  await indexVisitors(tx, [id]);
  return changed > 0;
}

export async function findVisitorEmail(tx: TenantTransaction, id: string): Promise<string | null> {
  return (await tx.first(query.selectFrom("visitors").select("email").where("id", "=", id)))?.email ?? null;
}

/** A visitor as the recipient of an e-mail. */
export function findReader(
  tx: TenantTransaction,
  id: string,
): Promise<{ email: string | null; isIdentified: boolean; isBlocked: boolean } | undefined> {
  return tx.first(
    query
      .selectFrom("visitors")
      .select((visitor) => [
        "email",
        visitor("external_id", "is not", null).$castTo<boolean>().as("isIdentified"),
        visitor("blocked_at", "is not", null).$castTo<boolean>().as("isBlocked"),
      ])
      .where("id", "=", id),
  );
}

/** Blocks or unblocks a visitor. @returns whether that changed anything; undefined when there is no such visitor. */
export async function updateVisitorBlocked(
  tx: TenantTransaction,
  id: string,
  isBlocked: boolean,
): Promise<boolean | undefined> {
  const row = await tx.first(
    query
      .with("held", (db) => db.selectFrom("visitors").select(["id", "blocked_at"]).where("id", "=", id).forUpdate())
      .updateTable("visitors as v")
      .from("held")
      .set({ blocked_at: isBlocked ? sql`coalesce(v.blocked_at, now())` : null })
      .whereRef("v.id", "=", "held.id")
      .returning("held.blocked_at as before"),
  );
  return row && (row.before !== null) !== isBlocked;
}

/** The most tickets that a block of their visitor reaches. */
const maxTickets = 20;

/** Ids of the visitor's newest tickets. */
export async function listTicketsOf(tx: TenantTransaction, id: string): Promise<string[]> {
  const tickets = query.selectFrom("tickets").select("id").where("visitor_id", "=", id);
  return (await tx.all(tickets.orderBy("id", "desc").limit(maxTickets))).map((ticket) => ticket.id);
}

/** The newest ticket of a blocked visitor; undefined when the visitor is not blocked. */
export async function findTicketOfBlocked(tx: TenantTransaction, id: string): Promise<string | undefined> {
  const ticket = await tx.first(
    query
      .selectFrom("visitors as v")
      .innerJoin("tickets as t", (join) =>
        join.onRef("t.tenant_id", "=", "v.tenant_id").onRef("t.visitor_id", "=", "v.id"),
      )
      .select("t.id")
      .where("v.id", "=", id)
      .where("v.blocked_at", "is not", null)
      .orderBy("t.id", "desc")
      .limit(1),
  );
  return ticket?.id;
}

/** Locks a visitor until the transaction ends. @returns false when there is none with this id. */
export async function lockVisitor(tx: TenantTransaction, id: string): Promise<boolean> {
  return (await tx.first(query.selectFrom("visitors").select("id").where("id", "=", id).forUpdate())) !== undefined;
}

/** Deletes a visitor without tickets, and the suppression of their e-mail address unless another visitor has the address. */
export async function deleteVisitor(tx: TenantTransaction, id: string): Promise<void> {
  await tx.run(sql`
    delete from email_suppressions s using visitors v where v.id = ${id} and s.address = lower(v.email)
       and not exists (select 1 from visitors o where o.id <> v.id and lower(o.email) = s.address)`);
  await tx.run(query.deleteFrom("visitors").where("id", "=", id));
}

/** Stores the search terms of visitors whose terms are out of date. */
export async function indexVisitors(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  const rows = await tx.all(
    query
      .selectFrom("visitors")
      .select(["id", "name", "email", "external_id"])
      .where("id", "=", anyOf(ids))
      .where("is_indexed", "=", false)
      .orderBy("id")
      .forUpdate(),
  );
  if (rows.length === 0) return;
  const terms = rows.flatMap(({ id, name, email, external_id }) =>
    [...searchWords([name, email, external_id].filter(Boolean).join(" \n"), { keepsGrammar: true })].map((term) => ({
      id,
      term,
    })),
  );
  const changed = rows.map(({ id }) => id);
  await tx.run(query.deleteFrom("visitor_terms").where("visitor_id", "=", anyOf(changed)));
  await tx.run(sql`
    insert into visitor_terms (tenant_id, visitor_id, term)
    select ${tx.tenantId}::uuid, * from unnest(${terms.map(({ id }) => id)}::uuid[], ${terms.map(({ term }) => term)}::text[])
        on conflict do nothing`);
  await tx.run(query.updateTable("visitors").set({ is_indexed: true }).where("id", "=", anyOf(changed)));
}
