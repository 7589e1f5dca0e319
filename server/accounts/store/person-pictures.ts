import type { Transaction } from "../../database/transaction.ts";

export interface PersonPicture {
  type: string;
  bytes: Uint8Array;
}

/** Keeps a picture in place of the one before. @param version tells it from others. */
export async function upsertPicture(
  tx: Transaction,
  personId: string,
  { type, bytes, version }: PersonPicture & { version: string },
): Promise<void> {
  await tx.query(
    `insert into auth.pictures (person_id, type, bytes) values ($1, $2, $3)
     on conflict (person_id) do update set type = excluded.type, bytes = excluded.bytes`,
    [personId, type, bytes],
  );
  await tx.query("update auth.people set image = $2, updated_at = now() where id = $1", [personId, version]);
}

export async function deletePicture(tx: Transaction, personId: string): Promise<void> {
  await tx.query("delete from auth.pictures where person_id = $1", [personId]);
  await tx.query("update auth.people set image = null, updated_at = now() where id = $1", [personId]);
}

/** The picture of somebody who works for this tenant. */
export async function findPicture(
  tx: Transaction,
  tenantId: string,
  personId: string,
): Promise<PersonPicture | undefined> {
  const { rows } = await tx.query<{ type: string; bytes: Uint8Array }>(
    `select c.type, c.bytes from auth.pictures c join auth.members m on m.person_id = c.person_id
      where m.organization_id = $1 and m.person_id = $2`,
    [tenantId, personId],
  );
  return rows[0];
}
