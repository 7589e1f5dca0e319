import type { Logger } from "../../core/log.ts";
import { searchableText } from "../../core/text/searchable-text.ts";
import { unitCosine } from "../../core/vectors.ts";
import type { Database } from "../../database/database.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { listDraftVectors } from "../../knowledge/store/draft-vectors.ts";
import type { EmbeddingPort } from "../models/embeddings/port.ts";
import {
  type AddedChunkRow,
  listAddedChunks,
  listDocumentsOf,
  listDocumentsReplaced,
  listVectorsOfSame,
} from "../store/added-chunks.ts";
import { guessTextConfigs, languageSample } from "../store/chunk-search.ts";
import type { DocumentFilter, ScopeQuery } from "../store/search-scope.ts";
import type { AddedPassages } from "./rank-passages.ts";

/** Changes to the published documents for one search, to try them out. */
export interface SearchVersions {
  /** Versions that replace the published versions of their documents. */
  add?: readonly string[];
  /** Documents, or published versions, that are left out. */
  leaveOut?: readonly string[];
}

/** A passage, its text search configuration and its words. */
export interface ChangedPassage extends AddedChunkRow {
  config: string;
  terms: string;
}

/** The changed library; nothing is stored. */
export interface ChangedVersions {
  rows: ChangedPassage[];
  /** Documents whose published passages are ignored. */
  hidden: string[];
}

/** Most passages that are embedded for one search; the rest of a very large change is compared by words. */
const mostEmbedded = 1_000;
/** Passages per model call, so that visitors' questions are not delayed. */
const batchSize = 16;

/** Cached results for draft passages, so that the next question does not compute them again. */
export interface AddedShelves {
  /** 4,000 vectors take 6 MB with the built-in model. */
  vectors: Shelf<Float32Array>;
  /** Text search configuration by version and the locale of its document. Detecting one compares a text with a dozen languages. */
  configs: Shelf<string>;
}

export function createAddedShelves(): AddedShelves {
  return { vectors: new Shelf(4_000), configs: new Shelf(1_000) };
}

/** Reads the changes to the library. Versions and documents of another tenant are ignored. */
export async function readChanges(
  { db, shelves }: { db: Database; shelves?: AddedShelves | undefined },
  tenantId: string,
  { versions, audience, sets }: Pick<ScopeQuery, "audience" | "sets"> & { versions: SearchVersions },
): Promise<ChangedVersions> {
  return withTenant(db, tenantId, async (tx) => {
    const leftOut = await listDocumentsOf(tx, versions.leaveOut ?? []);
    const replaced = await listDocumentsReplaced(tx, versions.add ?? []);
    const rows = await listAddedChunks(tx, { versionIds: versions.add ?? [], audience, sets });
    const kept = rows.filter(({ document_id }) => !leftOut.includes(document_id));
    return { rows: await withRules(tx, kept, shelves?.configs), hidden: [...new Set([...leftOut, ...replaced])] };
  });
}

/** Applies the same rules as publishing: the language of each version, detected from its text. */
async function withRules(
  tx: TenantTransaction,
  rows: readonly AddedChunkRow[],
  shelf: Shelf<string> = new Shelf(1_000),
): Promise<ChangedPassage[]> {
  const passages = rows.map((row) => ({ ...row, id: row.chunk_id, terms: termsOf(row) }));
  const versions = new Map<string, typeof passages>();
  for (const passage of passages) {
    const known = versions.get(keyOf(passage));
    if (known) known.push(passage);
    else versions.set(keyOf(passage), [passage]);
  }
  const unknown = [...versions].filter(([key]) => shelf.get(tx.tenantId, key) === undefined);
  const samples = unknown.map(([, of]) => ({ locale: of[0]?.locale ?? "", sample: languageSample(of) }));
  const guessed = await guessTextConfigs(tx, samples);
  for (const [at, [key]] of unknown.entries()) shelf.set(tx.tenantId, key, guessed[at] ?? "simple");
  return passages.map(({ id: _id, ...passage }) => {
    const config = shelf.get(tx.tenantId, keyOf(passage)) ?? "simple";
    // A text that is clearly written in another language than its document's locale gets that language.
    const isTold = config === "english" || config === "simple";
    return { ...passage, config, locale: isTold ? passage.locale : config };
  });
}

function keyOf({ version_id: id, locale }: AddedChunkRow): string {
  return `${id}:${locale}`;
}

function termsOf({ searched_title: title, heading, text }: AddedChunkRow): string {
  return searchableText([title ?? "", heading ?? "", text].join("\n"));
}

/**
 * Prepares draft passages for ranking together with published ones. Published passages have stored vectors. Draft passages get theirs here,
 * from an identical passage or from the model; the process caches them.
 * @param vector of the question; undefined: only words are compared.
 */
export async function addedPassages(
  deps: { db: Database; embeddings: EmbeddingPort; log: Logger; shelves?: AddedShelves | undefined },
  tenantId: string,
  { rows, vector }: { rows: ChangedPassage[]; vector: Float32Array | undefined },
): Promise<AddedPassages> {
  const terms = rows.map(({ chunk_id: id, config, terms: words }) => ({ id, config, terms: words }));
  if (!vector || rows.length === 0) return { rows, terms, near: [] };
  const vectors = await vectorsOf(deps, tenantId, rows);
  const near = [...vectors].map(([chunk_id, of]) => ({ chunk_id, cosine: unitCosine(vector, of) }));
  return { rows, terms, near };
}

async function vectorsOf(
  { db, embeddings, log, shelves }: Parameters<typeof addedPassages>[0],
  tenantId: string,
  rows: AddedChunkRow[],
): Promise<Map<string, Float32Array>> {
  const { model } = embeddings;
  const shelf = shelves?.vectors;
  const found = new Map(
    rows.flatMap(({ chunk_id: id }) => {
      const known = shelf?.get(tenantId, id);
      return known ? [[id, known] as const] : [];
    }),
  );
  const keep = (id: string, vector: Float32Array | undefined) => {
    if (!vector) return;
    found.set(id, vector);
    shelf?.set(tenantId, id, vector);
  };
  const missing = () => rows.filter(({ chunk_id: id }) => !found.has(id));
  if (missing().length === 0) return found;
  const ids = missing().map(({ chunk_id: id }) => id);
  const stored = await withTenant(db, tenantId, async (tx) => [
    ...(await listDraftVectors(tx, model, ids)),
    ...(await listVectorsOfSame(tx, model, ids)),
  ]);
  for (const { chunk_id, vector } of stored) keep(chunk_id, vector);
  const others = missing().slice(0, mostEmbedded);
  try {
    for (let start = 0; start < others.length; start += batchSize) {
      const batch = others.slice(start, start + batchSize);
      const made = await embeddings.embed(batch.map(embeddedText), { priority: "bulk" });
      for (const [at, { chunk_id: id }] of batch.entries()) keep(id, made[at]);
    }
  } catch (error) {
    log.warn({ err: error }, "Could not compute vectors of draft passages; they are compared by words");
  }
  return found;
}

/** The same text that `knowledge` embeds for a published passage. */
function embeddedText({ searched_title, heading, text }: AddedChunkRow): string {
  return [searched_title, heading, text].filter(Boolean).join("\n");
}

/** The searched documents without the hidden ones. */
export function withoutDocuments({ ids, only }: DocumentFilter, hidden: readonly string[]): DocumentFilter {
  if (hidden.length === 0) return { ids, only };
  return only
    ? { ids: ids.filter((id) => !hidden.includes(id)), only }
    : { ids: [...new Set([...ids, ...hidden])], only };
}

/** A cache by tenant for results without a table row; the most recently used entries stay. Empty after a restart. */
export class Shelf<T> {
  readonly #kept = new Map<string, T>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(tenantId: string, id: string): T | undefined {
    const key = `${tenantId}:${id}`;
    const found = this.#kept.get(key);
    if (found !== undefined) this.#put(key, found);
    return found;
  }

  set(tenantId: string, id: string, made: T): void {
    this.#put(`${tenantId}:${id}`, made);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) return;
      this.#kept.delete(oldest);
    }
  }

  /** A `Map` keeps the order of insertion. */
  #put(key: string, made: T): void {
    this.#kept.delete(key);
    this.#kept.set(key, made);
  }
}
