import { z } from "zod";
import { AppError } from "../../errors.ts";
import type { EmbeddingPort } from "./port.ts";
import { rememberQuestions } from "./remember-questions.ts";

/** Texts sent in one call; every known server takes more, and a batch that fails is small enough to send again. */
const batchSize = 64;
/** A question is waited for by a visitor; a batch of passages is not. */
const limitMs = { query: 5_000, bulk: 60_000 };
/** Times a call is made before it counts as failed, and the pause before the second and third. */
const attempts = 3;
const pauseMs = 500;

const responseSchema = z.object({
  data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: z.array(z.number()).min(1) })),
});

export interface HttpEmbedderOptions {
  /** Ends before `/embeddings`, e.g. `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

/**
 * Embeddings of an OpenAI-compatible server (`POST /embeddings`), which Ollama is too. Vectors come back with length one, so that
 * their product is the cosine whatever the model does.
 */
export function createHttpEmbedder(options: HttpEmbedderOptions): EmbeddingPort {
  const stop = new AbortController();
  const embedQuestion = rememberQuestions(async (text) => {
    const [vector] = await call(options, [text], AbortSignal.any([stop.signal, AbortSignal.timeout(limitMs.query)]));
    if (!vector) throw unusable();
    return vector;
  });
  async function embedAll(texts: string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += batchSize) {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(limitMs.bulk)]);
      vectors.push(...(await call(options, texts.slice(start, start + batchSize), signal)));
    }
    return vectors;
  }
  return {
    model: options.model,
    embed: (texts, { priority }) => (priority === "query" ? Promise.all(texts.map(embedQuestion)) : embedAll(texts)),
    close: async () => stop.abort(new Error("the server is shutting down")),
  };
}

async function call(options: HttpEmbedderOptions, texts: string[], signal: AbortSignal): Promise<Float32Array[]> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(options, texts, signal).catch((cause: unknown) => {
      if (attempt >= attempts || signal.aborted) throw unusable(cause);
    });
    if (response?.ok) return readVectors(await response.json().catch(() => null), texts.length);
    await response?.body?.cancel();
    const mayTryAgain = response === undefined || response.status === 429 || response.status >= 500;
    if (!mayTryAgain || attempt >= attempts)
      throw unusable(response && new Error(`the embedding server answered ${response.status}`));
    await pause(pauseMs * attempt, signal);
  }
}

function send({ baseUrl, apiKey, model }: HttpEmbedderOptions, texts: string[], signal: AbortSignal) {
  return fetch(`${baseUrl.replace(/\/+$/, "")}/embeddings`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
    body: JSON.stringify({ model, input: texts, encoding_format: "float" }),
    signal,
  });
}

function readVectors(body: unknown, count: number): Float32Array[] {
  const parsed = responseSchema.safeParse(body);
  if (!parsed.success) throw unusable(parsed.error);
  const byIndex = new Map(parsed.data.data.map(({ index, embedding }) => [index, embedding]));
  return Array.from({ length: count }, (_, index) => {
    const values = byIndex.get(index);
    if (!values) throw unusable(new Error("a vector is missing"));
    return ofLengthOne(values);
  });
}

function ofLengthOne(values: number[]): Float32Array {
  const length = Math.hypot(...values);
  if (!Number.isFinite(length) || length === 0) throw unusable(new Error("a vector of no length"));
  return Float32Array.from(values, (value) => value / length);
}

function unusable(cause?: unknown): AppError {
  return new AppError("unavailable", "The embedding server cannot be used right now.", {
    cause,
    retryAfterSeconds: 30,
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
