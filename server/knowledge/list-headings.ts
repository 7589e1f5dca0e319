import { listCurrentHeadings } from "../store/chunks.ts";
import { withTenant } from "../store/transaction.ts";
import type { KnowledgeDeps } from "./deps.ts";

/** More than a person would look through. */
const mostHeadings = 500;

/** What public documents are about, heading by heading, in their order; each with its document's title. */
export function listHeadings(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
): Promise<{ title: string; heading: string }[]> {
  return withTenant(db, tenantId, (tx) => listCurrentHeadings(tx, mostHeadings));
}
