import { createHttpEmbedder } from "./http-embedder.ts";
import { createLocalEmbedder } from "./local-embedder.ts";
import type { EmbeddingPort } from "./port.ts";

/** The part of the configuration that embeddings need. */
export interface EmbeddingConfig {
  provider: "local" | "openai" | "ollama";
  model: string | undefined;
  openaiApiKey: string | undefined;
  openaiBaseUrl: string | undefined;
  ollamaBaseUrl: string | undefined;
}

const openaiUrl = "https://api.openai.com/v1";
const ollamaUrl = "http://127.0.0.1:11434";

/** The embeddings that `EMBEDDING_PROVIDER` names. Changing it makes new vectors necessary: those of two models are never compared. */
export function createEmbedder(config: EmbeddingConfig): EmbeddingPort {
  switch (config.provider) {
    case "local":
      return createLocalEmbedder();
    case "openai":
      return createHttpEmbedder({
        baseUrl: config.openaiBaseUrl ?? openaiUrl,
        apiKey: config.openaiApiKey,
        model: config.model ?? "text-embedding-3-small",
      });
    case "ollama":
      return createHttpEmbedder({
        baseUrl: `${(config.ollamaBaseUrl ?? ollamaUrl).replace(/\/(?:v1\/?)?$/, "")}/v1`,
        apiKey: undefined,
        model: config.model ?? "nomic-embed-text",
      });
    default:
      return config.provider satisfies never;
  }
}
