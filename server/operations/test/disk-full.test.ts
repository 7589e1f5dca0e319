import { execFile } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Services, startServices } from "../../../lab/bench/services.ts";
import { compareHistory, compareStore, Ledger, readHistory } from "../../../lab/faults/ledger.ts";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { nativePostgresUnavailable } from "../../test/support/native-postgres.ts";
import { redisUnavailable } from "../../test/support/redis-server.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";

const execute = promisify(execFile);
const diskSize = "220m";
const origin = "https://shop.example";
const disk = await mkdtemp(join(tmpdir(), "parley-disk-"));
const unavailable = nativePostgresUnavailable() ?? redisUnavailable() ?? (await mountFailure());
if (unavailable) console.warn(`skipped: a full disk (${unavailable})`);

/** Mounts a small disk. Returns why that is impossible here, or undefined. */
async function mountFailure(): Promise<string | undefined> {
  return execute("mount", ["-t", "tmpfs", "-o", `size=${diskSize},mode=0777`, "tmpfs", disk]).then(
    () => undefined,
    () => "a small disk cannot be mounted; that needs root",
  );
}

afterAll(async () => {
  if (!unavailable) await execute("umount", [disk]);
  await rm(disk, { recursive: true, force: true });
});

const databases: [string, boolean][] = [
  ["PostgreSQL", true],
  ["its own database", false],
];

describe.skipIf(unavailable !== undefined).each(databases)("with %s on a disk that is full", (_name, isServer) => {
  let services: Services | undefined;
  let server: RunningServer;
  let tenant: CreatedTenant;
  let api: string;
  const filler = join(disk, "filler");
  const ledger = new Ledger();

  beforeAll(async () => {
    services = isServer ? await startServices({ postgresIn: disk }) : undefined;
    const config = readConfig({
      DATA_DIR: isServer ? join(disk, "data") : await makeDataFolder(disk),
      ...(services && {
        DATABASE_URL: services.databaseUrl,
        MIGRATION_DATABASE_URL: services.migrationUrl,
        REDIS_URL: services.redisUrl,
        SESSION_SECRETS: `k1:${"s".repeat(48)}`,
      }),
      LOG_LEVEL: "silent",
      ...(isServer ? { ROLE: "api" } : {}),
      RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
      RATE_LIMIT_INIT_PER_MINUTE: "0",
      RATE_LIMIT_CALLS_PER_MINUTE: "0",
    });
    server = await startServer({ ...config, port: 0 });
    api = `${server.url}/api/v1`;
    tenant = await createTenant(server.ctx.http.tenants, operator, { name: "Shop", origins: [origin] });
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await services?.stop();
  });

  /** Writes until the disk is full. */
  async function fillUp(): Promise<void> {
    const file = await open(filler, "w");
    for (let size = 1 << 20; size >= 512; size = size >> 1) {
      const piece = Buffer.alloc(size, 1);
      while (
        await file.write(piece).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
    await file.close();
  }

  it("refuses messages for now, stores none by halves, and goes on by itself when there is room again", async () => {
    const visitor = await VisitorClient.init(api, tenant.tenant_id, origin);
    const { token, ticket } = visitor.session;
    await fillUp();
    const statuses = new Set<number>();
    // Database pages with free space still take a few messages.
    for (let count = 0; count < 200 && !statuses.has(503); count += 1) {
      const content = `${count} ${newId().repeat(200)}`.slice(0, 7_900);
      const sending = ledger.note({ session: { token, ticketId: ticket.id }, messageId: newId(), content });
      const response = await visitor.call("stream", {
        method: "POST",
        body: JSON.stringify({ message_id: sending.messageId, content }),
      });
      statuses.add(response.status);
      sending.isAcknowledged = response.ok;
      if (response.status === 503) expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      await response.body?.cancel();
    }
    expect([...statuses].filter((status) => status !== 200)).toEqual([503]);
    await rm(filler);
    const later = ledger.sendings.at(-1);
    if (!later) throw new Error("nothing was sent");
    await waitFor(
      async () => {
        const { messageId, content } = later;
        const response = await visitor.call("stream", {
          method: "POST",
          body: JSON.stringify({ message_id: messageId, content }),
        });
        later.isAcknowledged = response.ok;
        await response.text();
        return response.ok;
      },
      { what: "the message to be taken", timeoutMs: 10_000 },
    );
    const read = () => readHistory(api, origin, later.session);
    await waitFor(async () => (await read()).active_turn === null, { what: "the last turn's end", timeoutMs: 40_000 });
    const { messages } = await read();
    expect(compareHistory(ledger.sendings, { messages })).toEqual([]);
    if (!services) return;
    const superuser = new URL(services.migrationUrl);
    superuser.username = "postgres";
    expect(await compareStore(superuser.href, ledger.acknowledged)).toEqual([]);
  }, 120_000);
});
