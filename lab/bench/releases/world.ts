import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { documentListResponseSchema } from "../../../protocol/admin-documents.ts";
import { createKeyResponseSchema } from "../../../protocol/admin-people.ts";
import { releaseSchema } from "../../../protocol/releases.ts";
import { createTenant } from "../../../server/accounts/tenants/create-tenant.ts";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { startServer } from "../../../server/app.ts";
import { readConfig } from "../../../server/core/config/config.ts";
import { openSession, origin } from "../parley.ts";
import { startServices } from "../services.ts";
import { edited, type SetDocument } from "./sets.ts";

export type Admin = (method: string, path: string, body?: object) => Promise<unknown>;

/** A server with one tenant, whose documents are published and searchable by words and by meaning; no model key. */
export interface World {
  admin: Admin;
  /** Another manager, with separate rate limits. */
  manager(): Promise<Admin>;
  /** Asks a question as a new visitor. */
  ask(question: string): Promise<void>;
  /** Description of the services it runs on. */
  on: string;
  stop(): Promise<void>;
}

/** @param options.services true: native PostgreSQL and Redis as in production; false: the embedded default */
export async function startWorld(documents: readonly SetDocument[], options: { services: boolean }): Promise<World> {
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), "parley-gate-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const { env, on } = options.services ? await production(closers) : { env: {}, on: "embedded" };
    const server = await startServer(
      readConfig({ DATA_DIR: folder, PORT: "0", LOG_LEVEL: "error", ...unlimited, ...env }),
    );
    closers.push(() => server.stop());
    const shop = await createTenant(server.ctx.http.tenants, operator, { name: "Shop", origins: [origin] });
    const api = `${server.url}/api/v1`;
    const admin = adminOf(api, shop.api_key);
    await publishAll(admin, documents);
    const manager = async () => {
      const made = await admin("POST", "keys", { name: "manager", role: "manager" });
      return adminOf(api, createKeyResponseSchema.parse(made).api_key);
    };
    return { admin, manager, on, stop, ask: (question) => ask(api, shop.tenant_id, question) };
  } catch (error) {
    await stop();
    throw error;
  }
}

const unlimited = {
  RATE_LIMIT_CALLS_PER_MINUTE: "0",
  RATE_LIMIT_INIT_PER_MINUTE: "0",
  RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
};

async function production(closers: (() => Promise<unknown>)[]) {
  const { migrationUrl, databaseUrl, redisUrl, pgvector, stop } = await startServices();
  closers.push(stop);
  return {
    on: `PostgreSQL ${pgvector === undefined ? "without pgvector" : `with pgvector ${pgvector}`} and Redis`,
    env: {
      DATABASE_URL: databaseUrl,
      MIGRATION_DATABASE_URL: migrationUrl,
      REDIS_URL: redisUrl,
      SESSION_SECRETS: `k1:${"s".repeat(48)}`,
      DEMO: "off",
    },
  };
}

function adminOf(api: string, key: string): Admin {
  return async (method, path, body) => {
    const response = await fetch(`${api}/admin/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path} returned status ${response.status}: ${await response.text()}`);
    return response.json();
  };
}

async function publishAll(admin: Admin, documents: readonly SetDocument[]): Promise<void> {
  for (const { id, title, text } of documents)
    await admin("POST", "documents", { source: `${id}.md`, title, content: text, format: "text" });
  for (;;) {
    const { items } = documentListResponseSchema.parse(await admin("GET", "documents?limit=100"));
    if (items.every(({ status }) => status === "ready")) return;
    await sleep(500);
  }
}

async function ask(api: string, tenantId: string, content: string): Promise<void> {
  const { token } = await openSession(api, tenantId);
  const response = await fetch(`${api}/chat/stream`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, authorization: `Bearer ${token}` },
    body: JSON.stringify({ message_id: randomUUID(), content }),
  });
  await response.text();
}

/** Puts drafts of these documents, edited carelessly, into one release. Resolves when the drafts are processed. */
export async function draftAll(admin: Admin, changed: readonly SetDocument[]): Promise<string> {
  let release: string | undefined;
  for (const [index, document] of changed.entries()) {
    const draft = {
      source: `${document.id}.md`,
      title: document.title,
      content: edited(document, index),
      format: "text",
    };
    const taken = await admin("POST", "documents", { ...draft, publish: false, ...(release ? { release } : {}) });
    release = z.object({ release: z.string() }).parse(taken).release;
  }
  if (release === undefined) throw new Error("no document was changed");
  while (!releaseSchema.parse(await admin("GET", `releases/${release}`)).is_ready) await sleep(200);
  return release;
}
