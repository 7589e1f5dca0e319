import { AzureOpenAIEmbeddings, OpenAIEmbeddings } from "@langchain/openai";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { LibraryFetch } from "../chat/library-fetch.ts";
import { deploymentsUrl, type OpenAiAccess } from "../chat/openai-wire.ts";
import { postWell } from "../chat/post.ts";
import { createResilience } from "../chat/resilience.ts";

/** Texts sent in one call; every known server takes more, and a batch that fails is small enough to send again. */
const batchSize = 64;
/** A question is waited for by a visitor; a batch of passages is not. */
const limitMs = { query: 5_000, bulk: 60_000 };
const connectMs = 5_000;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: z.array(z.number()).min(1) })),
});

/** Vectors of texts, in their order and of length one. Throws `AppError` `unavailable`. */
export type EmbedTexts = (texts: string[], priority: "query" | "bulk", stopped: AbortSignal) => Promise<Float32Array[]>;

/**
 * Embeddings of OpenAI, Azure or a compatible server, which Ollama is too, through LangChain's client. Tries, limits and checks are ours: the
 * library takes vectors in whatever order they come, and asks up to seven times.
 */
export function libraryEmbeddings(access: OpenAiAccess, model: string): EmbedTexts {
  // A failed batch is sent again by its job: the breaker only keeps a server in trouble from being asked at once.
  const resilience = createResilience({ pauseMs: 500, maxPauseMs: 5_000, breakAfter: 10, restMs: 5_000 });
  const batch = async (texts: string[], signal: AbortSignal): Promise<Float32Array[]> => {
    const library = new LibraryFetch(
      (request) => postWell({ ...request, connectMs, signal }),
      (body) => inOrder(body, texts.length),
    );
    try {
      const vectors = await clientOf(access, model, library.fetch).embedDocuments(texts);
      return vectors.map(ofLengthOne);
    } catch (error) {
      throw library.failure ?? error;
    }
  };
  return async (texts, priority, stopped) => {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += batchSize) {
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(limitMs[priority])]);
      const part = texts.slice(start, start + batchSize);
      vectors.push(...(await resilience.run(() => batch(part, signal), signal).catch(unusable)));
    }
    return vectors;
  };
}

function clientOf(access: OpenAiAccess, model: string, fetch: typeof globalThis.fetch): OpenAIEmbeddings {
  const fields = {
    model,
    batchSize,
    maxRetries: 0,
    // A line break is part of a text; the default would change it.
    stripNewLines: false,
    encodingFormat: "float" as const,
  };
  const configuration = { fetch, logLevel: "off" as const };
  if (access.kind === "openai")
    return new OpenAIEmbeddings({
      ...fields,
      apiKey: access.apiKey,
      configuration: { ...configuration, baseURL: access.baseUrl },
    });
  return new AzureOpenAIEmbeddings({
    ...fields,
    configuration,
    azureOpenAIApiKey: access.apiKey,
    azureOpenAIApiVersion: access.apiVersion,
    azureOpenAIBasePath: deploymentsUrl(access),
    azureOpenAIApiDeploymentName: model,
  });
}

/** The answer with its vectors in the order of the texts, one for each. */
function inOrder(body: unknown, count: number): unknown {
  const { data } = answerSchema.parse(body);
  const byIndex = new Map(data.map((entry) => [entry.index, entry]));
  if (byIndex.size !== count || data.length !== count) throw new Error("not one vector for each text");
  return { data: Array.from({ length: count }, (_one, index) => byIndex.get(index)) };
}

function ofLengthOne(values: number[]): Float32Array {
  const length = Math.hypot(...values);
  if (!Number.isFinite(length) || length === 0) throw new Error("a vector of no length");
  return Float32Array.from(values, (value) => value / length);
}

function unusable(cause: unknown): never {
  throw new AppError("unavailable", "The embedding server is not available right now. Try again shortly.", {
    cause,
    retryAfterSeconds: 30,
  });
}
