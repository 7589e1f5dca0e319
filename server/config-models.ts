import { z } from "zod";
import { setting } from "./config-about.ts";
import {
  azureEndpoint,
  azureVersion,
  modelFallback,
  modelPrices,
  optionalText,
  optionalUrl,
  visionModel,
} from "./config-values.ts";

const models = { group: "models" } as const;
const search = { group: "search" } as const;
const reindex =
  "After a change run `npx parley knowledge reindex --all --tenant <tenant>` for each tenant: vectors of two models are never compared.";

/** Who writes answers, and who computes vectors. */
export const modelSettings = {
  MODEL_PROVIDER: setting(z.enum(["extractive", "openai", "azure", "anthropic", "ollama"]).default("extractive"), {
    ...models,
    text: "Who writes answers. `extractive` quotes the documents and needs no model and no key. See [models and providers](models-and-providers.md).",
  }),
  MODEL_SMALL: setting(optionalText, {
    ...models,
    text: "The model for routine tasks, for example rephrasing and grading. With `azure` the name of a deployment.",
    unset: "`gpt-4o-mini`, `claude-haiku-4-5` or `llama3.1`, by provider",
    example: "gpt-4o-mini",
  }),
  MODEL_LARGE: setting(optionalText, {
    ...models,
    text: "The model that writes answers. With `azure` the name of a deployment.",
    unset: "`gpt-4o`, `claude-sonnet-4-5` or `llama3.1`, by provider",
    example: "gpt-4o",
  }),
  MODEL_FALLBACK: setting(modelFallback, {
    ...models,
    text: "Who is asked when the provider fails, in order, as `provider` or `provider:model`. `extractive` comes last.",
    example: "anthropic:claude-haiku-4-5,extractive",
  }),
  MODEL_VISION: setting(visionModel, {
    ...models,
    text: "Who reads the pictures that visitors send, as `provider:model`. Where it is not set, nobody does, and the assistant says so.",
    example: "openai:gpt-4o-mini",
  }),
  MODEL_PRICES: setting(modelPrices, {
    ...models,
    text: "Prices of further models in dollars for a million tokens, as `model=input/output` or `model=input/cached/output`, separated by commas. Budgets and reports count with them.",
    example: "my-model=0.5/1.5",
  }),
  OPENAI_API_KEY: setting(optionalText, {
    ...models,
    text: "The API key of OpenAI or of an OpenAI-compatible server.",
  }),
  OPENAI_BASE_URL: setting(optionalUrl, {
    ...models,
    text: "The address of an OpenAI-compatible server.",
    unset: "OpenAI's address",
    example: "http://127.0.0.1:8000/v1",
  }),
  AZURE_OPENAI_ENDPOINT: setting(azureEndpoint, {
    ...models,
    text: "The address of a resource of Azure OpenAI. With `MODEL_PROVIDER=azure` the names of deployments stand in `MODEL_LARGE` and `MODEL_SMALL`.",
    example: "https://my-resource.openai.azure.com",
  }),
  AZURE_OPENAI_API_KEY: setting(optionalText, { ...models, text: "The key of the Azure OpenAI resource." }),
  AZURE_OPENAI_API_VERSION: setting(azureVersion, {
    ...models,
    text: "The version of Azure's API.",
    allowed: "a date, with `-preview` or without",
  }),
  ANTHROPIC_API_KEY: setting(optionalText, { ...models, text: "The API key of Anthropic." }),
  ANTHROPIC_BASE_URL: setting(optionalUrl, {
    ...models,
    text: "The address of a proxy for Anthropic's Messages API.",
    unset: "Anthropic's address",
  }),
  OLLAMA_BASE_URL: setting(optionalUrl, {
    ...models,
    text: "The address of Ollama.",
    unset: "`http://127.0.0.1:11434`",
  }),
};

/** How questions and passages meet. */
export const searchSettings = {
  EMBEDDING_PROVIDER: setting(z.enum(["local", "openai", "azure", "ollama"]).default("local"), {
    ...search,
    text: `Who computes embeddings: \`local\` does it on this machine and needs no key, \`openai\` is any OpenAI-compatible server (with \`OPENAI_BASE_URL\` and \`OPENAI_API_KEY\`), \`azure\` a deployment of the Azure OpenAI resource. ${reindex}`,
  }),
  EMBEDDING_MODEL: setting(optionalText, {
    ...search,
    text: `The embedding model, for \`azure\` the name of the deployment. \`local\` has two: \`minilm-l6-v2\`, and \`minilm-l6-v2-int8\`, which costs about half and has vectors of its own. ${reindex}`,
    unset: "`minilm-l6-v2` for `local`, `text-embedding-3-small` for `openai`, `nomic-embed-text` for `ollama`",
    example: "minilm-l6-v2-int8",
  }),
  RERANK_URL: setting(optionalUrl, {
    ...search,
    text: "The address of a `/rerank` call as Cohere, Jina, vLLM, llama.cpp and text-embeddings-inference offer it. The best 40 passages of each search are put into its order.",
    unset: "the search's own order stands",
    example: "http://127.0.0.1:8080/rerank",
  }),
  RERANK_MODEL: setting(optionalText, { ...search, text: "The name of the reranker's model.", unset: "`rerank`" }),
  RERANK_API_KEY: setting(optionalText, { ...search, text: "The key of the reranker." }),
  RERANK_TIMEOUT_MS: setting(z.coerce.number().int().min(50).max(30_000).default(1_500), {
    ...search,
    text: "How long an answer may wait for the reranker, in milliseconds. When the reranker is late or fails, the order is the search's own.",
  }),
  WEB_SEARCH_PROVIDER: setting(z.enum(["tavily", "brave", "searxng"]).optional(), {
    ...search,
    text: "The search engine that the [copilot](copilot.md) may ask when somebody wants the web searched. What is searched for and, from this server, the pages found are then asked for outside.",
    unset: "the copilot knows your documents only",
    example: "searxng",
  }),
  WEB_SEARCH_URL: setting(optionalUrl, {
    ...search,
    text: "The address of the search engine; `searxng` needs it, with the format `json` allowed there.",
    unset: "the provider's own",
    example: "http://127.0.0.1:8888/search",
  }),
  WEB_SEARCH_API_KEY: setting(optionalText, {
    ...search,
    text: "The key of the search engine; `tavily` and `brave` need one.",
  }),
};
