import { join } from "node:path";
import { Redis } from "ioredis";
import { z } from "zod";
import type { Check } from "../../../protocol/admin-doctor.ts";
import type { Config } from "../../../server/config.ts";
import type { AppContext } from "../../../server/context.ts";
import { asError } from "../../../server/errors.ts";
import { projectRoot } from "../../../server/project-root.ts";
import { checkDatabase } from "../../../server/tenants/check-database.ts";
import { checkTenants } from "../../../server/tenants/check-tenants.ts";
import { toUrl } from "../../../server/text/parse-url.ts";
import { defineCommand } from "../command.ts";
import { type IsolationSummary, runIsolationChecks } from "../doctor-isolation.ts";
import { renderChecks } from "../render-checks.ts";

const askTimeoutMs = 5_000;

export interface DoctorReport {
  ok: boolean;
  checks: Check[];
  /** Set by `--isolation`. */
  isolation?: IsolationSummary;
}

export const doctorCommand = defineCommand({
  name: "doctor",
  args: z.strictObject({ isolation: z.boolean().optional() }),
  run: async (ctx, { isolation }): Promise<DoctorReport> => {
    if (isolation === true) {
      const proof = await runIsolationChecks(ctx);
      return { ...toReport(proof.checks), isolation: proof.isolation };
    }
    return toReport([
      { name: "Node.js", status: "ok", detail: process.version },
      {
        name: "mode",
        status: "ok",
        detail: ctx.config.databaseUrl === undefined ? `embedded, data in ${ctx.config.dataDir}` : "production",
      },
      ...(await attempt("database", () => checkDatabase(ctx.http.tenants, join(projectRoot, "db/migrations")))),
      ...(await attempt("Redis", async () => [await checkRedis(ctx.config)])),
      ...(await attempt("model", async () => [await checkModel(ctx.config)])),
      ...(await attempt("embeddings", async () => [await checkEmbeddings(ctx)])),
      ...(await attempt("tenants", () => checkTenants(ctx.http.tenants, ctx.embeddings.model))),
      checkPublicUrl(ctx),
    ]);
  },
  render: renderReport,
  isFailure: (report) => !report.ok,
});

/** What is left to say when the installation cannot even be opened. */
export function reportOf(error: unknown): DoctorReport {
  return toReport([
    { name: "Node.js", status: "ok", detail: process.version },
    { name: "start", status: "failed", detail: asError(error).message },
  ]);
}

function renderReport({ ok, checks }: DoctorReport): string {
  return `${renderChecks(checks)}\n\n${ok ? "Everything that was looked at works." : "Something needs attention, see above."}`;
}

function toReport(checks: Check[]): DoctorReport {
  return { ok: checks.every((check) => check.status !== "failed"), checks };
}

async function attempt(name: string, ask: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await ask();
  } catch (error) {
    return [{ name, status: "failed", detail: asError(error).message }];
  }
}

async function checkRedis({ redisUrl }: Config): Promise<Check> {
  if (redisUrl === undefined)
    return { name: "Redis", status: "ok", detail: "not used: its parts run inside the process" };
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: askTimeoutMs,
    retryStrategy: () => null,
  });
  redis.on("error", () => {}); // told below, by the refused command
  try {
    await redis.connect();
    const version = /redis_version:(\S+)/.exec(await redis.info("server"))?.[1] ?? "?";
    const [major = 0, minor = 0] = version.split(".").map(Number);
    const isOld = major < 6 || (major === 6 && minor < 2);
    return {
      name: "Redis",
      status: isOld ? "failed" : "ok",
      detail: isOld ? `${version}; Parley needs 6.2 or newer` : version,
    };
  } finally {
    redis.disconnect();
  }
}

async function checkModel({ models }: Config): Promise<Check> {
  if (models.provider === "extractive") return { name: "model", status: "ok", detail: "built-in extractive answerer" };
  const { azure, openaiApiKey } = models;
  const address = {
    openai: `${models.openaiBaseUrl ?? "https://api.openai.com/v1"}/models`,
    azure: `${azure?.endpoint}/openai/models?api-version=${azure?.apiVersion}`,
    ollama: `${models.ollamaBaseUrl ?? "http://localhost:11434"}/api/tags`,
    anthropic: "https://api.anthropic.com/v1/models",
  }[models.provider];
  const answer = await fetch(address.replace(/([^:/])\/{2,}/g, "$1/"), {
    headers: {
      ...(models.provider === "openai" && openaiApiKey ? { authorization: `Bearer ${openaiApiKey}` } : {}),
      ...(models.provider === "azure" && azure ? { "api-key": azure.apiKey } : {}),
    },
    signal: AbortSignal.timeout(askTimeoutMs),
  });
  const refused = answer.status === 401 || answer.status === 403;
  const detail = `${models.provider} at ${toUrl(address).host} answered ${answer.status}`;
  return {
    name: "model",
    status: refused || answer.status >= 500 ? "failed" : "ok",
    detail: refused ? `${detail}: check the API key` : detail,
  };
}

async function checkEmbeddings(ctx: AppContext): Promise<Check> {
  const startedAt = performance.now();
  const [vector] = await ctx.embeddings.embed(["Does this work?"], { priority: "query" });
  return {
    name: "embeddings",
    status: vector ? "ok" : "failed",
    detail: `${vector?.length ?? 0} dimensions in ${Math.round(performance.now() - startedAt)} ms`,
  };
}

function checkPublicUrl(ctx: AppContext): Check {
  const { publicUrl } = ctx;
  const { protocol, hostname } = toUrl(publicUrl);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  if (protocol === "https:" || isLocal) return { name: "public address", status: "ok", detail: publicUrl };
  return {
    name: "public address",
    status: "warning",
    detail: `${publicUrl} is not https: browsers will not keep sessions safe`,
  };
}
