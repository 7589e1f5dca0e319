import { chunkIdSchema, documentIdSchema } from "../../../protocol/ids.ts";
import type { WebHit } from "../../assistant/models/web-search/port.ts";
import { asError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { unitCosine } from "../../core/vectors.ts";
import type { CopilotChunk } from "../ports.ts";
import type { ConversationDeps, WebDeps } from "./deps.ts";

/** Pages that are requested and read, and passages per page that are compared. */
const maxPages = 5;
const maxPassages = 40;

type Deps = Pick<ConversationDeps, "embeddings" | "log"> & { web: WebDeps };

/**
 * Passages of web pages for a query, nearest first. Null when the search failed; then the documents must suffice, or the person is
 * asked. If a page cannot be read, the search engine's excerpt is used. Only quotes in a result are stored.
 */
export async function searchWeb(
  { web, ...deps }: ConversationDeps,
  { query, signal }: { query: string; signal: AbortSignal },
): Promise<CopilotChunk[] | null> {
  if (!web) return null;
  try {
    const hits = await web.search.search(query, { limit: maxPages, signal });
    const pages = await Promise.all(hits.map((hit) => readHit({ ...deps, web }, hit, signal)));
    return await ranked(deps, query, pages.flat());
  } catch (error) {
    signal.throwIfAborted();
    deps.log.warn({ err: asError(error).message }, "Web search failed");
    return null;
  }
}

async function readHit({ web, log }: Deps, hit: WebHit, signal: AbortSignal): Promise<CopilotChunk[]> {
  const shown = hit.snippet === "" ? [] : [{ heading: null, text: hit.snippet }];
  const passages = await web.readPage(hit.url, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    log.info({ err: error instanceof Error ? error.name : "failed" }, "Could not read a web page");
    return shown;
  });
  const version = newId();
  const document = documentIdSchema.parse(newId());
  return (passages.length > 0 ? passages : shown).slice(0, maxPassages).map(({ heading, text }, ordinal) => ({
    chunk_id: chunkIdSchema.parse(newId()),
    document_id: document,
    version_id: version,
    title: hit.title,
    url: hit.url,
    page: null,
    heading,
    text,
    ordinal,
    similarity: null,
    is_web: true,
  }));
}

/** By similarity if there is an embedding model, otherwise in the order of the search engine. */
async function ranked(
  { embeddings, log }: Omit<Deps, "web">,
  query: string,
  chunks: CopilotChunk[],
): Promise<CopilotChunk[]> {
  if (chunks.length === 0) return [];
  try {
    const [wanted, ...vectors] = await embeddings.embed([query, ...chunks.map(({ text }) => text)], {
      priority: "query",
    });
    if (!wanted) return chunks;
    return chunks
      .map((chunk, at) => ({ ...chunk, similarity: unitCosine(wanted, vectors[at]) }))
      .toSorted((one, other) => other.similarity - one.similarity);
  } catch (error) {
    log.warn(
      { err: error instanceof Error ? error.message : "failed" },
      "Embedding model is unavailable; web pages are not compared by meaning",
    );
    return chunks;
  }
}
