import type { OpenAiAccess } from "../chat/openai-wire.ts";
import type { AzureAccess } from "../create-models.ts";
import { createLocalEmbedder } from "../local/local-embedder.ts";
import type { ProxyRule } from "../proxy.ts";
import type { EmbedTexts } from "./library-embedder.ts";
import type { EmbeddingPort } from "./port.ts";
import { rememberQuestions } from "./remember-questions.ts";

/** The part of the configuration for embeddings. */
export interface EmbeddingConfig {
  provider: "local" | "openai" | "azure" | "ollama";
  model: string | undefined;
  openaiApiKey: string | undefined;
  openaiBaseUrl: string | undefined;
  azure?: AzureAccess | undefined;
  ollamaBaseUrl: string | undefined;
  proxy?: ProxyRule | undefined;
  /** Called once, with the reason, when the local model uses its slower engine. */
  onFallback?: (reason: string) => void;
}

const openaiUrl = "https://api.openai.com/v1";
const ollamaUrl = "http://127.0.0.1:11434";

/** Creates the embedder that `EMBEDDING_PROVIDER` names. Changing it requires new vectors: vectors of two models are never compared. */
export function createEmbedder(config: EmbeddingConfig): EmbeddingPort {
  const { openaiApiKey, openaiBaseUrl, azure, ollamaBaseUrl, proxy, onFallback } = config;
  switch (config.provider) {
    case "local":
      return createLocalEmbedder({
        ...(config.model ? { model: config.model } : {}),
        ...(onFallback ? { onFallback } : {}),
      });
    case "openai":
      return createHttpEmbedder({
        proxy,
        access: { kind: "openai", baseUrl: openaiBaseUrl ?? openaiUrl, apiKey: openaiApiKey ?? "none" },
        model: config.model ?? "text-embedding-3-small",
      });
    case "azure":
      // `readConfig` guarantees that both are set.
      return createHttpEmbedder({
        proxy,
        access: { kind: "azure", ...(azure ?? { endpoint: "", apiKey: "", apiVersion: "" }) },
        model: config.model ?? "",
      });
    case "ollama":
      return createHttpEmbedder({
        proxy,
        access: {
          kind: "openai",
          baseUrl: `${(ollamaBaseUrl ?? ollamaUrl).replace(/\/(?:v1\/?)?$/, "")}/v1`,
          apiKey: "ollama",
        },
        model: config.model ?? "nomic-embed-text",
      });
    default:
      return config.provider satisfies never;
  }
}

/** Embeddings from a server. The client library is loaded at once, so that no visitor's question waits for it. */
export function createHttpEmbedder({
  access,
  model,
  proxy,
}: {
  access: OpenAiAccess;
  model: string;
  proxy?: ProxyRule | undefined;
}): EmbeddingPort {
  const stop = new AbortController();
  const loaded = import("./library-embedder.ts").then(({ libraryEmbeddings }) =>
    libraryEmbeddings(access, model, proxy),
  );
  // The caller of `embed` gets the error.
  loaded.catch(() => {});
  const embed: EmbedTexts = async (...call) => (await loaded)(...call);
  const embedQuestions = rememberQuestions((texts) => {
    const all = embed(texts, "query", stop.signal);
    // Each text has a vector, or the call has failed.
    return texts.map((_text, index) => all.then((vectors) => vectors[index] as Float32Array));
  });
  return {
    model,
    embed: (texts, { priority }) => (priority === "query" ? embedQuestions(texts) : embed(texts, "bulk", stop.signal)),
    close: async () => stop.abort(new Error("the server is shutting down")),
  };
}
