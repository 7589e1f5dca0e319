import { findCitableChunks } from "../store/citable-chunks.ts";
import { withTenant } from "../store/transaction.ts";
import { type FoundChunk, loadChunks, type SearchDeps } from "./search.ts";
import { withSections } from "./whole-sections.ts";

/** A passage with its section, as visitors may read it now; null when the passage is gone, hidden, or of an older version. */
export async function readSection(
  { db }: Pick<SearchDeps, "db">,
  tenantId: string,
  chunkId: string,
): Promise<FoundChunk | null> {
  const [chunk] = await withTenant(db, tenantId, (tx) => findCitableChunks(tx, [chunkId]));
  if (!chunk?.is_current || chunk.hidden !== null) return null;
  const [found] = await withSections(db, tenantId, await loadChunks({ db }, tenantId, [chunkId]));
  return found ?? null;
}
