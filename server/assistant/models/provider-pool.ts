import { AppError } from "../../core/errors.ts";
import { anthropicWire } from "./chat/anthropic-wire.ts";
import { ChatClient, type ModelTraits, newTraits } from "./chat/chat-client.ts";
import { openAiWire } from "./chat/openai-wire.ts";
import { createResilience, type Resilience, type RetrySettings } from "./chat/resilience.ts";
import { type CallLimits, callLimitDefaults } from "./chat/time-limits.ts";
import type { ChatWire } from "./chat/wire.ts";
import type { ModelConfig } from "./create-models.ts";
import { type ChatProvider, isChatProvider, modelNames, taskModel } from "./task-models.ts";
import type { ModelTask } from "./usage-records.ts";

/**
 * Context size of models in tokens, prompt and answer together, from the providers' documentation. Ollama has its own default for every
 * model and cuts a longer prompt silently.
 */
const known: [provider: RegExp, model: RegExp, tokens: number][] = [
  [/^ollama$/, /./, 4_096],
  [/./, /^(?:.*\/)?gpt-3\.5/, 16_385],
  [/./, /^(?:.*\/)?gpt-4(?:-\d{4})?$/, 8_192],
  [/./, /^(?:.*\/)?(?:gpt-4o|gpt-4-turbo|gpt-4\.[15]|gpt-5|gpt-oss|o\d)/, 128_000],
  [/./, /claude/, 200_000],
];

/**
 * Context size of a model. Undefined when unknown: the server then gets the whole prompt and reports when it is too long. @param set the
 * operator's own values, by model.
 */
function contextWindow(
  provider: string,
  model: string,
  set: ReadonlyMap<string, number> = new Map(),
): number | undefined {
  return set.get(model) ?? known.find(([who, what]) => who.test(provider) && what.test(model))?.[2];
}

const openAiUrl = "https://api.openai.com/v1";
const anthropicUrl = "https://api.anthropic.com";
const ollamaUrl = "http://127.0.0.1:11434";

interface Provider {
  wire: ChatWire;
  /** One per provider and process: the breaker must see all calls. */
  resilience: Resilience;
  clients: Map<string, ChatClient>;
  /** By model: all tasks share what one task learns about it. */
  traits: Map<string, ModelTraits>;
}

/** Clients of every available provider, created on first use and shared by all turns. */
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

  /** True when the provider's access is configured. */
  offers(provider: string): provider is ChatProvider {
    return isChatProvider(provider) && wireOf[provider](this.#config) !== null;
  }

  /**
   * The client of a provider for a task. @param model undefined: the provider's default for tasks of that size.
   * @throws AppError when the provider's access is not configured.
   */
  client(provider: ChatProvider, task: ModelTask, model: string | undefined): ChatClient {
    const { wire, resilience, clients, traits } = this.#provider(provider);
    const isMain = provider === this.#config.provider;
    const names = model
      ? { small: model, large: model }
      : modelNames(provider, isMain ? this.#config : { small: undefined, large: undefined });
    const settings = taskModel(task, names);
    const key = `${task} ${settings.model}`;
    const client = clients.get(key);
    if (client) return client;
    const window = contextWindow(provider, settings.model, this.#config.contextTokens);
    const known = traits.get(settings.model) ?? newTraits(settings.model, window);
    traits.set(settings.model, known);
    const made = new ChatClient({
      wire,
      model: settings.model,
      maxOutputTokens: settings.maxOutputTokens,
      isRoutine: settings.isRoutine,
      limits: { ...this.#limitsOf(settings.totalMs), ...this.#limits },
      resilience,
      proxy: this.#config.proxy,
      traits: known,
    });
    clients.set(key, made);
    return made;
  }

  /** A longer timeout for the first token also extends the total timeout. */
  #limitsOf(totalMs: number): CallLimits {
    const { firstTokenMs } = this.#config;
    if (firstTokenMs === undefined) return { ...callLimitDefaults, totalMs };
    return {
      ...callLimitDefaults,
      firstTokenMs,
      idleMs: Math.max(callLimitDefaults.idleMs, firstTokenMs / 2),
      totalMs: Math.max(totalMs, firstTokenMs * 1.5),
    };
  }

  #provider(name: ChatProvider): Provider {
    const known = this.#providers.get(name);
    if (known) return known;
    const wire = wireOf[name](this.#config);
    if (wire === null) throw new AppError("internal", `the model provider ${name} is not set up: ${missing[name]}`);
    const made = { wire, resilience: createResilience(this.#retries), clients: new Map(), traits: new Map() };
    this.#providers.set(name, made);
    return made;
  }
}

const missing: Record<ChatProvider, string> = {
  openai: "it needs OPENAI_API_KEY, or OPENAI_BASE_URL for a server that needs no key",
  azure: "it needs AZURE_OPENAI_ENDPOINT and AZURE_OPENAI_API_KEY",
  anthropic: "it needs ANTHROPIC_API_KEY",
  ollama: "it needs OLLAMA_BASE_URL",
};

const wireOf: Record<ChatProvider, (config: ModelConfig) => ChatWire | null> = {
  openai: ({ openaiApiKey: apiKey, openaiBaseUrl }) =>
    apiKey || openaiBaseUrl
      ? openAiWire({ kind: "openai", baseUrl: bareUrl(openaiBaseUrl ?? openAiUrl), apiKey: apiKey ?? "none" })
      : null,
  azure: ({ azure }) => (azure ? openAiWire({ kind: "azure", ...azure }) : null),
  anthropic: ({ anthropicApiKey: apiKey, anthropicBaseUrl }) =>
    apiKey ? anthropicWire({ baseUrl: withoutVersion(anthropicBaseUrl ?? anthropicUrl), apiKey }) : null,
  // Ollama needs no key. It counts as configured when it is the main provider, a fallback or the vision provider, or has an address.
  ollama: ({ provider, fallback, vision, ollamaBaseUrl }) =>
    provider === "ollama" ||
    vision?.provider === "ollama" ||
    ollamaBaseUrl ||
    fallback?.some((entry) => entry.provider === "ollama")
      ? openAiWire({ kind: "openai", baseUrl: `${withoutVersion(ollamaBaseUrl ?? ollamaUrl)}/v1`, apiKey: "ollama" })
      : null,
};

function withoutVersion(url: string): string {
  return bareUrl(url).replace(/\/v1$/, "");
}

function bareUrl(url: string): string {
  return url.replace(/(?<!\/)\/+$/, "");
}
