import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { projectRoot } from "../../../server/project-root.ts";
import { freePort, type Services } from "../services.ts";
import { openSessions, type Post, post, question } from "./load.ts";

const execute = promisify(execFile);
const origin = "https://shop.example";

/** The built server with everything on, and a tenant with one document. */
export interface MeasuredParley {
  child: ChildProcess;
  pid: number;
  /** Requests that ask something new each, on sessions of their own. */
  asks(count: number): Promise<Post[]>;
  /** Requests that ask what was answered just now. */
  repeats(count: number): Promise<Post[]>;
}

/** Starts it on PostgreSQL, Redis and an OpenAI-compatible model. */
export async function startParley(
  children: ChildProcess[],
  input: { services: Services; folder: string; model: string },
): Promise<MeasuredParley> {
  const port = await freePort();
  const env = environment(port, input);
  const flags = (process.env.BENCH_NODE_FLAGS ?? "").split(" ").filter(Boolean);
  const server = [...flags, join(projectRoot, "dist/scripts/serve.js")];
  const child = spawn(process.execPath, server, { env, stdio: "inherit" });
  children.push(child);
  const url = `http://localhost:${port}`;
  await until(async () => (await fetch(`${url}/readyz`)).ok);
  const tenantId = await createTenant(env, { name: `Shop ${port}`, folder: input.folder });
  const api = `${url}/api/v1`;
  const ask = async (count: number, contentOf: () => string) => {
    const tokens = await openSessions(api, tenantId, { origin, count });
    return tokens.map((token) => question(api, token, { origin, content: contentOf() }));
  };
  let asked = 0;
  return {
    child,
    pid: child.pid ?? 0,
    asks: (count) =>
      ask(count, () => {
        asked += 1;
        return `How do I repair kite model ${asked}?`;
      }),
    async repeats(count) {
      const [first, ...rest] = await ask(count + 1, () => "How do I wash a kite?");
      if (first) await post(first, "event: token");
      return rest;
    },
  };
}

function environment(port: number, input: { services: Services; folder: string; model: string }) {
  return {
    PATH: process.env.PATH ?? "",
    PORT: String(port),
    DATA_DIR: input.folder,
    DATABASE_URL: input.services.databaseUrl,
    MIGRATION_DATABASE_URL: input.services.migrationUrl,
    REDIS_URL: input.services.redisUrl,
    SESSION_SECRETS: `k1:${"s".repeat(48)}`,
    MODEL_PROVIDER: "openai",
    OPENAI_BASE_URL: input.model,
    OPENAI_API_KEY: "none",
    LOG_LEVEL: "warn",
    RATE_LIMIT_INIT_PER_MINUTE: "0",
    RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
    RATE_LIMIT_CALLS_PER_MINUTE: "0",
    MAX_ACTIVE_TURNS: "300",
  };
}

async function createTenant(env: Record<string, string>, { name, folder }: { name: string; folder: string }) {
  const parley = join(projectRoot, "dist/scripts/parley.js");
  const cli = async (...args: string[]): Promise<unknown> =>
    JSON.parse((await execute(process.execPath, [parley, ...args, "--json"], { env })).stdout);
  // The CLI's contract: one JSON object with the tenant's id.
  const { tenant_id } = (await cli("tenant", "create", "--name", name, "--origin", origin)) as { tenant_id: string };
  await mkdir(folder, { recursive: true });
  const document = join(folder, "kites.md");
  await writeFile(document, kites);
  await cli("knowledge", "add", document, "--tenant", tenant_id, "--wait");
  return tenant_id;
}

const kites = `# Kites\n\n${Array.from({ length: 40 }, (_, n) => `## How do I repair kite model ${n}?\n\nYou repair kite model ${n} with ${n} patches, a needle and some patience. Wash the sail first, let it dry, then sew the tear.\n`).join("\n")}`;

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await condition().catch(() => false)) return;
    await sleep(100);
  }
  throw new Error("Parley was not ready in time");
}
