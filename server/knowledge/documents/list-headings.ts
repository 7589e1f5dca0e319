import { listCurrentPassages } from "../../assistant/store/chunks.ts";
import { withTenant } from "../../database/transaction.ts";
import type { KnowledgeDeps } from "./deps.ts";

/** More than a person would look through. */
const mostPassages = 500;
/** A question that stands on a line of its own: a heading inside a passage. */
const questionLine = /^.{5,120}\?$/gm;

/**
 * What public documents are about, heading by heading, in their order; each with its document's title. A short page is one passage without
 * headings above it: then its title and the questions in it speak for it.
 */
export async function listHeadings(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
): Promise<{ title: string; heading: string }[]> {
  const passages = await withTenant(db, tenantId, (tx) => listCurrentPassages(tx, mostPassages));
  const headings = passages.flatMap(({ title, heading, text }) =>
    [heading ?? title, ...(text.match(questionLine) ?? [])].map((one) => ({ title, heading: one })),
  );
  return [...new Map(headings.map((one) => [JSON.stringify(one), one])).values()];
}
