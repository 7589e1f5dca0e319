import type { CopilotDocument } from "../../../protocol/copilot.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import { languageOf } from "../../core/text/language.ts";
import { contentStems } from "../../core/text/words.ts";
import { unitCosine } from "../../core/vectors.ts";
import { withTenant } from "../../database/transaction.ts";
import { linksIn } from "../links.ts";
import type { CopilotChunk, CopilotPorts } from "../ports.ts";
import {
  findVersionText,
  type LibraryVersionRow,
  listChunkCosines,
  listLibraryVersions,
  listVersionChunks,
} from "../store/copilot-library.ts";
import type { ConversationDeps } from "./deps.ts";

type LibraryPorts = Pick<CopilotPorts, "listDocuments" | "readChunks" | "readLinks" | "findChunks" | "rankChunks">;
type Deps = Pick<ConversationDeps, "db" | "embeddings" | "log" | "search">;

/** Most passages of older versions that are embedded for one search, because they have no stored vector. */
const maxEmbedded = 200;

/** The documents for one run, which reads them once. */
export function libraryFor(deps: Deps, tenantId: string): LibraryPorts {
  let documents: Promise<CopilotDocument[]> | undefined;
  const read = new Map<string, Promise<CopilotChunk[]>>();
  const readChunks = (versionId: string) => {
    const chunks = read.get(versionId) ?? readVersion(deps, tenantId, versionId);
    read.set(versionId, chunks);
    return chunks;
  };
  const rankChunks = (query: string, chunks: readonly CopilotChunk[]) => rank(deps, tenantId, { query, chunks });
  return {
    listDocuments() {
      documents ??= withTenant(deps.db, tenantId, listLibraryVersions).then((rows) => rows.map(toDocument));
      return documents;
    },
    readChunks,
    readLinks: async (id) => linksIn((await withTenant(deps.db, tenantId, (tx) => findVersionText(tx, id))) ?? ""),
    rankChunks,
    async findChunks(query, { versions = [], sets = [] }, limit) {
      if (versions.length === 0) {
        const found = await deps.search(tenantId, { query, limit, sets });
        return found.map((chunk) => ({ ...chunk, ordinal: 0, similarity: chunk.parts["vector"] ?? null }));
      }
      const chunks: CopilotChunk[] = [];
      for (const version of versions) chunks.push(...(await readChunks(version)));
      return (await rankChunks(query, chunks)).slice(0, limit);
    },
  };
}

/** Converts a version for the console. */
export function toDocument(row: LibraryVersionRow): CopilotDocument {
  const { document_id, set_name, created_at, ...rest } = row;
  return {
    ...rest,
    document_id: documentIdSchema.parse(document_id),
    set: set_name,
    created_at: created_at.toISOString(),
  };
}

async function readVersion({ db }: Deps, tenantId: string, versionId: string): Promise<CopilotChunk[]> {
  const rows = await withTenant(db, tenantId, (tx) => listVersionChunks(tx, versionId));
  return rows.map((row, place) => ({ ...row, text: withoutShared(row.text, rows[place - 1]?.text), similarity: null }));
}

/** Longest and shortest overlap between two passages, in UTF-16 units. The longest exceeds the splitter's own overlap. */
const maxShared = 400;
const minShared = 20;

/** Removes the start of a passage that repeats the end of the previous passage. */
export function withoutShared(text: string, before = ""): string {
  for (let length = Math.min(maxShared, text.length - 1, before.length); length >= minShared; length -= 1)
    if (before.endsWith(text.slice(0, length))) return text.slice(length).trimStart();
  return text;
}

async function rank(
  deps: Deps,
  tenantId: string,
  { query, chunks }: { query: string; chunks: readonly CopilotChunk[] },
): Promise<CopilotChunk[]> {
  const near = await nearness(deps, tenantId, { query, chunks });
  if (near) {
    return chunks
      .map((chunk) => ({ ...chunk, similarity: near.get(chunk.chunk_id) ?? null }))
      .toSorted((one, other) => (other.similarity ?? -1) - (one.similarity ?? -1));
  }
  const language = languageOf(query);
  const wanted = new Set(contentStems(query, language));
  const sharedBy = ({ heading, text }: CopilotChunk) =>
    new Set(contentStems(`${heading ?? ""} ${text}`, language).filter((stem) => wanted.has(stem))).size;
  return chunks
    .map((chunk) => ({ chunk, shared: sharedBy(chunk) }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .map(({ chunk }) => chunk);
}

/** Cosine similarities by passage; undefined without vectors. */
async function nearness(
  { db, embeddings, log }: Deps,
  tenantId: string,
  { query, chunks }: { query: string; chunks: readonly CopilotChunk[] },
): Promise<Map<string, number> | undefined> {
  if (!db.vectors || chunks.length === 0) return undefined;
  try {
    const [vector] = await embeddings.embed([query.slice(0, 2_000)], { priority: "query" });
    if (!vector) return undefined;
    const { model } = embeddings;
    const chunkIds = chunks.map(({ chunk_id: id }) => id);
    const stored = await withTenant(db, tenantId, (tx) => listChunkCosines(tx, { chunkIds, model, vector }));
    const near = new Map(stored.map(({ chunk_id: id, cosine }) => [id, cosine]));
    const others = chunks.filter(({ chunk_id: id }) => !near.has(id)).slice(0, maxEmbedded);
    const vectors =
      others.length > 0
        ? await embeddings.embed(
            others.map(({ text }) => text),
            { priority: "query" },
          )
        : [];
    for (const [at, { chunk_id: id }] of others.entries()) near.set(id, unitCosine(vector, vectors[at]));
    return near;
  } catch (error) {
    log.warn(
      { err: error instanceof Error ? error.message : "failed" },
      "Embedding model is unavailable; passages are compared by words",
    );
    return undefined;
  }
}
