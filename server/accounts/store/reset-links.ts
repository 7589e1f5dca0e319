import type { Transaction } from "../../database/transaction.ts";

// Links that set a password; under `withSystem`.

/** How long one is good, from when it was made. */
const minutes = 60;

/** Adds a link; without a hash it gets one when its mail is made. Links that are over go. */
export async function insertResetLink(
  tx: Transaction,
  link: { id: string; personId: string; hash: Uint8Array | null },
): Promise<Date> {
  await tx.query("delete from auth.reset_links where expires_at <= now()");
  const { rows } = await tx.query<{ expires_at: Date }>(
    `insert into auth.reset_links (id, person_id, hash, expires_at)
     values ($1, $2, $3, now() + make_interval(mins => ${minutes})) returning expires_at`,
    [link.id, link.personId, link.hash],
  );
  const [made] = rows;
  if (!made) throw new Error("an insert returned no row");
  return made.expires_at;
}

/** Gives a link its token, and its hour anew; undefined when it is gone. */
export async function updateResetLink(
  tx: Transaction,
  id: string,
  hash: Uint8Array,
): Promise<{ email: string; name: string } | undefined> {
  const { rows } = await tx.query<{ email: string; name: string }>(
    `update auth.reset_links r set hash = $2, expires_at = now() + make_interval(mins => ${minutes})
       from auth.people p where r.id = $1 and p.id = r.person_id returning p.email, p.name`,
    [id, hash],
  );
  return rows[0];
}

/** Whose password a link sets; undefined when it is over. */
export async function findResetLink(tx: Transaction, hash: Uint8Array): Promise<string | undefined> {
  const { rows } = await tx.query<{ person_id: string }>(
    "select person_id from auth.reset_links where hash = $1 and expires_at > now()",
    [hash],
  );
  return rows[0]?.person_id;
}

/** Uses a link up, and with it all others of the same person; whose they were, or undefined when somebody else was faster. */
export async function consumeResetLink(tx: Transaction, hash: Uint8Array): Promise<string | undefined> {
  const { rows } = await tx.query<{ person_id: string }>(
    "delete from auth.reset_links where hash = $1 and expires_at > now() returning person_id",
    [hash],
  );
  const personId = rows[0]?.person_id;
  if (personId !== undefined) await tx.query("delete from auth.reset_links where person_id = $1", [personId]);
  return personId;
}
