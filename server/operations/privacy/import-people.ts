import { archivedPersonSchema } from "../../../protocol/archive.ts";
import { insertNewMember } from "../../accounts/store/members.ts";
import { insertOrganization, insertPersonWithoutPassword } from "../../accounts/store/people.ts";
import { newId } from "../../core/ids.ts";
import { type Transaction, withSystem } from "../../database/transaction.ts";
import type { ArchiveDeps } from "./deps.ts";

/** Who worked for the tenant works for it here: by the account that goes by the address, or by a new one that has no password yet. */
export async function takePeople(
  { db }: ArchiveDeps,
  { tenantId, name, lines }: { tenantId: string; name: string; lines: string },
): Promise<number> {
  const people = lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => archivedPersonSchema.parse(JSON.parse(line)));
  return withSystem(db, "import-members", async (tx: Transaction) => {
    await insertOrganization(tx, tenantId, name);
    for (const person of people) {
      const personId = await insertPersonWithoutPassword(tx, { ...person, otherId: newId() });
      await insertNewMember(tx, { id: newId(), tenantId, personId, role: person.role });
    }
    return people.length;
  });
}
