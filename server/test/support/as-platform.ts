import type { Database } from "../../database/database.ts";
import { type Transaction, withSystem } from "../../database/transaction.ts";

/** Runs work as the platform role, under an existing purpose, so that tests add none to the product's list. */
export function asPlatform<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withSystem(db, "check-installation", work);
}
