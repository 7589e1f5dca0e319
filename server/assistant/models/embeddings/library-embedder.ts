import { AzureOpenAIEmbeddings, OpenAIEmbeddings } from "@langchain/openai";
import { z } from "zod";
import { AppError } from "../../../core/errors.ts";
import { toUrl } from "../../../core/text/parse-url.ts";
import { CallError } from "../chat/failures.ts";
import { deploymentsUrl, type OpenAiAccess } from "../chat/openai-wire.ts";
import { maxBodyChars, type PostInput, postWell, textOf } from "../chat/post.ts";
import { createResilience } from "../chat/resilience.ts";
import type { ProxyRule } from "../proxy.ts";

/** Texts per call. Every known server accepts more, and a failed batch is small enough to send again. */
const batchSize = 64;
/** A visitor waits for a question's vector, but not for a batch of passages. */
const limitMs = { query: 5_000, bulk: 60_000 };
const connectMs = 5_000;

const vectorsSchema = z.array(z.array(z.number()).min(1));

/** Computes vectors of texts, in order and with length one. Throws `AppError` `unavailable`. */
export type EmbedTexts = (texts: string[], priority: "query" | "bulk", stopped: AbortSignal) => Promise<Float32Array[]>;

/**
 * Embeddings of OpenAI, Azure or a compatible server such as Ollama, through LangChain's client. Retries, limits and checks are ours: the
 * library makes up to seven attempts.
 */
export function libraryEmbeddings(access: OpenAiAccess, model: string, proxy?: ProxyRule): EmbedTexts {
  // The ingestion job sends a failed batch again. The breaker only prevents immediate calls to a failing server.
  const resilience = createResilience({ pauseMs: 500, maxPauseMs: 5_000, breakAfter: 10, restMs: 5_000 });
  const batch = async (texts: string[], signal: AbortSignal): Promise<Float32Array[]> => {
    const fetch = fetchOver({ connectMs, signal, proxy });
    const made = await clientOf(access, model, fetch)
      .embedDocuments(texts)
      .catch((error: unknown) => {
        throw unwrapped(error);
      });
    const vectors = vectorsSchema.length(texts.length).parse(made);
    return vectors.map(ofLengthOne);
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
    // A line break is part of the text; by default the library replaces it.
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

/** A `fetch` for the library that uses our connections, limits and proxy. */
function fetchOver(limits: Pick<PostInput, "connectMs" | "signal" | "proxy">): typeof globalThis.fetch {
  return async (input, init) => {
    const url = toUrl(input instanceof Request ? input.url : String(input));
    const headers = Object.fromEntries(new Headers(init?.headers));
    const response = await postWell({ url, headers, body: String(init?.body ?? ""), ...limits });
    return new Response(await textOf(response, maxBodyChars), { headers: { "content-type": "application/json" } });
  };
}

/** The original error inside the library's wrapper. */
function unwrapped(error: unknown): unknown {
  for (let inner = error; inner instanceof Error; inner = inner.cause) if (inner instanceof CallError) return inner;
  return error;
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
