import { listCurrentPassages } from "../../assistant/store/chunks.ts";
import { withTenant } from "../../database/transaction.ts";
import type { KnowledgeDeps } from "./deps.ts";

/** Most passages per call. */
const maxPassages = 500;
/** A question on its own line acts as a heading inside a passage. */
const questionLine = /^.{5,120}\?$/gm;

/**
 * The headings of all public documents, each with its document's title. A short page may be one passage without headings; then the title
 * and the questions in the passage are used.
 */
export async function listHeadings(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
): Promise<{ title: string; heading: string }[]> {
  const passages = await withTenant(db, tenantId, (tx) => listCurrentPassages(tx, maxPassages));
  const headings = passages.flatMap(({ title, heading, text }) =>
    [heading ?? title, ...(text.match(questionLine) ?? [])].map((one) => ({ title, heading: one })),
  );
  return [...new Map(headings.map((one) => [JSON.stringify(one), one])).values()];
}
