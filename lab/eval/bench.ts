import type { SizedEmbeddingPort } from "../../server/assistant/models/embeddings/port.ts";
import type { DataSets, Domain } from "./data/sets.ts";

/** What every measure gets. */
export interface Bench {
  data: DataSets;
  embeddings: SizedEmbeddingPort;
  /** Questions of a set that are asked at most; null: all of them. */
  maxQuestions: number | null;
  /** Passages of a corpus that are taken in at most; null: all of them. */
  maxPassages: number | null;
  /** Answers that the cache is filled with at most; null: all of them. */
  maxEntries: number | null;
  /** Path without its ending that single questions and their answers are written to; null: nowhere. */
  answersFile: string | null;
  /** A line about the progress. */
  log(line: string): void;
}

/** At most `limit` of the rows, spread evenly over all of them, always the same ones. */
export function spread<Row>(rows: Row[], limit: number | null): Row[] {
  if (limit === null || rows.length <= limit) return rows;
  return Array.from({ length: limit }, (_unused, index) => rows[Math.floor((index * rows.length) / limit)]).filter(
    (row): row is Row => row !== undefined,
  );
}

/**
 * A domain small enough for this run: the passages that the questions need, and as many others spread over the corpus. Finding
 * a passage among fewer is easier, so figures of a cut domain only compare with each other.
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
