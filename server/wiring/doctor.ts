import { join } from "node:path";
import type { AuthServices } from "../accounts/sign-in/services.ts";
import { findTenant } from "../accounts/store/tenants.ts";
import type { TenantDeps } from "../accounts/tenants/deps.ts";
import type { Config } from "../core/config/config.ts";
import { publicNetwork, publicOrOwnMachine } from "../core/fetch/guarded-lookup.ts";
import { overOwnConnection } from "../core/live/redis-connections.ts";
import { describeMissingRights, findMissingRights, rightsLine } from "../core/live/redis-rights.ts";
import { verifySmtp } from "../core/mailer/smtp-mailer.ts";
import { projectRoot } from "../core/project-root.ts";
import { toUrl } from "../core/text/parse-url.ts";
import { withTenant } from "../database/transaction.ts";
import type { DoctorDeps, MissingRedisRights, Reach, RedisFacts } from "../operations/doctor/deps.ts";
import type { Resources } from "./resources.ts";

type DoctorResources = Pick<Resources, "config" | "db" | "hub" | "publicUrl" | "models" | "embeddings">;

/** Dependencies of the page and installation checks. */
export function createDoctor(
  { config, db, hub, publicUrl, models, embeddings }: DoctorResources,
  { tenants, auth }: { tenants: TenantDeps; auth: Pick<AuthServices, "tokens"> },
): DoctorDeps {
  const { redisUrl, mail } = config;
  return {
    tenants,
    hub,
    issueToken: (subject) => auth.tokens.issue(subject),
    reach: reachOfAdmins(publicUrl, config.trustProxy),
    config,
    migrationFolder: join(projectRoot, "db/migrations"),
    embeddings,
    askRedis: redisUrl === undefined ? null : () => askRedis(redisUrl),
    askLoop: () => askLoop(config),
    verifyEmail: mail ? () => verifySmtp(mail.url) : null,
    async tryModels(tenantId) {
      const tenant = tenantId === undefined ? undefined : await withTenant(db, tenantId, findTenant);
      return models.tryOut(tenant ?? undefined);
    },
  };
}

/**
 * Admins reach the public internet; on a local machine also its own pages. A server behind a proxy does not count as local, whatever its
 * address.
 */
function reachOfAdmins(publicUrl: string, trustProxy: string): Reach {
  const isOwnMachine = ["localhost", "127.0.0.1", "[::1]"].includes(toUrl(publicUrl).hostname);
  return isOwnMachine && ["", "false"].includes(trustProxy)
    ? { network: publicOrOwnMachine, ports: "any" }
    : { network: publicNetwork };
}

const timeoutMs = 5_000;

/**
 * Asks the Parley process on this machine for its event loop delay, as Prometheus would. `parley doctor` may run in a separate process,
 * whose own event loop is irrelevant.
 * @returns seconds; null when no process responds on its port
 * @throws when the process rejects the request or sends another response
 */
export async function askLoop({
  port,
  metrics,
}: Pick<Config, "port" | "metrics">): Promise<{ p99: number; max: number } | null> {
  const headers: Record<string, string> = metrics.token ? { authorization: `Bearer ${metrics.token}` } : {};
  let response: Response;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    response = await fetch(`http://127.0.0.1:${metrics.port ?? port}/metrics`, { headers, signal });
  } catch {
    return null; // it does not run here
  }
  if (!response.ok)
    throw new Error(`The process on this machine does not return its metrics (status ${response.status}).`);
  const text = await response.text();
  const read = (name: string) => {
    // pattern-example: /^parley_event_loop_delay_max_seconds (\S+)$/m
    const value = new RegExp(`^parley_event_loop_delay_${name}_seconds (\\S+)$`, "m").exec(text)?.[1];
    if (value === undefined) throw new Error("The process on this machine has no event loop metrics.");
    return Number(value);
  };
  return { p99: read("p99"), max: read("max") };
}

/**
 * Asks Redis for its facts and tries the rights of its user, over separate connections, because the server's own may be the problem.
 * @throws when Redis does not respond or rejects the user
 */
export async function askRedis(url: string): Promise<{ facts: RedisFacts | null; missing: MissingRedisRights | null }> {
  const missing = await findMissingRights(url);
  return {
    facts: await readFacts(url),
    missing: missing && { detail: describeMissingRights(missing), line: rightsLine(missing.user) },
  };
}

function readFacts(url: string): Promise<RedisFacts | null> {
  return overOwnConnection(url, async (redis) => {
    const info = await redis.info().catch((error: unknown) => {
      if (String(error).includes("NOPERM")) return null;
      throw error;
    });
    if (info === null) return null;
    // pattern-example: /^role:(.*?)\r?$/m
    const read = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1] ?? "";
    return {
      version: read("redis_version") || "?",
      isReplica: read("role") === "slave",
      policy: read("maxmemory_policy"),
      maxMemory: Number(read("maxmemory")) || 0,
      usedMemory: Number(read("used_memory")) || 0,
      appendOnly: read("aof_enabled") === "1",
      saveFailed: read("rdb_last_bgsave_status") === "err" || read("aof_last_write_status") === "err",
    };
  });
}
