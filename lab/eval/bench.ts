import type { SizedEmbeddingPort } from "../../server/assistant/models/embeddings/port.ts";
import type { DataSets, Domain } from "./data/sets.ts";

/** The input of every measure. */
export interface Bench {
  data: DataSets;
  embeddings: SizedEmbeddingPort;
  /** Most questions per set; null: all. */
  maxQuestions: number | null;
  /** Most passages indexed per corpus; null: all. */
  maxPassages: number | null;
  /** Most answers stored in the cache; null: all. */
  maxEntries: number | null;
  /** Output path for single questions and answers, without ending; null: no output. */
  answersFile: string | null;
  /** Logs a line of progress. */
  log(line: string): void;
}

/** At most `limit` rows, spread evenly over all rows; always the same ones. */
export function spread<Row>(rows: Row[], limit: number | null): Row[] {
  if (limit === null || rows.length <= limit) return rows;
  return Array.from({ length: limit }, (_unused, index) => rows[Math.floor((index * rows.length) / limit)]).filter(
    (row): row is Row => row !== undefined,
  );
}

/**
 * Reduces a domain to the size of this run: the passages that the questions need, and as many others spread over the corpus. Search is
 * easier among fewer passages, so figures of reduced domains compare only with each other.
 */
export function cutDomain(
  domain: Domain,
  { maxPassages, maxQuestions }: Pick<Bench, "maxPassages" | "maxQuestions">,
): Domain {
  if (maxPassages === null || domain.passages.length <= maxPassages) return domain;
  const asked = spread(
    domain.queries.filter(({ relevant }) => relevant.length > 0),
    maxQuestions,
  );
  const needed = new Set(asked.flatMap(({ relevant }) => relevant));
  const others = spread(
    domain.passages.filter(({ id }) => !needed.has(id)),
    Math.max(0, maxPassages - needed.size),
  );
  const kept = new Set([...needed, ...others.map(({ id }) => id)]);
  return { ...domain, passages: domain.passages.filter(({ id }) => kept.has(id)) };
}
