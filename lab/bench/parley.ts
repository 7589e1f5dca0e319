import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { freePort, untilListening } from "./processes.ts";
import type { Services } from "./services.ts";

const execute = promisify(execFile);
const scripts = join(import.meta.dirname, "../../scripts");
export const origin = "https://shop.example";

export interface Parley {
  child: ChildProcess;
  pid: number;
  api: string;
}

export interface Shop {
  tenantId: string;
  apiKey: string;
  identitySecret: string;
}

/** The speed of a scripted model: ms to the first token, ms per token, tokens per answer. */
export interface ModelScript {
  firstMs: number;
  tokenMs: number;
  tokens: number;
}

export async function startModel(script: ModelScript) {
  const port = await freePort();
  const args = [port, script.firstMs, script.tokenMs, script.tokens].map(String);
  const child = spawn(process.execPath, [join(import.meta.dirname, "overhead/model-server.js"), ...args], {
    stdio: "ignore",
  });
  await untilListening(port);
  return { child, url: `http://127.0.0.1:${port}/v1` };
}

/**
 * The environment of a process on the given services, without the limits that load from one address would exceed. Without the address of a
 * model, the built-in answerer is used.
 */
export function environment(services: Services, folder: string, model?: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    DATA_DIR: folder,
    DATABASE_URL: services.databaseUrl,
    MIGRATION_DATABASE_URL: services.migrationUrl,
    REDIS_URL: services.redisUrl,
    SESSION_SECRETS: `k1:${"s".repeat(48)}`,
    ...(model
      ? { MODEL_PROVIDER: "openai", OPENAI_BASE_URL: model, OPENAI_API_KEY: "none" }
      : { MODEL_PROVIDER: "extractive" }),
    LOG_LEVEL: "warn",
    RATE_LIMIT_INIT_PER_MINUTE: "0",
    RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
    RATE_LIMIT_CALLS_PER_MINUTE: "0",
    // When these are set, the run is measured with traces on.
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("OTEL_"))),
  };
}

/**
 * Starts one Parley process and waits until it is ready. `BENCH_NODE_FLAGS` is for profiling, e.g. with `--cpu-prof`.
 * @param folder the compiled scripts of the version to start; default: this version.
 * @param onLog receives the log of the process.
 */
export async function startParley(
  env: Record<string, string>,
  folder = scripts,
  onLog?: (text: string) => void,
): Promise<Parley> {
  const port = await freePort();
  const flags = (process.env.BENCH_NODE_FLAGS ?? "").split(" ").filter(Boolean);
  const child = spawn(process.execPath, [...flags, join(folder, "serve.js")], {
    env: { ...env, PORT: String(port) },
    stdio: ["ignore", onLog ? "pipe" : "ignore", "inherit"],
  });
  child.stdout?.setEncoding("utf8").on("data", (text: string) => onLog?.(text));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) break;
    if (tries > 900 || child.exitCode !== null) throw new Error("Parley did not become ready");
    await sleep(100);
  }
  return { child, pid: child.pid ?? 0, api: `${url}/api/v1` };
}

/** Creates a tenant with one document that answers the bench's questions. @param version as in `startParley`. */
export async function createShop(env: Record<string, string>, folder: string, version = scripts): Promise<Shop> {
  const cli = async (...args: string[]): Promise<unknown> => {
    const { stdout } = await execute(process.execPath, [join(version, "parley.js"), ...args, "--json"], { env });
    return JSON.parse(stdout);
  };
  const shop = z
    .object({ tenant_id: z.string(), api_key: z.string(), identity_secret: z.string() })
    .parse(await cli("tenant", "create", "--name", "Shop", "--origin", origin));
  await mkdir(folder, { recursive: true });
  const document = join(folder, "kites.md");
  await writeFile(document, kites);
  await cli("knowledge", "add", document, "--tenant", shop.tenant_id, "--wait");
  return { tenantId: shop.tenant_id, apiKey: shop.api_key, identitySecret: shop.identity_secret };
}

const kites = `# Kites\n\n${Array.from({ length: 40 }, (_, n) => `## How do I repair kite model ${n}?\n\nYou repair kite model ${n} with ${n} patches, a needle and some patience. Wash the sail first, let it dry, then sew the tear.\n`).join("\n")}`;

export interface Session {
  token: string;
  ticketId: string;
}

const initSchema = z.object({ token: z.string(), ticket: z.object({ id: z.string() }) });

/** Opens a visitor's session. @param site the page's origin. */
export async function openSession(api: string, tenantId: string, site: string = origin): Promise<Session> {
  const response = await fetch(`${api}/chat/init`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: site },
    body: JSON.stringify({ tenant_id: tenantId }),
  });
  if (!response.ok) throw new Error(`init returned status ${response.status}`);
  const { token, ticket } = initSchema.parse(await response.json());
  return { token, ticketId: ticket.id };
}

/** Sends a visitor's request. @param site the page's origin. */
export function postChat(
  api: string,
  { token }: Pick<Session, "token">,
  request: { path: string; body: unknown; site?: string; headers?: Record<string, string>; signal?: AbortSignal },
): Promise<Response> {
  const { path, body, site = origin, headers, signal = null } = request;
  return fetch(`${api}/chat/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: site, authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
    signal,
  });
}

/** Sends a visitor's message; the response streams its answer. */
export function sendMessage(
  api: string,
  session: Pick<Session, "token">,
  {
    messageId = randomUUID(),
    content,
    ...more
  }: { messageId?: string; content: string; site?: string; signal?: AbortSignal },
): Promise<Response> {
  return postChat(api, session, { path: "stream", body: { message_id: messageId, content }, ...more });
}

/** Calls the console's API. @throws Error with the response when the server rejects the call. */
export async function callAdmin(
  api: string,
  { apiKey }: { apiKey: string },
  { path, body, method = body ? "POST" : "GET" }: { path: string; method?: string; body?: object },
): Promise<unknown> {
  const response = await fetch(`${api}/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} returned status ${response.status}: ${text}`);
  return text === "" ? undefined : response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
}

/** Creates an API key like the one of an agent's console. @param admin a key that may create keys. */
export async function createKey(api: string, admin: { apiKey: string }, role = "agent"): Promise<string> {
  const created = await callAdmin(api, admin, { path: "keys", body: { name: "console", role } });
  return z.object({ api_key: z.string() }).parse(created).api_key;
}
