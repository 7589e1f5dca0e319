import type { OidcConfig } from "./sign-in.ts";

type ModelProvider = "extractive" | "openai" | "azure" | "anthropic" | "ollama";

export interface SessionSecret {
  kid: string;
  secret: string;
}

/** Where traces go, how many of them, and whose traces are gone on with. */
export interface Telemetry {
  /** The address that spans are sent to, whole. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  /** What else is said of this process, as OpenTelemetry's own setting has it. */
  resource: Record<string, string>;
  sampler:
    | "always_on"
    | "always_off"
    | "traceidratio"
    | "parentbased_always_on"
    | "parentbased_always_off"
    | "parentbased_traceidratio";
  /** Share of traces, for those samplers that go by one. */
  ratio: number;
  /** Addresses and networks whose `traceparent` counts. */
  trustedCallers: string[];
}

/** Everything that can be set from outside, checked. Names and meaning: docs/guide/configuration.md. */
export interface Config {
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Longest wait of a request for one answer of PostgreSQL. */
  databaseTimeoutMs: number;
  migrationDatabaseUrl: string | undefined;
  redisUrl: string | undefined;
  publicUrl: string | undefined;
  trustProxy: string;
  role: "all" | "api" | "worker";
  /** First signs, all verify. Undefined: made once and kept in DATA_DIR. */
  sessionSecrets: SessionSecret[] | undefined;
  models: {
    provider: ModelProvider;
    small: string | undefined;
    large: string | undefined;
    /** Who is asked when the provider fails, in order. */
    fallback: { provider: ModelProvider; model: string | undefined }[];
    /** Who reads visitors' pictures; undefined: nobody. */
    vision: { provider: Exclude<ModelProvider, "extractive">; model: string } | undefined;
    /** The operator's own prices, micro-dollars for a million tokens. */
    prices: ReadonlyMap<string, { input: number; cached: number; output: number }>;
    /** Tokens of a model's context, prompt and answer together. */
    contextTokens: ReadonlyMap<string, number>;
    /** Longest until the first word of an answer; undefined: the usual. */
    firstTokenMs: number | undefined;
    /** Providers with https are reached through it. */
    proxy: { url: string; except: string[] } | undefined;
    openaiApiKey: string | undefined;
    openaiBaseUrl: string | undefined;
    /** A resource of Azure OpenAI; its models are the names of deployments. */
    azure: { endpoint: string; apiKey: string; apiVersion: string } | undefined;
    anthropicApiKey: string | undefined;
    anthropicBaseUrl: string | undefined;
    ollamaBaseUrl: string | undefined;
  };
  /** Where figures for Prometheus are given: with everything else, or on a port of their own, and to whom. */
  metrics: { port: number | undefined; token: string | undefined };
  /** Where spans of traces go; undefined: nowhere, and no trace is made. */
  telemetry: Telemetry | undefined;
  embeddings: { provider: "local" | "openai" | "azure" | "ollama"; model: string | undefined };
  /** Undefined: the search's own order stands. */
  rerank: { url: string; model: string; apiKey: string | undefined; timeoutMs: number } | undefined;
  /** The search engine of the copilot. Undefined: it knows the documents only. Without an address the provider's own counts. */
  webSearch: { provider: "tavily" | "brave" | "searxng"; url: string | null; apiKey: string | undefined } | undefined;
  /** Undefined: no mail is sent, and nothing that needs it is offered. */
  mail: { url: string; from: string } | undefined;
  /** Where replies to mails end, and what their provider shows when it hands them over. Undefined: nobody reads replies. */
  inboundEmail: { address: string; secret: string } | undefined;
  /** Receivers of webhooks that may be told although their hosts are not public. */
  webhooks: { privateHosts: readonly string[] };
  /** Hosts of tools that may be called although they are not public. */
  tools: { privateHosts: readonly string[] };
  /** Undefined: people sign in with passwords alone. */
  oidc: OidcConfig | undefined;
  /** Whether a first start makes a tenant whose documents are this guide. */
  hasDemo: boolean;
  admission: { maxActive: number; maxWaiting: number };
  /** Calls a minute; 0: not limited. */
  rateLimits: { inits: number; messages: number; calls: number };
  /** As `server/core/log-levels.ts` reads it. */
  logLevel: string;
  /** From when on a statement or a turn is logged as slow; 0: never. */
  slow: { queryMs: number; turnMs: number };
}
