import { maxMemories } from "../../../protocol/memories.ts";
import { asError } from "../../core/errors.ts";
import { languageOf } from "../../core/text/language.ts";
import { stemOf } from "../../core/text/stems.ts";
import { isStopWord, wordsOf } from "../../core/text/words.ts";
import { withTenant } from "../../database/transaction.ts";
import { countAccess, listRecallable, type RecalledRow } from "../store/memory-vectors.ts";
import type { MemoryDeps, WhoseMemories } from "./deps.ts";

/** Most memories for one answer. */
const mostRecalled = 6;
/** Most preferences among them. Preferences apply to every question; the ones with the highest confidence are used first. */
const mostPreferences = 3;
/** Minimum cosine between a question and a relevant memory, for the built-in encoder. */
const leastNearness = 0.3;
/** Minimum share of the memory's words that the question contains, when there is no vector. */
const leastOverlap = 0.2;

export type Recalled = Pick<RecalledRow, "id" | "type" | "content">;

/**
 * Finds the memories of an identified visitor that are relevant for a question, most relevant first. Compares vectors of the current model.
 * Memories without such a vector, and all memories while no vector can be computed, are compared by words. No connection is held while the
 * model works.
 */
export async function recallMemories(
  { db, embeddings, log }: Pick<MemoryDeps, "db" | "embeddings" | "log">,
  { tenantId, visitorId }: WhoseMemories,
  question: string,
): Promise<Recalled[]> {
  const { model } = embeddings;
  const rows = await withTenant(db, tenantId, (tx) => listRecallable(tx, visitorId, { model, limit: maxMemories }));
  if (rows.length === 0) return [];
  const asked = rows.some(({ vector }) => vector !== null)
    ? await embeddings.embed([question], { priority: "query" }).then(
        ([vector]) => vector ?? null,
        (error: unknown) => {
          log.warn(
            { tenant: tenantId, err: asError(error).message },
            "Embedding model is unavailable; memories are compared by words",
          );
          return null;
        },
      )
    : null;
  return chosen(rows, question, asked);
}

/** Counts that an answer used these memories. */
export async function noteRecalled(
  { db }: Pick<MemoryDeps, "db">,
  tenantId: string,
  recalled: readonly Recalled[],
): Promise<void> {
  const ids = recalled.map(({ id }) => id);
  await withTenant(db, tenantId, (tx) => countAccess(tx, ids));
}

function chosen(rows: readonly RecalledRow[], question: string, asked: Float32Array | null): Recalled[] {
  const words = stemsOf(question);
  const near = rows
    .map((row) => ({ row, by: nearness(row, asked, words) }))
    .filter(({ row, by }) => row.type !== "preference" && by > 0)
    .toSorted((one, other) => other.by - one.by);
  const preferences = rows.filter(({ type }) => type === "preference").slice(0, mostPreferences);
  const facts = near.slice(0, mostRecalled - preferences.length).map(({ row }) => row);
  return [...facts, ...preferences].map(({ id, type, content }) => ({ id, type, content }));
}

/** Above 0: the memory is relevant for the question. */
function nearness({ content, vector }: RecalledRow, asked: Float32Array | null, words: ReadonlySet<string>): number {
  const own = stemsOf(content);
  const shared = [...own].filter((stem) => words.has(stem)).length / Math.max(1, own.size);
  const byWords = shared >= leastOverlap ? shared : 0;
  if (!asked || vector?.length !== asked.length) return byWords;
  let cosine = 0;
  for (let place = 0; place < asked.length; place += 1) cosine += (asked[place] ?? 0) * (vector[place] ?? 0);
  return cosine >= leastNearness ? cosine : byWords;
}

function stemsOf(text: string): Set<string> {
  const language = languageOf(text);
  return new Set(
    wordsOf(text, language)
      .filter((word) => !isStopWord(word, language))
      .map((word) => stemOf(word, language)),
  );
}
