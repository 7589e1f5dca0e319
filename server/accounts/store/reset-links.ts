import { now, query, secondsFromNow } from "../../database/query.ts";
import type { Transaction } from "../../database/transaction.ts";

// Links that set a password; run under `withSystem`.

/** A link is valid for an hour. */
const seconds = 3600;

/** Adds a link and deletes those that have expired. A link without a hash gets one when its e-mail is sent. */
export async function insertResetLink(
  tx: Transaction,
  { id, personId, hash }: { id: string; personId: string; hash: Uint8Array | null },
): Promise<Date> {
  await tx.run(query.deleteFrom("auth.reset_links").where("expires_at", "<=", now));
  const inserted = await tx.first(
    query
      .insertInto("auth.reset_links")
      .values({ id, person_id: personId, hash, expires_at: secondsFromNow(seconds) })
      .returning("expires_at"),
  );
  if (!inserted) throw new Error("an insert returned no row");
  return inserted.expires_at;
}

/** Gives a link its token, and an hour from now; undefined when there is no such link. */
export function updateResetLink(
  tx: Transaction,
  id: string,
  hash: Uint8Array,
): Promise<{ email: string; name: string } | undefined> {
  return tx.first(
    query
      .updateTable("auth.reset_links as r")
      .from("auth.people as p")
      .set({ hash, expires_at: secondsFromNow(seconds) })
      .where("r.id", "=", id)
      .whereRef("p.id", "=", "r.person_id")
      .returning(["p.email", "p.name"]),
  );
}

/** The person who may set a password with a link; undefined when it has expired. */
export async function findResetLink(tx: Transaction, hash: Uint8Array): Promise<string | undefined> {
  const links = query.selectFrom("auth.reset_links").select("person_id");
  return (await tx.first(links.where("hash", "=", hash).where("expires_at", ">", now)))?.person_id;
}

/** Deletes a link and all others of its person. @returns the person, or undefined when the link has expired or was used. */
export async function consumeResetLink(tx: Transaction, hash: Uint8Array): Promise<string | undefined> {
  const links = query.deleteFrom("auth.reset_links");
  const used = await tx.first(links.where("hash", "=", hash).where("expires_at", ">", now).returning("person_id"));
  if (used) await tx.run(links.where("person_id", "=", used.person_id));
  return used?.person_id;
}
