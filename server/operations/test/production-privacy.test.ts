import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { receiptSchema } from "../../../protocol/admin-erasures.ts";
import { commands } from "../../../scripts/cli/registry.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { listWholeTables } from "../../database/whole-tables.ts";
import { collectLog } from "../../test/support/collect-log.ts";
import { beginLife, callerOf, expectLifeGoesOn, type Life } from "../../test/support/life.ts";
import {
  type NativePostgres,
  nativePostgresUnavailable,
  startNativePostgres,
} from "../../test/support/native-postgres.ts";
import { keysWith } from "../../test/support/redis-keys.ts";
import { type RedisServer, redisUnavailable, startRedisServer } from "../../test/support/redis-server.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { eraseTenant } from "../privacy/erase-tenant.ts";
import type { Imported } from "../privacy/import.ts";
import { deleteTenantIn } from "../privacy/tenant-removal.ts";

const unavailable = nativePostgresUnavailable() ?? redisUnavailable();
if (unavailable) console.warn(`skipped: erasing and taking along on PostgreSQL and Redis (${unavailable})`);
const origin = "https://shop.example";
const mark = `marked${newId().replaceAll("-", "")}`;

describe.skipIf(unavailable !== undefined)("on PostgreSQL and Redis", () => {
  let postgres: NativePostgres;
  let redis: RedisServer;
  let folder: string;
  let all: pg.Pool;
  let server: RunningServer;
  let life: Life;
  let lines: string[];

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startNativePostgres(), startRedisServer()]);
    all = postgres.openPool("postgres", 1);
    folder = await mkdtemp(join(tmpdir(), "parley-datalife-"));
    const app = Object.assign(new URL(postgres.url), { username: "parley_app", password: "app" });
    const environment = {
      DATA_DIR: folder,
      DATABASE_URL: app.href,
      MIGRATION_DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      LOG_LEVEL: "trace",
      PORT: "0",
      // No SMTP server accepts the e-mail; the failure is logged too.
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "support@parley.example",
    };
    server = await startServer(readConfig(environment));
    lines = collectLog(server);
    life = await beginLife(server);
  }, 180_000);
  afterAll(async () => {
    await server?.stop();
    await all?.end();
    await redis?.stop();
    await postgres?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const command = async <T>(name: string, args: object) =>
    (await commands.get(name)?.run(server.ctx, args, { info: () => {}, text: () => {} })) as T;

  /** Tables of any tenant with a text in any row, bytea columns included. */
  async function tablesWith(text: string): Promise<string[]> {
    const found: string[] = [];
    for (const { name, columns } of await listWholeTables(all)) {
      const bytes = columns.filter(({ type }) => type === "bytea");
      const inBytes = bytes.map((column) => `or position(convert_to($1, 'UTF8') in "${column.name}") > 0`).join(" ");
      const { rowCount } = await all.query(
        `select from ${name} t where position($1 in t::text) > 0 ${inBytes} limit 1`,
        [text],
      );
      if (rowCount) found.push(name);
    }
    return found;
  }

  /** The tenant has identified the visitor and enabled memories. */
  async function beRemembered(visitorId: string): Promise<void> {
    await all.query("update tenants set memory_enabled = true where tenant_id = $1", [life.shop.tenant_id]);
    await all.query("update visitors set external_id = $2 where id = $1", [visitorId, `customer ${mark}`]);
  }

  /** The rows of an approved and completed write. */
  async function haveAskedTools({ ticketId, visitorId }: { ticketId: string; visitorId: string }): Promise<void> {
    const [id, tenant] = [newId(), life.shop.tenant_id];
    await all.query(
      `insert into confirmations (tenant_id, id, ticket_id, visitor_id, turn_id, connection_id, tool_id, connection_name, tool_name, title,
                                  description, arguments, arguments_hash, approval, status, expires_at)
       values ($1, $2, $3, $4, $2, $2, $2, 'Orders', 'move', 'Move', $5, jsonb_build_object('to', $5::text), 'h', 'visitor', 'approved', now())`,
      [tenant, id, ticketId, visitorId, mark],
    );
    await all.query(
      `insert into tool_calls (tenant_id, id, kind, connection_id, tool_id, connection_name, tool_name, title, ticket_id, visitor_id,
                               confirmation_id, actor_kind, actor_id, arguments, arguments_hash)
       values ($1, $2, 'write', $2, $2, 'Orders', 'move', 'Move', $3, $4, $2, 'visitor', 'them', jsonb_build_object('to', $5::text), 'h')`,
      [tenant, id, ticketId, visitorId, mark],
    );
    await all.query(
      "insert into tool_call_ends (tenant_id, call_id, status, content, shown) values ($1, $2, 'completed', $3, $3)",
      [tenant, id, `Moved to ${mark}`],
    );
  }

  it("a person is erased: 0 rows, keys and log lines with what they were called, wrote and sent; the receipt is good", async () => {
    const call = callerOf(server, life.shop);
    const visitor = await VisitorClient.init(`${server.url}/api/v1`, life.shop.tenant_id, origin);
    const address = `${mark}@mail.example`;
    const named = { tenant_id: life.shop.tenant_id, visitor: { name: `Ada ${mark}` }, page: { title: mark } };
    const post = async (path: string, body: object) =>
      (await visitor.call(path, { method: "POST", body: JSON.stringify(body) })).text();
    await post("init", named);
    await post("stream", { message_id: newId(), content: `How long can I return the ${mark}?` });
    const { ticket: begun } = (await call(`tickets/${visitor.session.ticket.id}`)) as {
      ticket: { visitor: { id: string } };
    };
    await beRemembered(begun.visitor.id);
    await call(`visitors/${begun.visitor.id}/memories`, { content: `Has two kites called ${mark}`, type: "fact" });
    await haveAskedTools({ ticketId: visitor.session.ticket.id, visitorId: begun.visitor.id });
    const [file, id] = [new FormData(), newId()];
    file.append("id", id);
    file.append("file", new File([`a file about ${mark}`], `${mark}.txt`, { type: "text/plain" }));
    const attached = await fetch(`${server.url}/api/v1/chat/attachments`, {
      method: "POST",
      headers: { authorization: `Bearer ${visitor.session.token}`, origin },
      body: file,
    });
    expect(attached.status).toBe(201);
    await post("stream", { message_id: newId(), content: `A person, please: ${mark}`, attachments: [id] });
    await post("transcript", { email: address });
    await call(`tickets/${visitor.session.ticket.id}/resolve`, { answer: `Done with ${mark}.` });
    expect(await tablesWith(mark)).toEqual(
      expect.arrayContaining([
        "public.messages",
        "public.ticket_events",
        "public.attachments",
        "public.attachment_files",
        "public.outgoing_emails",
        "public.visitors",
        "public.memories",
        "public.confirmations",
        "public.tool_calls",
        "public.tool_call_ends",
      ]),
    );
    await waitFor(async () => (await keysWith(redis.url, mark)).length > 0, { what: "Redis to know of it" });
    const { ticket } = (await call(`tickets/${visitor.session.ticket.id}`)) as { ticket: { visitor: { id: string } } };
    const erased = (await call("erasures", { kind: "visitor", id: ticket.visitor.id })) as { receipt: unknown };
    const receipt = receiptSchema.parse(erased.receipt);
    expect(receipt.counts).toMatchObject({ visitors: 1, tickets: 1, attachments: 1, outgoing_emails: 1, memories: 1 });
    expect(receipt.counts["redis.keys"]).toBeGreaterThan(0);
    expect(await call("erasures/verify", { receipt })).toEqual({ valid: true, reason: null });
    expect(await tablesWith(mark)).toEqual([]);
    await waitFor(async () => (await keysWith(redis.url, mark)).length === 0, { what: "Redis to forget" });
    // The log mentions them by their ids.
    expect(lines.some((line) => line.includes(visitor.session.ticket.id))).toBe(true);
    expect(lines.filter((line) => line.includes(mark))).toEqual([]);
  }, 60_000);

  it("a tenant is exported, erased with its people and keys, and taken in again, where what was open goes on", async () => {
    const tenantId = life.shop.tenant_id;
    const count = async () =>
      (
        await all.query(
          "select (select count(*) from messages where tenant_id = $1)::int as messages, (select count(*) from ticket_events where tenant_id = $1)::int as events, (select count(*) from chunks where tenant_id = $1)::int as chunks",
          [tenantId],
        )
      ).rows[0];
    const before = await count();
    await command("export", { tenant: "Shop", out: "shop.tar.gz", cwd: folder });
    const { privacy } = server.ctx.http;
    await deleteTenantIn(privacy, { tenantId, actor: operator }, 0);
    expect((await eraseTenant(privacy, tenantId))?.counts).toMatchObject({ tenants: 1, "auth.people": 1 });
    expect(await tablesWith(tenantId)).toEqual([]);
    // A running job has the tenant in its key until it ends.
    await expect.poll(() => keysWith(redis.url, tenantId)).toEqual([]);
    const made = await command<Imported>("import", { file: "shop.tar.gz", asNew: false, cwd: folder });
    expect(made).toMatchObject({ tenant_id: tenantId, left: {}, people: 1 });
    expect(await count()).toEqual(before);
    const key = await command<{ api_key: string }>("key create", { tenant: "Shop", name: "new", role: "admin" });
    await expectLifeGoesOn(server, { ...life, shop: { ...life.shop, api_key: key.api_key }, cookie: null });
  }, 60_000);
});
