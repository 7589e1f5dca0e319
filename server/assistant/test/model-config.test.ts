import { expect, it } from "vitest";
import { keepTextsFromTraces, readConfig } from "../../core/config/config.ts";

const azure = { AZURE_OPENAI_ENDPOINT: "https://r.openai.azure.com", AZURE_OPENAI_API_KEY: "k" };

it("AZURE_OPENAI_ENDPOINT is the resource, however much of an address was copied", () => {
  for (const rest of ["", "/", "/openai", "/openai/v1/", "/openai/deployments/x/chat/completions?api-version=1"]) {
    const { models } = readConfig({ ...azure, AZURE_OPENAI_ENDPOINT: `${azure.AZURE_OPENAI_ENDPOINT}${rest}` });
    expect(models.azure).toEqual({
      endpoint: "https://r.openai.azure.com",
      apiKey: "k",
      apiVersion: "2024-10-21",
    });
  }
  expect(readConfig({}).models.azure).toBeUndefined();
});

it("MODEL_FALLBACK is a chain of providers with their models", () => {
  const { models } = readConfig({
    MODEL_FALLBACK: "anthropic:claude-haiku-4-5, ollama:llama3.1:8b ,extractive",
    ANTHROPIC_API_KEY: "k",
  });
  expect(models.fallback).toEqual([
    { provider: "anthropic", model: "claude-haiku-4-5" },
    { provider: "ollama", model: "llama3.1:8b" },
    { provider: "extractive", model: undefined },
  ]);
  expect(readConfig({}).models.fallback).toEqual([]);
});

it.each([
  [{ MODEL_FALLBACK: "gemini" }, /MODEL_FALLBACK: must be a list of/],
  [{ MODEL_FALLBACK: "extractive,ollama" }, /extractive has no model and must be last/],
  [{ MODEL_FALLBACK: "openai" }, /MODEL_FALLBACK needs OPENAI_API_KEY/],
  [{ MODEL_FALLBACK: "anthropic:x" }, /MODEL_FALLBACK needs ANTHROPIC_API_KEY/],
  [{ MODEL_VISION: "extractive" }, /MODEL_VISION: must be a provider and a model, for example/],
  [{ MODEL_VISION: "openai:" }, /MODEL_VISION: must be a provider and a model, for example/],
  [{ MODEL_VISION: "openai:gpt-4o-mini" }, /MODEL_VISION needs OPENAI_API_KEY/],
  [{ MODEL_PROVIDER: "anthropic" }, /needs ANTHROPIC_API_KEY/],
  [{ MODEL_PROVIDER: "azure", MODEL_LARGE: "x" }, /needs AZURE_OPENAI_ENDPOINT and AZURE_OPENAI_API_KEY/],
  [{ MODEL_PROVIDER: "azure", ...azure }, /needs a deployment name in MODEL_LARGE/],
  [{ MODEL_FALLBACK: "azure", ...azure }, /azure in MODEL_FALLBACK needs a deployment name/],
  [{ EMBEDDING_PROVIDER: "azure", ...azure }, /EMBEDDING_PROVIDER=azure needs a deployment name/],
  [{ EMBEDDING_MODEL: "bge-small" }, /EMBEDDING_MODEL=bge-small is not a local model. Use minilm-l6-v2 or/],
  [{ AZURE_OPENAI_ENDPOINT: "my-resource" }, /AZURE_OPENAI_ENDPOINT: must be a URL, for example/],
  [{ AZURE_OPENAI_API_VERSION: "latest" }, /AZURE_OPENAI_API_VERSION: must be a version, for example/],
  [{ ANTHROPIC_BASE_URL: "nowhere" }, /ANTHROPIC_BASE_URL: must be a URL/],
  [{ MODEL_PRICES: "m=1" }, /MODEL_PRICES: must be model=input\/output/],
  [{ MODEL_PRICES: "m=1/x" }, /MODEL_PRICES/],
])("a wrong setting %j stops the start with its name", (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
});

it("MODEL_PRICES are dollars for a million tokens", () => {
  const { prices } = readConfig({ MODEL_PRICES: "a/m=0.5/1.5,n=1/0.1/4" }).models;
  expect(prices.get("a/m")).toEqual({ input: 5e5, cached: 5e5, output: 1.5e6 });
  expect(prices.get("n")).toEqual({ input: 1e6, cached: 1e5, output: 4e6 });
});

it("traces hold no texts unless the operator says so", () => {
  const environment: Record<string, string | undefined> = { LANGSMITH_HIDE_INPUTS: "false" };
  keepTextsFromTraces(environment);
  expect(environment).toEqual({ LANGSMITH_HIDE_INPUTS: "false", LANGSMITH_HIDE_OUTPUTS: "true" });
});

it.each([
  [{ WEB_SEARCH_PROVIDER: "searxng" }, /WEB_SEARCH_PROVIDER=searxng needs WEB_SEARCH_URL/],
  [{ WEB_SEARCH_PROVIDER: "brave" }, /WEB_SEARCH_PROVIDER=brave needs WEB_SEARCH_API_KEY/],
  [{ WEB_SEARCH_PROVIDER: "tavily" }, /WEB_SEARCH_PROVIDER=tavily needs WEB_SEARCH_API_KEY/],
  [{ WEB_SEARCH_PROVIDER: "altavista" }, /WEB_SEARCH_PROVIDER/],
])("a search engine says what it lacks: %j", (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
});
