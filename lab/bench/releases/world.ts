import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { documentListResponseSchema } from "../../../protocol/admin-documents.ts";
import { releaseSchema } from "../../../protocol/releases.ts";
import { createTenant } from "../../../server/accounts/tenants/create-tenant.ts";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { startServer } from "../../../server/app.ts";
import { readConfig } from "../../../server/core/config/config.ts";
import { unlimited } from "../embedded.ts";
import { callAdmin, createKey, environment, openSession, origin, sendMessage } from "../parley.ts";
import { startServices } from "../services.ts";
import { edited, type SetDocument } from "./sets.ts";

export type Admin = (method: string, path: string, body?: object) => Promise<unknown>;

/** A server in this process with one tenant, whose documents are published and searchable; no model key. */
export interface World {
  api: string;
  tenantId: string;
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
    const folder = await mkdtemp(join(tmpdir(), "parley-releases-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const services = options.services ? await startServices() : undefined;
    if (services) closers.push(services.stop);
    const env = services ? { ...environment(services, folder), DEMO: "off" } : { DATA_DIR: folder, ...unlimited };
    const server = await startServer(readConfig({ ...env, PORT: "0", LOG_LEVEL: "error" }));
    closers.push(() => server.stop());
    const shop = await createTenant(server.ctx.http.tenants, operator, { name: "Shop", origins: [origin] });
    const api = `${server.url}/api/v1`;
    const adminOf =
      (apiKey: string): Admin =>
      (method, path, body) =>
        callAdmin(api, { apiKey }, { method, path, ...(body ? { body } : {}) });
    const admin = adminOf(shop.api_key);
    await publish(
      admin,
      documents.map(({ id, title, text }) => ({ source: `${id}.md`, title, content: text, format: "text" })),
    );
    const pgvector = services?.pgvector === undefined ? "without pgvector" : `with pgvector ${services.pgvector}`;
    return {
      ...{ api, tenantId: shop.tenant_id, admin, stop },
      on: services ? `PostgreSQL ${pgvector} and Redis` : "embedded",
      manager: async () => adminOf(await createKey(api, { apiKey: shop.api_key }, "manager")),
      async ask(content) {
        await (await sendMessage(api, await openSession(api, shop.tenant_id), { content })).text();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Adds documents and waits until the vectors of all documents are ready. */
export async function publish(admin: Admin, documents: readonly object[]): Promise<void> {
  for (const document of documents) await admin("POST", "documents", document);
  for (;;) {
    const { items } = documentListResponseSchema.parse(await admin("GET", "documents?limit=100"));
    if (items.every(({ status }) => status === "ready")) return;
    await sleep(500);
  }
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
