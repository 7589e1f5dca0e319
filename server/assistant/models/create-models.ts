import { createHash } from "node:crypto";
import type { ModelPort, TenantProfile } from "../ports.ts";
import { type AgentModel, createAgentModel } from "./agent-model.ts";
import { type RetrySettings, retryDefaults } from "./chat/resilience.ts";
import type { CallLimits } from "./chat/time-limits.ts";
import type { EmbeddingPort } from "./embeddings/port.ts";
import { ExtractiveAnswerer, extractiveModel } from "./extractive/extractive-answerer.ts";
import { type Price, pricesWith } from "./prices.ts";
import { promptVersion } from "./prompts.ts";
import { ProviderPool } from "./provider-pool.ts";
import type { ProxyRule } from "./proxy.ts";
import { byRules, type Candidate, type Routes } from "./task-models.ts";
import { type TriedModel, tryModels } from "./try-models.ts";
import { graderName, TurnModel } from "./turn-model.ts";
import { CallMeter, type ModelTask, type RecordCall, type WarnOfCall } from "./usage-records.ts";

export type ModelProvider = "extractive" | "openai" | "azure" | "anthropic" | "ollama";

/** An Azure OpenAI resource. */
export interface AzureAccess {
  /** Without a trailing slash, e.g. `https://my-resource.openai.azure.com`. */
  endpoint: string;
  apiKey: string;
  apiVersion: string;
}

/** The part of the configuration for models (`Config["models"]`). */
export interface ModelConfig {
  provider: ModelProvider;
  small: string | undefined;
  large: string | undefined;
  /** Providers used when the first one fails, in order; `extractive` only as the last. */
  fallback?: { provider: ModelProvider; model: string | undefined }[];
  /** Model that reads visitors' pictures; absent: pictures are not read. */
  vision?: { provider: Exclude<ModelProvider, "extractive">; model: string } | undefined;
  prices?: ReadonlyMap<string, Price>;
  /** Context size in tokens, by model; a built-in value applies where it is absent. */
  contextTokens?: ReadonlyMap<string, number>;
  /** Timeout for the first token, in ms; absent: the default. */
  firstTokenMs?: number | undefined;
  proxy?: ProxyRule | undefined;
  openaiApiKey: string | undefined;
  openaiBaseUrl: string | undefined;
  azure?: AzureAccess | undefined;
  anthropicApiKey?: string | undefined;
  anthropicBaseUrl?: string | undefined;
  ollamaBaseUrl: string | undefined;
}

export interface ModelDeps {
  limits?: Partial<CallLimits>;
  retries?: RetrySettings;
  /** Pause between two pieces of an extractive answer, in ms. */
  paceMs?: number;
  /** Called for every model call, in addition to the usage record. */
  watch?: RecordCall;
  /** Called with a sentence for every failed call and every prompt that a server cut. */
  warn?: WarnOfCall;
  /** Compares sentences with questions; without it the extractive answerer compares words. */
  embeddings?: EmbeddingPort;
}

/** `onThinking` receives a redacted summary of the reasoning behind an answer; `paceMs` is 0 when nobody watches. */
type Turn = { tenant?: TenantProfile; recordCall: RecordCall; paceMs?: number; onThinking?: (summary: string) => void };

export interface CopilotModel {
  /** Tries the candidates in order, and stops when the budget is used up. */
  turn: Pick<TurnModel, "forCopilot">;
  hasModel: boolean;
  tenant: TenantProfile;
}

export interface Models {
  /** Providers available with this configuration. */
  providers: readonly ModelProvider[];
  /** The model for each task when a tenant has chosen none. */
  usual: Record<(typeof tasks)[number], { provider: ModelProvider; model: string }>;
  /** Identifies models, prompts and the tenant's profile texts in cache keys. */
  fingerprintFor(tenant?: TenantProfile): string;
  /** The tenant's usual grader, ignoring fallbacks; calibrations belong to it. */
  graderFor(tenant: Pick<TenantProfile, "models">): string;
  /** A model for one turn of the tenant; every call is reported to `recordCall`. */
  forTurn(turn: Turn): ModelPort;
  /** Calls every model once that answers the tenant, or every model of the installation. */
  tryOut(tenant?: Pick<TenantProfile, "models">): Promise<TriedModel[]>;
  /** The model for agent assist. */
  forAgent(work: { tenant: TenantProfile; recordCall: RecordCall }): AgentModel;
  /** Extracts memories from a conversation; null when no model does it. */
  forMemory(work: { tenant: TenantProfile; recordCall: RecordCall }): TurnModel["extract"] | null;
  /** The model for the tenant's copilot. */
  forCopilot(work: { tenant: TenantProfile; recordCall: RecordCall }): CopilotModel;
}

/** Long enough to look like writing, short enough not to delay the reader: 200 words take a third of a second. */
const defaultPaceMs = 5;
const tasks = ["contextualize", "generate", "grade", "summarize"] as const satisfies ModelTask[];

/** Builds the models of the configured providers, once per process. @throws AppError when a provider lacks its access. */
export function createModels(config: ModelConfig, deps: ModelDeps = {}): Models {
  const pool = new ProviderPool(config, { limits: deps.limits ?? {}, retries: deps.retries ?? retryDefaults });
  const prices = pricesWith(config.prices ?? new Map());
  const usual = usualRoutes(config, pool);
  const { embeddings } = deps;
  const embed = embeddings && ((texts: string[]) => embeddings.embed(texts, { priority: "query" }));
  const routesOf = (tenant: Pick<TenantProfile, "models"> | undefined): Routes => withOwnModels(usual, tenant, pool);
  const forTurn = ({ tenant, recordCall: keep, paceMs, onThinking }: Turn) => {
    const recordCall: RecordCall = (usageRecord) => {
      keep(usageRecord);
      deps.watch?.(usageRecord);
    };
    const own = routesOf(tenant);
    const costsMoney = own.generate[0]?.client !== null;
    const isOverBudget = tenant?.over_budget !== undefined && costsMoney;
    return new TurnModel({
      routes: isOverBudget ? rulesOnly : own,
      meter: new CallMeter({ record: recordCall, prices, warn: deps.warn }),
      rules: new ExtractiveAnswerer({ recordCall, paceMs: paceMs ?? deps.paceMs ?? defaultPaceMs, embed }),
      isBudgetSpent: isOverBudget && tenant?.over_budget === "human",
      isStandIn: isOverBudget,
      onThinking,
    });
  };
  return {
    providers: [
      "extractive",
      ...(["openai", "azure", "anthropic", "ollama"] as const).filter((provider) => pool.offers(provider)),
    ],
    usual: {
      contextualize: firstOf(usual.contextualize),
      generate: firstOf(usual.generate),
      grade: firstOf(usual.grade),
      summarize: firstOf(usual.summarize),
    },
    tryOut: (tenant) => tryModels(routesOf(tenant)),
    fingerprintFor: (tenant) => fingerprint(routesOf(tenant), tenant),
    graderFor: (tenant) => usualGrader(routesOf(tenant)),
    forTurn,
    forMemory({ tenant, recordCall }) {
      if (tenant.over_budget !== undefined || routesOf(tenant).extract.length === 0) return null;
      const model = forTurn({ tenant, recordCall });
      return (said, signal) => model.extract(said, signal);
    },
    forCopilot(work) {
      const isByRules = routesOf(work.tenant).copilot[0]?.client == null || work.tenant.over_budget !== undefined;
      return { turn: forTurn(work), hasModel: !isByRules, tenant: work.tenant };
    },
    forAgent({ tenant, recordCall }) {
      const { generate, grade } = routesOf(tenant);
      const isOverBudget = tenant.over_budget !== undefined;
      const without = generate[0]?.client == null ? "none" : isOverBudget ? "over_budget" : null;
      const grades = without === null && grade.some(({ client }) => client !== null);
      return createAgentModel({ without, grades, model: forTurn({ tenant, recordCall }), embed });
    },
  };
}

function firstOf([candidate = byRules]: readonly Candidate[]): { provider: ModelProvider; model: string } {
  // Only configured providers become candidates, so the type is safe.
  return { provider: candidate.provider as ModelProvider, model: candidate.client?.model ?? "" };
}

const rulesOnly: Routes = {
  look: [],
  contextualize: [byRules],
  act: [byRules],
  generate: [byRules],
  grade: [byRules],
  summarize: [byRules],
  translate: [],
  extract: [],
  copilot: [byRules],
  copilot_large: [byRules],
};

function usualRoutes(config: ModelConfig, pool: ProviderPool): Routes {
  const chain = [{ provider: config.provider, model: undefined }, ...(config.fallback ?? [])];
  const route = (task: ModelTask): Candidate[] =>
    chain.map(({ provider, model }) =>
      provider === "extractive" ? byRules : { provider, client: pool.client(provider, task, model) },
    );
  const { vision } = config;
  return {
    look: vision ? [{ provider: vision.provider, client: pool.client(vision.provider, "look", vision.model) }] : [],
    contextualize: route("contextualize"),
    act: route("act"),
    generate: route("generate"),
    grade: route("grade"),
    summarize: route("summarize"),
    translate: route("translate").filter(({ client }) => client !== null),
    extract: route("extract").filter(({ client }) => client !== null),
    copilot: route("copilot"),
    copilot_large: route("copilot_large"),
  };
}

/** Puts the tenant's own models before the default chain. A model whose provider is no longer configured is skipped. */
function withOwnModels(usual: Routes, tenant: Pick<TenantProfile, "models"> | undefined, pool: ProviderPool): Routes {
  const own = tenant?.models;
  if (!own || Object.keys(own).length === 0) return usual;
  const routes: Record<ModelTask, readonly Candidate[]> = { ...usual };
  for (const task of tasks) {
    const wish = own[task];
    if (!wish) continue;
    if (wish.provider === "extractive") routes[task] = [byRules];
    else if (pool.offers(wish.provider))
      routes[task] = [
        { provider: wish.provider, client: pool.client(wish.provider, task, wish.model) },
        ...usual[task],
      ];
  }
  const { generate: wish } = own;
  // The tenant's answer model also does these tasks. A tenant that chose the built-in answerer wants nothing sent to a model.
  if (wish?.provider === "extractive")
    Object.assign(routes, { translate: [], extract: [], act: [byRules], copilot: [byRules], copilot_large: [byRules] });
  else if (wish && pool.offers(wish.provider)) {
    const { provider, model } = wish;
    for (const task of ["translate", "extract", "act", "copilot", "copilot_large"] as const)
      routes[task] = [{ provider, client: pool.client(provider, task, model) }, ...usual[task]];
  }
  return routes;
}

function usualGrader({ generate, grade }: Routes): string {
  return graderName(
    generate[0],
    grade.find(({ client }) => client !== null),
  );
}

/** A calibration changes the scale of grades, so cached answers are kept separately. */
function fingerprint(routes: Routes, tenant: TenantProfile | undefined): string {
  const { calibration } = tenant ?? {};
  const parts = [whoAnswers(routes, tenant)];
  if (calibration?.grader === usualGrader(routes))
    parts.push(["calibrated", calibration.slope, calibration.shift, calibration.threshold].join(":"));
  return parts.join(" ");
}

function whoAnswers({ generate, grade }: Routes, tenant: TenantProfile | undefined): string {
  const writer = generate[0];
  if (!writer?.client) return extractiveModel;
  const judge = grade[0];
  const voice = [tenant?.tone, tenant?.guidance, tenant?.industry, tenant?.about, tenant?.place].map(
    (text) => text ?? "",
  );
  const digest = createHash("sha256").update(JSON.stringify(voice)).digest("base64url").slice(0, 12);
  return [writer.provider, writer.client.model, judge?.client?.model ?? extractiveModel, promptVersion, digest].join(
    ":",
  );
}
