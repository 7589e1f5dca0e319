import { z } from "zod";
import { setting } from "./about.ts";
import {
  azureEndpoint,
  azureVersion,
  contextTokens,
  modelFallback,
  modelPrices,
  optionalText,
  optionalUrl,
  visionModel,
} from "./values.ts";

const models = { group: "models" } as const;
const search = { group: "search" } as const;
const reindex =
  "After a change, run `npx parley knowledge reindex --all --tenant <tenant>` for each tenant, because vectors of different models cannot be compared.";

/** Models for answers and embeddings. */
export const modelSettings = {
  MODEL_PROVIDER: setting(z.enum(["extractive", "openai", "azure", "anthropic", "ollama"]).default("extractive"), {
    ...models,
    text: "The provider of the models that write answers. `extractive` quotes the documents and needs no model or key. See [models and providers](models-and-providers.md).",
  }),
  MODEL_SMALL: setting(optionalText, {
    ...models,
    text: "The model for routine tasks, such as rephrasing and grading. With `azure`, the deployment name.",
    unset: "`gpt-4o-mini`, `claude-haiku-4-5` or `llama3.1`, depending on the provider",
    example: "gpt-4o-mini",
  }),
  MODEL_LARGE: setting(optionalText, {
    ...models,
    text: "The model that writes answers. With `azure`, the deployment name.",
    unset: "`gpt-4o`, `claude-sonnet-4-5` or `llama3.1`, depending on the provider",
    example: "gpt-4o",
  }),
  MODEL_FALLBACK: setting(modelFallback, {
    ...models,
    text: "Fallbacks for a failing provider, in order, as `provider` or `provider:model`. `extractive` must be last.",
    example: "anthropic:claude-haiku-4-5,extractive",
  }),
  MODEL_VISION: setting(visionModel, {
    ...models,
    text: "The model that reads pictures from visitors, as `provider:model`. Without it, the assistant tells visitors that it cannot read pictures.",
    example: "openai:gpt-4o-mini",
  }),
  MODEL_PRICES: setting(modelPrices, {
    ...models,
    text: "Prices of additional models in US dollars per million tokens, as `model=input/output` or `model=input/cached/output`, separated by commas. Budgets and reports use them.",
    example: "my-model=0.5/1.5",
  }),
  MODEL_CONTEXT_TOKENS: setting(contextTokens, {
    ...models,
    text: "The context size of models in tokens, as `model=tokens`, separated by commas. Parley shortens prompts that would not fit. Use the size that your server is set to.",
    unset: "4096 for Ollama, the documented size of common models of OpenAI and Anthropic, and no limit for others",
    example: "llama3.1=32768",
  }),
  MODEL_FIRST_TOKEN_SECONDS: setting(z.coerce.number().int().min(5).max(600).optional(), {
    ...models,
    text: "The longest time until the first word of an answer, in seconds. Raise it for local models that load slowly and for models that reason for long.",
    unset: "45",
    example: "120",
  }),
  HTTPS_PROXY: setting(optionalUrl, {
    ...models,
    text: "The proxy for model and embedding providers with `https` addresses.",
    example: "http://proxy.example:3128",
  }),
  NO_PROXY: setting(optionalText, {
    ...models,
    text: "Hosts that are reached without `HTTPS_PROXY`, separated by commas. A name includes all hosts below it.",
    example: "localhost,.internal.example",
  }),
  OPENAI_API_KEY: setting(optionalText, {
    ...models,
    text: "The API key for OpenAI or an OpenAI-compatible server.",
  }),
  OPENAI_BASE_URL: setting(optionalUrl, {
    ...models,
    text: "The address of an OpenAI-compatible server.",
    unset: "OpenAI's address is used",
    example: "http://127.0.0.1:8000/v1",
  }),
  AZURE_OPENAI_ENDPOINT: setting(azureEndpoint, {
    ...models,
    text: "The address of an Azure OpenAI resource. With `MODEL_PROVIDER=azure`, set `MODEL_LARGE` and `MODEL_SMALL` to deployment names.",
    example: "https://my-resource.openai.azure.com",
  }),
  AZURE_OPENAI_API_KEY: setting(optionalText, { ...models, text: "The API key for the Azure OpenAI resource." }),
  AZURE_OPENAI_API_VERSION: setting(azureVersion, {
    ...models,
    text: "The version of the Azure OpenAI API.",
    allowed: "a date, with or without `-preview`",
  }),
  ANTHROPIC_API_KEY: setting(optionalText, { ...models, text: "The API key for Anthropic." }),
  ANTHROPIC_BASE_URL: setting(optionalUrl, {
    ...models,
    text: "The address of a proxy for Anthropic's Messages API.",
    unset: "Anthropic's address is used",
  }),
  OLLAMA_BASE_URL: setting(optionalUrl, {
    ...models,
    text: "The address of the Ollama server.",
    unset: "`http://127.0.0.1:11434`",
  }),
};

/** Settings of the search for passages. */
export const searchSettings = {
  EMBEDDING_PROVIDER: setting(z.enum(["local", "openai", "azure", "ollama"]).default("local"), {
    ...search,
    text: `The provider of embeddings. \`local\` computes them on this machine and needs no key, \`openai\` is any OpenAI-compatible server (with \`OPENAI_BASE_URL\` and \`OPENAI_API_KEY\`), and \`azure\` is a deployment of the Azure OpenAI resource. ${reindex}`,
  }),
  EMBEDDING_MODEL: setting(optionalText, {
    ...search,
    text: `The embedding model; for \`azure\`, the deployment name. \`local\` offers \`minilm-l6-v2\` and \`minilm-l6-v2-int8\`, which needs about half the computing time. Their vectors are not interchangeable. ${reindex}`,
    unset: "`minilm-l6-v2` for `local`, `text-embedding-3-small` for `openai`, `nomic-embed-text` for `ollama`",
    example: "minilm-l6-v2-int8",
  }),
  RERANK_URL: setting(optionalUrl, {
    ...search,
    text: "The address of a `/rerank` endpoint, as offered by Cohere, Jina, vLLM, llama.cpp and text-embeddings-inference. It reorders the best 40 passages of each search.",
    unset: "results keep the order of the search",
    example: "http://127.0.0.1:8080/rerank",
  }),
  RERANK_MODEL: setting(optionalText, { ...search, text: "The reranker's model.", unset: "`rerank`" }),
  RERANK_API_KEY: setting(optionalText, { ...search, text: "The reranker's API key." }),
  RERANK_TIMEOUT_MS: setting(z.coerce.number().int().min(50).max(30_000).default(1_500), {
    ...search,
    text: "How long an answer may wait for the reranker, in milliseconds. If the reranker is late or fails, results keep the order of the search.",
  }),
  WEB_SEARCH_PROVIDER: setting(z.enum(["tavily", "brave", "searxng"]).optional(), {
    ...search,
    text: "The search engine for the [copilot](copilot.md)'s web search. Search terms are sent to it, and this server fetches the pages it finds.",
    unset: "the copilot uses only your documents",
    example: "searxng",
  }),
  WEB_SEARCH_URL: setting(optionalUrl, {
    ...search,
    text: "The address of the search engine. `searxng` needs it and must allow the `json` format.",
    unset: "the provider's address is used",
    example: "http://127.0.0.1:8888/search",
  }),
  WEB_SEARCH_API_KEY: setting(optionalText, {
    ...search,
    text: "The API key of the search engine. `tavily` and `brave` need one.",
  }),
};
