import type { z } from "zod";
import { type Setting, settingGroups } from "./about.ts";
import { type Environment, environmentSchema, listSettings } from "./environment.ts";
import { type OidcConfig, oidcLacks, oidcOf } from "./sign-in.ts";
import { telemetryOf } from "./telemetry.ts";
import { localEmbeddingModels, unknownLocalModel } from "./values.ts";

export type { OidcConfig, Setting };
export { listSettings, localEmbeddingModels, settingGroups };

/** A setting has an invalid value; the message names it and the allowed values. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** All checked settings from outside. Names and meaning: docs/guide/configuration.md. */
export type Config = ReturnType<typeof readConfig>;

/** A secret of the server. The first of several signs and encrypts new data, all verify and decrypt; `kid` selects one by exact match. */
export interface SessionSecret {
  kid: string;
  secret: string;
}

/**
 * Reads and checks the environment. Only this function reads it.
 * @throws ConfigError naming each wrong variable, never its value (it may be a secret).
 */
export function readConfig(environment: Record<string, string | undefined> = process.env) {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) throw new ConfigError(describe(parsed.error));
  const env = parsed.data;
  requireTogether(env);
  return {
    port: env.PORT,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseTimeoutMs: env.DATABASE_TIMEOUT_MS,
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL,
    redisUrl: env.REDIS_URL,
    publicUrl: env.PUBLIC_URL?.replace(/(?<!\/)\/+$/, ""),
    trustProxy: env.TRUST_PROXY,
    role: env.ROLE,
    hasDemo: env.DEMO === "on",
    // Undefined: generated once and stored in DATA_DIR.
    sessionSecrets: env.SESSION_SECRETS,
    models: modelsOf(env),
    metrics: { port: env.METRICS_PORT, token: env.METRICS_TOKEN },
    telemetry: telemetryOf(env),
    embeddings: { provider: env.EMBEDDING_PROVIDER, model: env.EMBEDDING_MODEL },
    rerank: env.RERANK_URL
      ? {
          url: env.RERANK_URL,
          model: env.RERANK_MODEL ?? "rerank",
          apiKey: env.RERANK_API_KEY,
          timeoutMs: env.RERANK_TIMEOUT_MS,
        }
      : undefined,
    webSearch: webSearchOf(env),
    // Undefined: no e-mail is sent, and features that need it are not offered.
    mail: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    inboundEmail: env.INBOUND_MAIL_ADDRESS
      ? { address: env.INBOUND_MAIL_ADDRESS, secret: env.INBOUND_MAIL_SECRET, mailbox: env.INBOUND_IMAP_URL }
      : undefined,
    webhooks: { privateHosts: env.WEBHOOK_PRIVATE_HOSTS },
    tools: { privateHosts: env.TOOL_PRIVATE_HOSTS },
    oidc: oidcOf(env),
    admission: { maxActive: env.MAX_ACTIVE_TURNS, maxWaiting: env.MAX_WAITING_TURNS },
    rateLimits: {
      inits: env.RATE_LIMIT_INIT_PER_MINUTE,
      messages: env.RATE_LIMIT_MESSAGES_PER_MINUTE,
      calls: env.RATE_LIMIT_CALLS_PER_MINUTE,
    },
    ...logsOf(env, environment["NODE_ENV"] === "production"),
    // 0: never.
    slow: { queryMs: env.SLOW_QUERY_MS, turnMs: env.SLOW_TURN_MS },
  };
}

/** Plain lines for somebody at a terminal, JSON for everything else. */
function logsOf(env: Environment, isProduction: boolean) {
  const hasPlainLogs = process.stdout.isTTY === true && !isProduction;
  // A start that computes embeddings blocks the event loop for a moment, which is no news to somebody who waits for the start.
  return { logLevel: env.LOG_LEVEL ?? (hasPlainLogs ? "warn,loop=error" : "info"), hasPlainLogs };
}

/** A null `url` means the provider's own address. */
function webSearchOf(env: Environment) {
  const { WEB_SEARCH_PROVIDER: provider, WEB_SEARCH_URL: url = null, WEB_SEARCH_API_KEY: apiKey } = env;
  return provider && { provider, url, apiKey };
}

function modelsOf(env: Environment) {
  return {
    provider: env.MODEL_PROVIDER,
    small: env.MODEL_SMALL,
    large: env.MODEL_LARGE,
    fallback: env.MODEL_FALLBACK,
    vision: env.MODEL_VISION,
    prices: env.MODEL_PRICES,
    contextTokens: env.MODEL_CONTEXT_TOKENS,
    firstTokenMs: env.MODEL_FIRST_TOKEN_SECONDS === undefined ? undefined : env.MODEL_FIRST_TOKEN_SECONDS * 1_000,
    proxy: proxyOf(env),
    openaiApiKey: env.OPENAI_API_KEY,
    openaiBaseUrl: env.OPENAI_BASE_URL,
    azure: azureOf(env),
    anthropicApiKey: env.ANTHROPIC_API_KEY,
    anthropicBaseUrl: env.ANTHROPIC_BASE_URL,
    ollamaBaseUrl: env.OLLAMA_BASE_URL,
  };
}

function proxyOf({ HTTPS_PROXY: url, NO_PROXY }: Environment) {
  const except = (NO_PROXY ?? "").split(",").map((host) => host.trim());
  return url ? { url, except: except.filter((host) => host !== "") } : undefined;
}

/** An Azure OpenAI resource; its model names are deployment names. */
function azureOf(env: Environment) {
  const { AZURE_OPENAI_ENDPOINT: endpoint, AZURE_OPENAI_API_KEY: apiKey } = env;
  return endpoint && apiKey ? { endpoint, apiKey, apiVersion: env.AZURE_OPENAI_API_VERSION } : undefined;
}

/**
 * LangGraph reports to LangSmith by itself when LANGSMITH_TRACING is set. The texts of visitors and agents are still excluded, unless the
 * operator includes them with LANGSMITH_HIDE_INPUTS=false and LANGSMITH_HIDE_OUTPUTS=false. Called once, before the graph is created.
 */
export function keepTextsFromTraces(environment: Record<string, string | undefined> = process.env): void {
  environment.LANGSMITH_HIDE_INPUTS ??= "true";
  environment.LANGSMITH_HIDE_OUTPUTS ??= "true";
}

function describe(error: z.ZodError): string {
  const settings = new Map(listSettings().map((setting) => [setting.name, setting]));
  const lines = error.issues.map(({ path, message }) => {
    const setting = settings.get(String(path[0]));
    return `  ${path.join(".") || "environment"}: ${message}${setting ? `\n${explain(setting)}` : ""}`;
  });
  return `Parley cannot start. These settings are wrong:\n${lines.join("\n")}`;
}

/** The text of the settings page, as plain text. */
function explain({ text, allowed, example }: Setting): string {
  const more = [allowed && `Allowed: ${allowed}.`, example && `Example: ${example}`].filter(Boolean).join(" ");
  const lines = more === "" ? [text] : [text, more];
  return lines.map((line) => `    ${line.replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, "$1").replaceAll("`", "")}`).join("\n");
}

function requireTogether(env: Environment): void {
  const main = { setting: `MODEL_PROVIDER=${env.MODEL_PROVIDER}`, provider: env.MODEL_PROVIDER };
  const embedding = { setting: `EMBEDDING_PROVIDER=${env.EMBEDDING_PROVIDER}`, provider: env.EMBEDDING_PROVIDER };
  const lacking = [
    lacks(env, { ...main, model: env.MODEL_LARGE ?? env.MODEL_SMALL, named: "in MODEL_LARGE" }),
    env.MODEL_VISION ? lacks(env, { ...env.MODEL_VISION, setting: "MODEL_VISION", named: "in MODEL_VISION" }) : null,
    ...env.MODEL_FALLBACK.map(({ provider, model }) =>
      lacks(env, { setting: `${provider} in MODEL_FALLBACK`, provider, model, named: "as azure:name" }),
    ),
    // Embeddings from an OpenAI-compatible server may need no key.
    env.EMBEDDING_PROVIDER === "azure"
      ? lacks(env, { ...embedding, model: env.EMBEDDING_MODEL, named: "in EMBEDDING_MODEL" })
      : unknownLocalModel({ provider: env.EMBEDDING_PROVIDER, model: env.EMBEDDING_MODEL }),
    oidcLacks(env),
    webSearchLacks(env),
  ].find((lack) => lack !== null);
  if (lacking) throw new ConfigError(`Parley cannot start: ${lacking}.`);
  if ((env.SMTP_URL === undefined) !== (env.MAIL_FROM === undefined))
    throw new ConfigError("Parley cannot start: SMTP_URL and MAIL_FROM must be set together.");
  const isRead = env.INBOUND_MAIL_SECRET !== undefined || env.INBOUND_IMAP_URL !== undefined;
  if ((env.INBOUND_MAIL_ADDRESS !== undefined) !== isRead)
    throw new ConfigError(
      "Parley cannot start: INBOUND_MAIL_ADDRESS must be set together with INBOUND_MAIL_SECRET or INBOUND_IMAP_URL.",
    );
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT !== 0 && env.METRICS_PORT === env.PORT)
    throw new ConfigError("Parley cannot start: METRICS_PORT must differ from PORT.");
  if (env.ROLE !== "all" && (!env.DATABASE_URL || !env.REDIS_URL)) {
    throw new ConfigError(`Parley cannot start: ROLE=${env.ROLE} needs DATABASE_URL and REDIS_URL.`);
  }
}

function webSearchLacks(env: Environment): string | null {
  const { WEB_SEARCH_PROVIDER: provider, WEB_SEARCH_URL: url, WEB_SEARCH_API_KEY: key } = env;
  if (provider === "searxng") return url ? null : "WEB_SEARCH_PROVIDER=searxng needs WEB_SEARCH_URL";
  return provider === undefined || key ? null : `WEB_SEARCH_PROVIDER=${provider} needs WEB_SEARCH_API_KEY`;
}

/** The missing setting that a provider needs; null when nothing is missing. @param use.named the setting that names a deployment. */
function lacks(
  env: Environment,
  use: { setting: string; provider: string; model: string | undefined; named: string },
): string | null {
  if (use.provider === "openai" && !env.OPENAI_API_KEY && !env.OPENAI_BASE_URL)
    return `${use.setting} needs OPENAI_API_KEY, or OPENAI_BASE_URL for a compatible server`;
  if (use.provider === "anthropic" && !env.ANTHROPIC_API_KEY) return `${use.setting} needs ANTHROPIC_API_KEY`;
  if (use.provider !== "azure") return null;
  if (!azureOf(env)) return `${use.setting} needs AZURE_OPENAI_ENDPOINT and AZURE_OPENAI_API_KEY`;
  // The owner chooses the name of a deployment; there is no default.
  return use.model ? null : `${use.setting} needs a deployment name ${use.named}`;
}
