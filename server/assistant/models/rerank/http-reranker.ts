import { z } from "zod";
import { boundedText } from "../bounded-text.ts";
import type { Reranker } from "./port.ts";

export interface HttpRerankerOptions {
  /** Complete URL that questions are posted to, e.g. `http://localhost:8080/v1/rerank`. */
  url: string;
  model: string;
  apiKey?: string;
  /** Timeout in ms. A visitor waits, so there is no retry. */
  timeoutMs: number;
}

/** Longest part of a passage that is sent, in characters: small models read 512 tokens. */
const maxTextChars = 4_000;
/** A response about forty passages is always shorter. */
const maxAnswerBytes = 1_000_000;

/**
 * Cohere, Jina, vLLM and llama.cpp return `results` with `relevance_score`; text-embeddings-inference returns a plain list with `score`.
 */
const item = z.object({
  index: z.number().int().nonnegative(),
  relevance_score: z.number().optional(),
  score: z.number().optional(),
});
const answerSchema = z.union([z.object({ results: z.array(item) }).transform(({ results }) => results), z.array(item)]);

/** Calls a server with the `/rerank` API, which Cohere introduced and others adopted. */
export function createHttpReranker({ url, model, apiKey, timeoutMs }: HttpRerankerOptions): Reranker {
  return {
    model,
    async rerank(question, texts) {
      const documents = texts.map((text) => text.slice(0, maxTextChars));
      const response = await fetch(url, {
        method: "POST",
        redirect: "error",
        headers: {
          "content-type": "application/json",
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model, query: question, documents, texts: documents, top_n: documents.length }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`the reranker answered with ${response.status}`);
      }
      return scoresOf(await boundedText(response, maxAnswerBytes, "the reranker"), texts.length);
    },
  };
}

function scoresOf(body: string, count: number): number[] {
  const parsed = answerSchema.safeParse(parseJson(body));
  if (!parsed.success) throw new Error("the reranker's answer has another shape than expected");
  const scores = new Map(parsed.data.map(({ index, relevance_score, score }) => [index, relevance_score ?? score]));
  return Array.from({ length: count }, (_unused, index) => {
    const score = scores.get(index);
    if (score === undefined || !Number.isFinite(score)) throw new Error("the reranker left passages out");
    return score;
  });
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new Error("the reranker's answer is not JSON", { cause });
  }
}
