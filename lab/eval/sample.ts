import { type Bench, spread } from "./bench.ts";
import type { Domain } from "./data/sets.ts";

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
