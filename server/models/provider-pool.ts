import { AppError } from "../errors.ts";
import { anthropicWire } from "./chat/anthropic-wire.ts";
import { ChatClient } from "./chat/chat-client.ts";
import { openAiWire } from "./chat/openai-wire.ts";
import { createResilience, type Resilience, type RetrySettings } from "./chat/resilience.ts";
import { type CallLimits, callLimitDefaults } from "./chat/time-limits.ts";
import type { ChatWire } from "./chat/wire.ts";
import type { ModelConfig } from "./create-models.ts";
import type { ModelTask } from "./receipts.ts";
import { type ChatProvider, modelNames, taskModel } from "./task-models.ts";

const openAiUrl = "https://api.openai.com/v1";
const anthropicUrl = "https://api.anthropic.com";
const ollamaUrl = "http://127.0.0.1:11434";

interface Provider {
  baseUrl: string;
  wire: ChatWire;
  /** One for each provider and process: the breaker must see all calls. */
  resilience: Resilience;
  clients: Map<string, ChatClient>;
}

/** Clients of every provider that can be reached, made when they are first asked for and shared by all turns. */
export class ProviderPool {
  readonly #config: ModelConfig;
  readonly #limits: Partial<CallLimits>;
  readonly #retries: RetrySettings;
  readonly #providers = new Map<ChatProvider, Provider>();

  constructor(config: ModelConfig, { limits, retries }: { limits: Partial<CallLimits>; retries: RetrySettings }) {
    this.#config = config;
    this.#limits = limits;
    this.#retries = retries;
  }

  /** True for a provider whose access is set. */
  offers(provider: string): provider is ChatProvider {
    return provider in accessOf && accessOf[provider as ChatProvider](this.#config) !== null;
  }

  /**
   * The client of a provider for a task. @param model undefined: the provider's own for tasks of that size.
   * @throws AppError when the provider's access is not set.
   */
  client(provider: ChatProvider, task: ModelTask, model: string | undefined): ChatClient {
    const { baseUrl, wire, resilience, clients } = this.#provider(provider);
    const isMain = provider === this.#config.provider;
    const names = model
      ? { small: model, large: model }
      : modelNames(provider, isMain ? this.#config : { small: undefined, large: undefined });
    const settings = taskModel(task, names);
    const key = `${task} ${settings.model}`;
    const known = clients.get(key);
    if (known) return known;
    const made = new ChatClient({
      baseUrl,
      wire,
      model: settings.model,
      maxOutputTokens: settings.maxOutputTokens,
      limits: { ...callLimitDefaults, totalMs: settings.totalMs, ...this.#limits },
      resilience,
    });
    clients.set(key, made);
    return made;
  }

  #provider(name: ChatProvider): Provider {
    const known = this.#providers.get(name);
    if (known) return known;
    const access = accessOf[name](this.#config);
    if (access === null) throw new AppError("internal", `the model provider ${name} is not set up: ${missing[name]}`);
    const made = { ...access, resilience: createResilience(this.#retries), clients: new Map<string, ChatClient>() };
    this.#providers.set(name, made);
    return made;
  }
}

const missing: Record<ChatProvider, string> = {
  openai: "it needs OPENAI_API_KEY, or OPENAI_BASE_URL of a server that wants no key",
  anthropic: "it needs ANTHROPIC_API_KEY",
  ollama: "it needs OLLAMA_BASE_URL",
};

type Access = (config: ModelConfig) => { baseUrl: string; wire: ChatWire } | null;

const accessOf: Record<ChatProvider, Access> = {
  openai: ({ openaiApiKey, openaiBaseUrl }) =>
    openaiApiKey || openaiBaseUrl
      ? { baseUrl: openaiBaseUrl ?? openAiUrl, wire: openAiWire(openaiApiKey ?? "none") }
      : null,
  anthropic: ({ anthropicApiKey, anthropicBaseUrl }) =>
    anthropicApiKey
      ? { baseUrl: withoutVersion(anthropicBaseUrl ?? anthropicUrl), wire: anthropicWire(anthropicApiKey) }
      : null,
  // Ollama wants no key; it counts as set up when it is the main provider or in the chain, or has an address.
  ollama: ({ provider, fallback, ollamaBaseUrl }) =>
    provider === "ollama" || ollamaBaseUrl || fallback?.some((entry) => entry.provider === "ollama")
      ? { baseUrl: `${withoutVersion(ollamaBaseUrl ?? ollamaUrl)}/v1`, wire: openAiWire("ollama") }
      : null,
};

function withoutVersion(url: string): string {
  return url.replace(/\/(?:v1\/?)?$/, "");
}
