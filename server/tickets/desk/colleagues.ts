import type { Colleague } from "../../../protocol/admin-notes.ts";
import { listPeople } from "../../accounts/store/people.ts";
import { withSystem } from "../../database/transaction.ts";
import type { DeskDeps } from "./deps.ts";

/** The people of the tenant, by the names under which they work. */
export async function readColleagues({ db }: Pick<DeskDeps, "db">, tenantId: string): Promise<Colleague[]> {
  const people = await withSystem(db, "list-members", (tx) => listPeople(tx, tenantId));
  return people.map(({ personId, name }) => ({ id: personId, name }));
}
