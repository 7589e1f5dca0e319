import { now, query } from "../../database/query.ts";
import type { Transaction } from "../../database/transaction.ts";

export interface PersonPicture {
  type: string;
  bytes: Uint8Array;
}

/** Replaces the person's picture. @param version distinguishes it from earlier ones. */
export async function upsertPicture(
  tx: Transaction,
  personId: string,
  { type, bytes, version }: PersonPicture & { version: string },
): Promise<void> {
  await tx.run(
    query
      .insertInto("auth.pictures")
      .values({ person_id: personId, type, bytes })
      .onConflict((conflict) =>
        conflict
          .column("person_id")
          .doUpdateSet((picture) => ({ type: picture.ref("excluded.type"), bytes: picture.ref("excluded.bytes") })),
      ),
  );
  await tx.run(query.updateTable("auth.people").set({ image: version, updated_at: now }).where("id", "=", personId));
}

export async function deletePicture(tx: Transaction, personId: string): Promise<void> {
  await tx.run(query.deleteFrom("auth.pictures").where("person_id", "=", personId));
  await tx.run(query.updateTable("auth.people").set({ image: null, updated_at: now }).where("id", "=", personId));
}

/** The picture of a person who works for this tenant. */
export function findPicture(tx: Transaction, tenantId: string, personId: string): Promise<PersonPicture | undefined> {
  return tx.first(
    query
      .selectFrom("auth.pictures as c")
      .innerJoin("auth.members as m", "m.person_id", "c.person_id")
      .select(["c.type", "c.bytes"])
      .where("m.organization_id", "=", tenantId)
      .where("m.person_id", "=", personId),
  );
}
