import type { OidcConfig } from "./sign-in.ts";

type ModelProvider = "extractive" | "openai" | "azure" | "anthropic" | "ollama";

/** An IMAP mailbox: server, account and folder. */
export interface Mailbox {
  host: string;
  port: number;
  /** TLS from the beginning; otherwise STARTTLS, except on this machine. */
  isSecure: boolean;
  user: string;
  password: string;
  folder: string;
}

export interface SessionSecret {
  kid: string;
  secret: string;
}

/** Trace export: target, sampling, and callers whose traces are continued. */
export interface Telemetry {
  /** The full URL that spans are sent to. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Further attributes of this process, from OpenTelemetry's own setting. */
  resource: Record<string, string>;
  sampler:
    | "always_on"
    | "always_off"
    | "traceidratio"
    | "parentbased_always_on"
    | "parentbased_always_off"
    | "parentbased_traceidratio";
  /** Share of traces, for samplers that use a ratio. */
  ratio: number;
  /** Addresses and networks whose `traceparent` is accepted. */
  trustedCallers: string[];
}

/** All checked settings from outside. Names and meaning: docs/guide/configuration.md. */
export interface Config {
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Longest time a request waits for one PostgreSQL response. */
  databaseTimeoutMs: number;
  migrationDatabaseUrl: string | undefined;
  redisUrl: string | undefined;
  publicUrl: string | undefined;
  trustProxy: string;
  role: "all" | "api" | "worker";
  /** The first secret signs, all verify. Undefined: generated once and stored in DATA_DIR. */
  sessionSecrets: SessionSecret[] | undefined;
  models: {
    provider: ModelProvider;
    small: string | undefined;
    large: string | undefined;
    /** Fallback models when the provider fails, in order. */
    fallback: { provider: ModelProvider; model: string | undefined }[];
    /** The model that reads visitors' pictures; undefined: none. */
    vision: { provider: Exclude<ModelProvider, "extractive">; model: string } | undefined;
    /** The operator's own prices, in micro-dollars per million tokens. */
    prices: ReadonlyMap<string, { input: number; cached: number; output: number }>;
    /** Context size of a model in tokens, prompt and answer together. */
    contextTokens: ReadonlyMap<string, number>;
    /** Longest wait for the first token of an answer; undefined: the default. */
    firstTokenMs: number | undefined;
    /** Proxy for providers with https. */
    proxy: { url: string; except: string[] } | undefined;
    openaiApiKey: string | undefined;
    openaiBaseUrl: string | undefined;
    /** An Azure OpenAI resource; its model names are deployment names. */
    azure: { endpoint: string; apiKey: string; apiVersion: string } | undefined;
    anthropicApiKey: string | undefined;
    anthropicBaseUrl: string | undefined;
    ollamaBaseUrl: string | undefined;
  };
  /** Prometheus metrics: the port (undefined: the main port) and the token that callers need. */
  metrics: { port: number | undefined; token: string | undefined };
  /** Trace export; undefined: no traces are created. */
  telemetry: Telemetry | undefined;
  embeddings: { provider: "local" | "openai" | "azure" | "ollama"; model: string | undefined };
  /** Undefined: the search keeps its own order. */
  rerank: { url: string; model: string; apiKey: string | undefined; timeoutMs: number } | undefined;
  /** The copilot's web search. Undefined: the copilot uses only documents. A null `url` means the provider's own address. */
  webSearch: { provider: "tavily" | "brave" | "searxng"; url: string | null; apiKey: string | undefined } | undefined;
  /** Undefined: no e-mail is sent, and features that need it are not offered. */
  mail: { url: string; from: string } | undefined;
  /**
   * Address that receives replies to e-mails, the secret that the e-mail provider sends with them, and the mailbox that Parley reads. At
   * least one of the two is set. Undefined: replies are not read.
   */
  inboundEmail: { address: string; secret: string | undefined; mailbox: Mailbox | undefined } | undefined;
  /** Hosts that may receive webhooks although they are not public. */
  webhooks: { privateHosts: readonly string[] };
  /** Hosts that tools may call although they are not public. */
  tools: { privateHosts: readonly string[] };
  /** Undefined: sign-in with passwords only. */
  oidc: OidcConfig | undefined;
  /** Whether a first start creates a tenant with this guide as its documents. */
  hasDemo: boolean;
  admission: { maxActive: number; maxWaiting: number };
  /** Calls per minute; 0: unlimited. */
  rateLimits: { inits: number; messages: number; calls: number };
  /** In the format of `server/core/log-levels.ts`. */
  logLevel: string;
  /** Duration from which a statement or turn is logged as slow; 0: never. */
  slow: { queryMs: number; turnMs: number };
}
