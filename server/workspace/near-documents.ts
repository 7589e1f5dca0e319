import type { CopilotDocument } from "../../protocol/copilot.ts";
import type { CopilotChunk, CopilotPorts } from "../copilot/ports.ts";
import { findChunks } from "../store/chunks.ts";
import { searchVectors } from "../store/search-vectors.ts";
import { withTenant } from "../store/transaction.ts";
import type { WorkspaceDeps } from "./deps.ts";

type Deps = Pick<WorkspaceDeps, "db" | "embeddings">;
type Library = Pick<CopilotPorts, "readChunks" | "rankChunks">;

/** Passages that are looked at, of all the documents together. */
const mostFound = 40;
/** Documents that are read as a whole where nothing has vectors. */
const mostRead = 5;

/** The passages of some documents that are nearest to words, best first. Only the few that are near are read. */
export async function nearInDocuments(
  { db, embeddings }: Deps,
  library: Library,
  { tenantId, query, documents }: { tenantId: string; query: string; documents: readonly CopilotDocument[] },
): Promise<CopilotChunk[]> {
  if (documents.length === 0) return [];
  const [vector] = db.vectors ? await embeddings.embed([query.slice(0, 2_000)], { priority: "query" }) : [];
  const found = vector ? await byVectors({ db, embeddings }, tenantId, { vector, documents }) : [];
  return found.length > 0 ? found : byReading(library, query, documents);
}

async function byVectors(
  { db, embeddings: { model } }: Deps,
  tenantId: string,
  { vector, documents }: { vector: Float32Array; documents: readonly CopilotDocument[] },
): Promise<CopilotChunk[]> {
  const only = { ids: documents.map(({ document_id: id }) => id), only: true };
  return withTenant(db, tenantId, async (tx) => {
    // Few documents hold few vectors: they are compared one by one.
    const hits = await searchVectors(tx, { model, vector, limit: mostFound, documents: only }, { vectors: 0 });
    const near = new Map(hits.map(({ chunk_id: id, cosine }) => [id, cosine]));
    const rows = await findChunks(tx, [...near.keys()]);
    return rows.map((row) => ({ ...row, ordinal: 0, similarity: near.get(row.chunk_id) ?? null }));
  });
}

/** Where nothing has a vector, or none yet. */
async function byReading(
  library: Library,
  query: string,
  documents: readonly CopilotDocument[],
): Promise<CopilotChunk[]> {
  const chunks: CopilotChunk[] = [];
  for (const { version_id: version } of documents.slice(0, mostRead))
    chunks.push(...(await library.readChunks(version)));
  return (await library.rankChunks(query, chunks)).slice(0, mostFound);
}
