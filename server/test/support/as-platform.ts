import type { Database } from "../../database/database.ts";
import { type Transaction, withSystem } from "../../database/transaction.ts";

/** What a test does as the platform role; it needs no purpose of its own in the list of the product's. */
export function asPlatform<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withSystem(db, "check-installation", work);
}
