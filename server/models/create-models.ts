import type { ModelPort, TenantProfile } from "../assistant/ports.ts";
import { AppError } from "../errors.ts";
import { ExtractiveAnswerer, extractiveModel } from "./extractive/extractive-answerer.ts";
import { ChatClient } from "./openai/chat-client.ts";
import { OpenAiModel } from "./openai/openai-model.ts";
import { createResilience, type RetrySettings, retryDefaults } from "./openai/resilience.ts";
import { type CallLimits, callLimitDefaults } from "./openai/time-limits.ts";
import { promptVersion } from "./prompts.ts";
import type { ModelTask, RecordCall } from "./receipts.ts";
import { taskModels } from "./task-models.ts";

/** The part of the configuration that models need (`Config["models"]`). */
export interface ModelConfig {
  provider: "extractive" | "openai" | "anthropic" | "ollama";
  small: string | undefined;
  large: string | undefined;
  openaiApiKey: string | undefined;
  openaiBaseUrl: string | undefined;
  ollamaBaseUrl: string | undefined;
}

export interface ModelDeps {
  limits?: CallLimits;
  retries?: RetrySettings;
  /** Pause between two pieces of an extractive answer, in ms. */
  paceMs?: number;
}

export interface Models {
  /** Stands for model and prompts in cache keys. */
  fingerprint: string;
  /** A model for one turn; every call it makes is reported to `recordCall`. The tenant is for overrides of its own (not built yet). */
  forTurn(turn: { tenant?: TenantProfile; recordCall: RecordCall }): ModelPort;
}

/** Long enough to be seen as writing, short enough not to be waited for: 200 words take a third of a second. */
const defaultPaceMs = 5;
const ollamaDefaultUrl = "http://127.0.0.1:11434";

/** Builds the models of the configured provider, once per process. */
export function createModels(config: ModelConfig, deps: ModelDeps = {}): Models {
  switch (config.provider) {
    case "extractive": {
      const paceMs = deps.paceMs ?? defaultPaceMs;
      return {
        fingerprint: extractiveModel,
        forTurn: ({ recordCall }) => new ExtractiveAnswerer({ recordCall, paceMs }),
      };
    }
    case "openai":
      if (!config.openaiApiKey && !config.openaiBaseUrl)
        throw new AppError(
          "internal",
          "MODEL_PROVIDER=openai needs OPENAI_API_KEY, or OPENAI_BASE_URL of a server that wants no key",
        );
      return compatible(
        "openai",
        { apiKey: config.openaiApiKey ?? "none", baseUrl: config.openaiBaseUrl },
        { config, deps },
      );
    case "ollama":
      return compatible(
        "ollama",
        { apiKey: "ollama", baseUrl: `${(config.ollamaBaseUrl ?? ollamaDefaultUrl).replace(/\/(?:v1\/?)?$/, "")}/v1` },
        { config, deps },
      );
    case "anthropic":
      throw new AppError("internal", "MODEL_PROVIDER=anthropic is not built yet; use openai, ollama or extractive");
    default:
      return config.provider satisfies never;
  }
}

function compatible(
  provider: "openai" | "ollama",
  access: { apiKey: string; baseUrl: string | undefined },
  { config, deps }: { config: ModelConfig; deps: ModelDeps },
): Models {
  const tasks = taskModels(provider, config);
  const resilience = createResilience(deps.retries ?? retryDefaults);
  const limits = deps.limits ?? callLimitDefaults;
  const clientFor = (task: ModelTask) => new ChatClient({ ...access, ...tasks[task], limits, resilience });
  const clients = {
    contextualize: clientFor("contextualize"),
    generate: clientFor("generate"),
    grade: clientFor("grade"),
    summarize: clientFor("summarize"),
  };
  const fingerprint = `${provider}:${tasks.generate.model}:${tasks.grade.model}:${promptVersion}`;
  return { fingerprint, forTurn: ({ recordCall }) => new OpenAiModel({ provider, clients, recordCall }) };
}
