import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tenantIdSchema } from "../../protocol/ids.ts";
import type { InitResponse } from "../../protocol/requests.ts";
import { deleteTenant } from "../accounts/store/tenants.ts";
import { type CreatedTenant, createTenant } from "../accounts/tenants/create-tenant.ts";
import { operator } from "../accounts/tenants/deps.ts";
import { readTenants } from "../accounts/tenants/directory.ts";
import { readPeople } from "../accounts/tenants/people.ts";
import { type RunningServer, startServer } from "../app.ts";
import { type Config, readConfig } from "../core/config/config.ts";
import { migrateServer, migrationFolder } from "../database/open-database.ts";
import { withTenant } from "../database/transaction.ts";
import { checkDatabase } from "../operations/doctor/installation/check-database.ts";
import { checkHealth } from "../operations/doctor/installation/check-health.ts";
import { checkInstallation } from "../operations/doctor/installation/check-installation.ts";
import { type NativePostgres, nativePostgresUnavailable, startNativePostgres } from "./support/native-postgres.ts";
import { startRedisServer, startRedisServerAt } from "./support/redis-server.ts";

for (const reason of [nativePostgresUnavailable()]) if (reason) console.warn(`skipped in part: ${reason}`);

const origin = "https://shop.example";

describe.skipIf(nativePostgresUnavailable() !== undefined)("with PostgreSQL and Redis of their own", () => {
  let postgres: NativePostgres;
  let redis: Awaited<ReturnType<typeof startRedisServer>>;
  let config: Config;
  let server: RunningServer;
  let other: RunningServer;
  let shop: CreatedTenant;

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startNativePostgres(), startRedisServer()]);
    await migrateServer(postgres.url);
    await postgres.query("alter role parley_app login");
    config = readConfig({
      PORT: "0",
      DATA_DIR: postgres.socketFolder,
      DATABASE_URL: postgres.urlFor("parley_app"),
      REDIS_URL: redis.url,
      SESSION_SECRETS: `one:${"s".repeat(40)}`,
      LOG_LEVEL: "silent",
      ROLE: "api",
    });
    server = await startServer(config);
    other = await startServer(config);
    shop = await createTenant(server.ctx.http.tenants, operator, {
      name: "Shop",
      origins: [origin],
      email: "ann@shop.example",
    });
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await other?.stop();
    await redis?.stop();
    await postgres?.stop();
  });

  it("the installation passes its own check", async () => {
    const checks = await checkDatabase(server.ctx.http.tenants, `${migrationFolder}/migrations`);
    expect(checks.filter((check) => check.status === "failed")).toEqual([]);
    const all = await checkInstallation(server.ctx.http.doctor);
    const stateOf = Object.fromEntries(all.map(({ name, status }) => [name, status]));
    expect(stateOf, JSON.stringify(all)).toMatchObject({
      Redis: "ok",
      queue: "ok",
      embeddings: "ok",
      model: "ok",
      "e-mail": "not_set",
    });
    // The tests' database trades safety for speed, and the check must report that.
    expect(all.find(({ name }) => name === "database server")?.detail).toMatch(/fsync is off|writes are safe/);
    const health = await checkHealth(server.ctx.http.doctor, tenantIdSchema.parse(shop.tenant_id));
    expect(health.find(({ name }) => name === "live updates")).toMatchObject({ status: "ok" });
    expect(JSON.stringify(health)).not.toContain("postgres");
  });

  it("a session of one process is good in another, and so is a stream ticket, once", async () => {
    const init = await fetch(`${server.url}/api/v1/chat/init`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({ tenant_id: shop.tenant_id }),
    });
    expect(init.status).toBe(200);
    const { token } = (await init.json()) as InitResponse;
    const authorization = `Bearer ${token}`;
    expect((await fetch(`${other.url}/api/v1/chat/history`, { headers: { authorization } })).status).toBe(200);
    const made = await fetch(`${server.url}/api/v1/chat/stream-ticket`, { method: "POST", headers: { authorization } });
    const { ticket } = (await made.json()) as { ticket: string };
    const statuses = await Promise.all(
      [server, other, server, other].map((target) => open(`${target.url}/api/v1/chat/events?ticket=${ticket}`)),
    );
    expect(statuses.sort()).toEqual([200, 401, 401, 401]);
  });

  it("an admin signs in at one process and works at the other", async () => {
    const response = await fetch(`${server.url}/api/v1/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: server.url },
      body: JSON.stringify({ email: "ann@shop.example", password: shop.admin.password }),
    });
    expect(response.status).toBe(200);
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    expect((await fetch(`${other.url}/api/v1/admin/me`, { headers: { cookie } })).status).toBe(200);
  });

  it("says by name what is away, and is ready for visitors without Redis, as a worker is not", async () => {
    const worker = await startServer({ ...config, role: "worker" });
    const ready = async ({ url }: RunningServer) => {
      // A request without a response must fail by itself, not by the timeout of the whole test.
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(15_000) });
      const { degraded, checks } = (await response.json()) as {
        degraded: boolean;
        checks: { name: string; ok: boolean }[];
      };
      return { status: response.status, degraded, away: checks.filter(({ ok }) => !ok).map(({ name }) => name) };
    };
    const well = { status: 200, degraded: false, away: [] };
    try {
      expect([await ready(server), await ready(worker)]).toEqual([well, well]);
      await redis.stop();
      await expect
        .poll(() => ready(server), { timeout: 10_000 })
        .toEqual({ status: 200, degraded: true, away: ["redis"] });
      await expect
        .poll(() => ready(worker), { timeout: 10_000 })
        .toEqual({ status: 503, degraded: false, away: ["redis", "queue"] });
      redis = await startRedisServerAt(Number(new URL(redis.url).port));
      await expect.poll(() => ready(server), { timeout: 20_000 }).toEqual(well);
      await expect.poll(() => ready(worker), { timeout: 20_000 }).toEqual(well);
    } finally {
      await worker.stop();
    }
    // Longer than all waits in the test, so that the failed wait is reported.
  }, 180_000);

  it("limits are counted together and go on without Redis", async () => {
    const guess = (target: RunningServer) =>
      fetch(`${target.url}/api/v1/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: target.url },
        body: JSON.stringify({ email: "bob@shop.example", password: "a wrong guess" }),
      });
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) statuses.push((await guess(turn % 2 === 0 ? server : other)).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.slice(10)).toEqual([429, 429]);
    await redis.stop();
    expect(
      (await fetch(`${server.url}/api/v1/admin/me`, { headers: { authorization: `Bearer ${shop.api_key}` } })).status,
    ).toBe(200);
  });

  it("a tenant goes with everything that hangs on it, people included", async () => {
    const gone = await createTenant(server.ctx.http.tenants, operator, {
      name: "Gone",
      origins: [origin],
      email: "gone@shop.example",
    });
    await withTenant(server.ctx.db, gone.tenant_id, deleteTenant);
    expect(await readPeople(server.ctx.http.tenants, gone.tenant_id)).toEqual([]);
    expect((await readTenants(server.ctx.http.tenants)).map((tenant) => tenant.name)).toEqual(["Shop"]);
  });
});

async function open(address: string): Promise<number> {
  const stop = new AbortController();
  const response = await fetch(address, { signal: stop.signal });
  stop.abort();
  return response.status;
}
