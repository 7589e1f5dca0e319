import { rm } from "node:fs/promises";
import type { AddDocumentResponse } from "../../../protocol/admin-documents.ts";
import type { Message } from "../../../protocol/messages.ts";
import type { ReleaseView } from "../../../protocol/releases.ts";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { makeDataFolder } from "./database.ts";
import { VisitorClient } from "./visitor-client.ts";
import { waitFor } from "./wait-for.ts";

/** A whole server that answers by rules, with two tenants. */
export interface ReleaseRig extends AsyncDisposable {
  server: RunningServer;
  shop: CreatedTenant;
  other: CreatedTenant;
  /** API keys of the shop, by role. */
  keys: Record<"viewer" | "agent" | "manager" | "admin", string>;
  call<T>(method: string, path: string, body?: object, key?: string): Promise<{ status: number; body: T }>;
  /** Adds and publishes a text, and waits until the vector search finds it. @returns its id. */
  publish(source: string, content: string): Promise<string>;
  /** Adds a draft and waits until its release is ready. */
  draft(source: string, content: string, release?: string): Promise<ReleaseView>;
  /** Sends a new visitor's question. @returns the answer. */
  ask(question: string, visitor?: VisitorClient): Promise<Message & { ticketId: string }>;
  visitor(): Promise<VisitorClient>;
  restart(): Promise<void>;
  count(of: string, tenantId?: string): Promise<number>;
}

const origin = "https://shop.example";

export async function startReleaseRig(): Promise<ReleaseRig> {
  const folder = await makeDataFolder();
  const environment = {
    DATA_DIR: folder,
    LOG_LEVEL: process.env.GATE_LOG ?? "silent",
    TRUST_PROXY: "loopback",
    RATE_LIMIT_INIT_PER_MINUTE: "0",
    RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
    RATE_LIMIT_CALLS_PER_MINUTE: "0",
  };
  const start = () => startServer({ ...readConfig(environment), port: 0 });
  const server = await start();
  const { tenants } = server.ctx.http;
  const shop = await createTenant(tenants, operator, { name: "Shop", origins: [origin] });
  const other = await createTenant(tenants, operator, { name: "Other", origins: ["https://other.example"] });
  const rig = {
    server,
    shop,
    other,
    keys: { viewer: "", agent: "", manager: "", admin: shop.api_key },
    async call(method: string, path: string, body?: object, key = shop.api_key) {
      const response = await fetch(`${rig.server.url}/api/v1/admin/${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text,
      };
    },
    async publish(source: string, content: string) {
      const { body } = await rig.call("POST", "documents", { source, content });
      const id = (body as AddDocumentResponse).document?.id ?? "";
      await waitFor(async () => (await rig.call("GET", `documents/${id}`)).body.status === "ready", {
        what: source,
        intervalMs: 100,
      });
      return id;
    },
    async draft(source: string, content: string, release?: string) {
      const given = { source, content, publish: false, ...(release ? { release } : {}) };
      const { status, body } = await rig.call("POST", "documents", given);
      if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
      const id = (body as AddDocumentResponse).release ?? "";
      const read = async () => (await rig.call("GET", `releases/${id}`)).body as ReleaseView;
      await waitFor(async () => (await read()).is_ready, { what: `the draft of ${source}`, intervalMs: 100 });
      return read();
    },
    visitor: () => VisitorClient.init(`${rig.server.url}/api/v1`, shop.tenant_id, origin),
    async ask(question: string, given?: VisitorClient) {
      const visitor = given ?? (await rig.visitor());
      const body = JSON.stringify({ message_id: newId(), content: question });
      await (await visitor.call("stream", { method: "POST", body })).text();
      const { messages } = (await (await visitor.call("history")).json()) as { messages: Message[] };
      const last = messages.at(-1);
      if (!last) throw new Error("nothing was said");
      return { ...last, ticketId: visitor.session.ticket.id };
    },
    async restart() {
      await rig.server.stop();
      rig.server = await start();
    },
    count: (of: string, tenantId: string = shop.tenant_id) =>
      withTenant(rig.server.ctx.db, tenantId, async (tx) => {
        const { rows } = await tx.query<{ n: number }>(`select count(*)::int as n from ${of}`);
        return rows[0]?.n ?? -1;
      }),
    async [Symbol.asyncDispose]() {
      await rig.server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  for (const role of ["viewer", "agent", "manager"] as const) {
    const made = await rig.call("POST", "keys", { name: role, role });
    rig.keys[role] = made.body.api_key;
  }
  return rig;
}
