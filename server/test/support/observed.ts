import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { type EmailServer, startEmailServer } from "./mail-server.ts";
import { startNativePostgres } from "./native-postgres.ts";
import { startRedisServer } from "./redis-server.ts";
import { type ScriptedModel, startScriptedModel } from "./scripted-model.ts";
import { VisitorClient } from "./visitor-client.ts";
import { waitFor } from "./wait-for.ts";

const origin = "https://shop.example";

/** A whole server as in production, with a scripted model and an SMTP server. */
export interface Observed extends AsyncDisposable {
  server: RunningServer;
  model: ScriptedModel;
  mails: EmailServer;
  /** Two tenants, so that tests notice leaks between them. */
  a: CreatedTenant;
  b: CreatedTenant;
  /** Calls the admin API with the tenant's key. */
  admin<T>(
    path: string,
    init?: { body?: object; tenant?: CreatedTenant; headers?: Record<string, string> },
  ): Promise<T>;
  visitor(tenant?: CreatedTenant): Promise<VisitorClient>;
  /** Sends a message and reads the answer to its end. */
  say(visitor: VisitorClient, content: string): Promise<void>;
}

/** @param more settings added to those of a production server; a function receives the addresses of its backends. */
export async function startObserved(more: Record<string, string> = {}): Promise<Observed> {
  const [postgres, redis, model, mails] = await Promise.all([
    startNativePostgres(),
    startRedisServer(),
    startScriptedModel(),
    startEmailServer(),
  ]);
  const config = readConfig({
    DATA_DIR: postgres.socketFolder,
    DATABASE_URL: postgres.appUrl,
    MIGRATION_DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    LOG_LEVEL: "silent",
    SESSION_SECRETS: `one:${"s".repeat(40)}`,
    MODEL_PROVIDER: "openai",
    MODEL_SMALL: "tiny-one",
    MODEL_LARGE: "vast-one",
    MODEL_PRICES: "tiny-one=1/2,vast-one=10/20",
    OPENAI_API_KEY: "sk-observed",
    OPENAI_BASE_URL: model.url,
    SMTP_URL: mails.url,
    MAIL_FROM: "support@parley.example",
    WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
    RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
    RATE_LIMIT_CALLS_PER_MINUTE: "0",
    RATE_LIMIT_INIT_PER_MINUTE: "0",
    ...more,
  });
  const server = await startServer({ ...config, port: 0 });
  const make = (name: string, email: string) =>
    createTenant(server.ctx.http.tenants, operator, { name, origins: [origin], email });
  const a = await make("Shop A", "ada@shop-a.example");
  const b = await make("Shop B", "ben@shop-b.example");
  const api = `${server.url}/api/v1`;
  return {
    server,
    model,
    mails,
    a,
    b,
    async admin<T>(path: string, { body, tenant = a, headers = {} }: Parameters<Observed["admin"]>[1] = {}) {
      const response = await fetch(`${api}/admin/${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${tenant.api_key}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as T;
    },
    visitor: (tenant = a) => VisitorClient.init(api, tenant.tenant_id, origin),
    async say(visitor, content) {
      for await (const { event } of visitor.ask(content, newId())) if (event.type === "end") return;
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      await Promise.all([postgres.stop(), redis.stop(), model.close(), mails[Symbol.asyncDispose]()]);
    },
  };
}

/** Adds a document and waits until it is searchable. */
export async function teach({ admin }: Observed, content: string): Promise<void> {
  await admin("documents", { body: { source: "returns.md", title: "Returns", content } });
  const found = async () => (await admin<{ results: object[] }>("search?q=return+a+parcel")).results.length > 0;
  await waitFor(found, { what: "the document to be found", timeoutMs: 60_000 });
}
