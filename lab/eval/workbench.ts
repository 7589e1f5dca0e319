import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pino } from "pino";
import { openEmbedded } from "../../db/embedded.ts";
import { migrate } from "../../db/migrate.ts";
import type { SizedEmbeddingPort } from "../../server/assistant/models/embeddings/port.ts";
import type { HistoryMessage } from "../../server/assistant/ports.ts";
import { type SearchOutcome, type SearchQuery, search } from "../../server/assistant/search/search.ts";
import { projectRoot } from "../../server/core/project-root.ts";
import type { JobPayload, QueuedJob } from "../../server/core/queues/queues.ts";
import type { Database } from "../../server/database/database.ts";
import { withTenant } from "../../server/database/transaction.ts";
import { addDocument } from "../../server/knowledge/documents/add-document.ts";
import type { KnowledgeDeps } from "../../server/knowledge/documents/deps.ts";
import { runEmbed } from "../../server/knowledge/documents/embed-chunks.ts";
import { runIngest } from "../../server/knowledge/documents/ingest.ts";
import { titleFromSource } from "../../server/knowledge/reading/extract/title.ts";
import { FileParser } from "../../server/knowledge/reading/parsers/file-parser.ts";
import type { Bench } from "./bench.ts";
import type { PassageRow } from "./data/sets.ts";

/** Number of requested chunks, enough to contain several different passages. */
const rankedChunks = 16;
/** Passages between two progress lines. */
const passagesBetweenLooks = 200;

/** A throw-away embedded database with the product's document search. */
export interface Workbench {
  deps: KnowledgeDeps;
  /** The tenant of this name. The first call indexes the passages as its documents. */
  tenantOf(name: string, passages: PassageRow[]): Promise<string>;
  /** Like `tenantOf`, but stops indexing at this many chunks. */
  tenantOfChunks(name: string, passages: PassageRow[], chunks: number): Promise<string>;
  countChunks(tenantId: string): Promise<number>;
  /** The product's search; each result's `source` is the id of its passage. */
  search(tenantId: string, query: SearchQuery): Promise<SearchOutcome>;
  /** Ids of the passages found, best first, without duplicates. */
  rank(tenantId: string, question: string, history?: HistoryMessage[]): Promise<string[]>;
  /** Like `rank`, but by words alone, as on a server without vectors. */
  rankByWords(tenantId: string, question: string): Promise<string[]>;
  close(): Promise<void>;
}

export async function openWorkbench(bench: Bench): Promise<Workbench> {
  const db = await openThrowAway();
  const jobs: { kind: QueuedJob["kind"]; payload: JobPayload }[] = [];
  const untitled = new Set<string>();
  const parser = new FileParser();
  const deps: KnowledgeDeps = {
    db,
    parser,
    embeddings: withoutMadeUpTitles(bench.embeddings, untitled),
    // Jobs run immediately and in order, without the queue.
    queues: { wake: async (tenant_id, { id, kind }) => void jobs.push({ kind, payload: { tenant_id, job_id: id } }) },
    log: pino({ level: "silent" }),
    purgeCache: async () => {},
    notifyRelease: async () => {},
  };

  const wordsOnly = { ...deps, db: { ...db, vectors: false } };
  const tenants = new Map<string, string>();

  async function runJobs(): Promise<void> {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      if (job.kind === "ingest") await runIngest(deps, job.payload, new AbortController().signal);
      else await runEmbed(deps, job.payload, new AbortController().signal);
    }
  }

  async function takeIn(name: string, passages: PassageRow[], maxChunks: number): Promise<string> {
    const known = tenants.get(name);
    if (known) return known;
    const tenantId = randomUUID();
    await withTenant(db, tenantId, (tx) =>
      tx.query("insert into tenants (tenant_id, name, identity_secret) values ($1, $2, '')", [tenantId, name]),
    );
    let taken = 0;
    for (const { id, title, text } of passages) {
      if (taken % passagesBetweenLooks === 0) {
        bench.log(`${name}: ${taken} of ${passages.length} passages`);
        if ((await countChunks(tenantId)) >= maxChunks) break;
      }
      if (title.trim() === "") untitled.add(titleFromSource(id));
      await addDocument(deps, tenantId, { source: id, content: text, ...(title === "" ? {} : { title }) });
      await runJobs();
      taken += 1;
    }
    tenants.set(name, tenantId);
    return tenantId;
  }

  function countChunks(tenantId: string): Promise<number> {
    return withTenant(db, tenantId, async (tx) => {
      const { rows } = await tx.query<{ count: number }>("select count(*)::int as count from chunk_terms");
      return rows[0]?.count ?? 0;
    });
  }

  return {
    deps,
    tenantOf: (name, passages) => takeIn(name, passages, Number.POSITIVE_INFINITY),
    tenantOfChunks: takeIn,
    countChunks,
    search: (tenantId, query) => search(deps, tenantId, query),
    rank: async (tenantId, question, history = []) =>
      passagesOf(await search(deps, tenantId, { question, history, limit: rankedChunks })),
    rankByWords: async (tenantId, question) =>
      passagesOf(await search(wordsOnly, tenantId, { question, limit: rankedChunks })),
    close: async () => {
      parser.close();
      await db.close();
    },
  };
}

/** A passage as one text. Some sets repeat the title at the start of the text. */
export function fullTextOf({ title, text }: PassageRow): string {
  return title === "" || text.startsWith(title) ? text : `${title}\n${text}`;
}

/**
 * A document without a title is named after its file. The sets number their passages, and such a name would only distort the vectors, so it
 * is left out of the embedded text.
 */
function withoutMadeUpTitles(embedder: SizedEmbeddingPort, madeUp: ReadonlySet<string>): SizedEmbeddingPort {
  const bare = (text: string) => {
    const end = text.indexOf("\n");
    return end > 0 && madeUp.has(text.slice(0, end)) ? text.slice(end + 1) : text;
  };
  return { ...embedder, embed: (texts, options) => embedder.embed(texts.map(bare), options) };
}

function passagesOf({ results }: SearchOutcome): string[] {
  return [...new Set(results.map(({ source }) => source))];
}

async function openThrowAway(): Promise<Database> {
  const embedded = await openEmbedded(undefined);
  const { vectors } = await migrate(embedded.pool, join(projectRoot, "db"));
  await embedded.becomeApp();
  return { pool: embedded.pool, vectors, listen: embedded.listen, close: () => embedded.close() };
}
