import type { Logger } from "../log.ts";
import type { Reranker } from "../models/rerank/port.ts";

interface Rated {
  text: string;
  title: string;
  heading: string | null;
  score: number;
  parts: Record<string, number>;
}

/**
 * Puts the best passages into the order of the reranker; `score` becomes its relevance, `parts.rerank` too. When it fails or is
 * late everything stays as it was: a slower model must never cost an answer.
 */
export async function rerankFound<T extends Rated>(
  ranked: T[],
  question: string,
  { reranker, log }: { reranker?: Reranker | undefined; log: Logger },
): Promise<T[]> {
  if (!reranker || ranked.length < 2) return ranked;
  try {
    const texts = ranked.map(({ title, heading, text }) => [title, heading, text].filter(Boolean).join("\n"));
    const scores = await reranker.rerank(question, texts);
    return ranked
      .map((item, index) => {
        const score = scores[index] ?? 0;
        return { ...item, score, parts: { ...item.parts, fused: item.score, rerank: score } };
      })
      .sort((a, b) => b.score - a.score);
  } catch (error) {
    log.warn(
      { err: error instanceof Error ? error.message : "unknown" },
      "Reranker failed; results keep their original order",
    );
    return ranked;
  }
}
