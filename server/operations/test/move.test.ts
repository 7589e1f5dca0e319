import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openEmbedded } from "../../../db/embedded.ts";
import type { MoveResult } from "../../../scripts/cli/commands/move.ts";
import { runCli } from "../../../scripts/cli/run.ts";
import { startServer } from "../../app.ts";
import { type Config, readConfig } from "../../core/config/config.ts";
import type { TableSum } from "../../database/whole-tables.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { makeDump, restoreDump, runWithTools } from "../../test/support/dumps.ts";
import {
  addWaitingDocument,
  beginLife,
  callerOf,
  expectLifeGoesOn,
  type Life,
  sumUp,
} from "../../test/support/life.ts";
import {
  type NativePostgres,
  nativePostgresUnavailable,
  startNativePostgres,
} from "../../test/support/native-postgres.ts";
import { type RedisServer, redisUnavailable, startRedisServer } from "../../test/support/redis-server.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { moveInstallation } from "../../wiring/move.ts";
import { checkIsolation } from "../doctor/installation/check-isolation.ts";
import { readTarget } from "../store/move-target.ts";

const unavailable = nativePostgresUnavailable() ?? redisUnavailable();
if (unavailable) console.warn(`skipped: a move to PostgreSQL and Redis (${unavailable})`);
/** pgvector may be missing on the target. */
const vectors = ["public.chunk_embeddings", "public.embedding_models"];
const withoutVectors = (sums: Map<string, TableSum>) =>
  Object.fromEntries([...sums].filter(([name]) => !vectors.includes(name)));

describe.skipIf(unavailable !== undefined)("parley move", () => {
  let folder: string;
  let postgres: NativePostgres;
  let redis: RedisServer;
  let owner: pg.Pool;
  let config: Config;
  let life: Life;
  let late: string;
  let before: Map<string, TableSum>;
  let dump: string;
  let dumped: Map<string, TableSum>;

  beforeAll(async () => {
    [folder, postgres, redis] = await Promise.all([makeDataFolder(), startNativePostgres(), startRedisServer()]);
    owner = postgres.openPool("postgres", 2);
    const embedded = readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent", PORT: "0" });
    const server = await startServer(embedded);
    life = await beginLife(server);
    await server.stop();
    late = await addWaitingDocument(embedded, life);
    before = await sumUpFolder();
    const app = new URL(postgres.url);
    app.username = "parley_app";
    app.password = "a pass:word";
    const environment = {
      DATA_DIR: folder,
      DATABASE_URL: app.href,
      MIGRATION_DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    config = readConfig(environment);
  }, 120_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await owner?.end();
    await redis?.stop();
    await postgres?.stop();
    for (const each of [folder, dump]) if (each) await rm(each, { recursive: true, force: true });
  });

  async function sumUpFolder() {
    const embedded = await openEmbedded(folder);
    const sums = await sumUp(embedded.pool);
    await embedded.close();
    return sums;
  }
  async function parley(...args: string[]) {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runCli(["move", ...args], {
      stdout: (text) => out.push(text),
      stderr: (text) => err.push(text),
    });
    return {
      code,
      out: out.join(""),
      err: err.join(""),
      json: args.includes("--json") ? (JSON.parse(out.join("")) as MoveResult) : undefined,
    };
  }
  const tablesThere = async () =>
    (await postgres.query("select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')")).length;

  it("tells before what would be moved, and changes nothing", async () => {
    const { code, json } = await parley("--dry-run", "--json");
    expect(code).toBe(0);
    expect(json).toMatchObject({ dry_run: true, tenants: 2, tickets: 2, isolation: null, environment_file: null });
    const told = json?.tables.map(({ table, ...sum }) => [table, sum]) ?? [];
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(before));
    expect(await tablesThere()).toBe(0);
  });

  it("refuses a source at work, and a target that is too old, of others, or without rights", async () => {
    // The lock file of a running server, with its process id.
    await writeFile(`${folder}/server.lock`, String(process.ppid));
    const busy = await parley("--dry-run").finally(() => rm(`${folder}/server.lock`));
    expect(busy).toMatchObject({ code: 1, err: expect.stringContaining("Another Parley process") });
    await postgres.query("create role weak login");
    const weak = await parley("--dry-run", "--to", postgres.urlFor("weak"));
    expect(weak).toMatchObject({ code: 2, err: expect.stringContaining("cannot create tables") });
    expect(await parley("--to", "mysql://db")).toMatchObject({ code: 2, err: expect.stringContaining("--to must be") });
    vi.stubEnv("DATABASE_URL", "");
    expect(await parley()).toMatchObject({
      code: 2,
      err: expect.stringContaining("DATABASE_URL to the connection of the role parley_app"),
    });
    vi.stubEnv("DATABASE_URL", config.databaseUrl);
    // Settings of other database servers.
    const answers = {
      version: 170_000,
      version_text: "17",
      role: "ann",
      owns: true,
      may_create: true,
      lacks_roles: false,
    };
    const read = (answer: object) =>
      readTarget({ query: async () => ({ rows: [{ ...answers, ...answer }] }) as never });
    await expect(read({ version: 140_005, version_text: "14.5" })).rejects.toThrow("Parley needs PostgreSQL 15");
    await expect(read({ owns: false })).rejects.toThrow("does not own");
    await expect(read({ is_standby: true })).rejects.toThrow("standby");
    await expect(read({ lacks_roles: true, may_create_roles: false })).rejects.toThrow("createrole");
    expect(await tablesThere()).toBe(0);
  });

  it("that is cut off in the middle leaves the source as it was, and no row in the target", async () => {
    const cut = moveInstallation({
      config,
      isDryRun: false,
      tell: ({ table }) => {
        if (table === "public.messages")
          void postgres.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley move'",
          );
      },
    });
    await expect(cut).rejects.toThrow();
    expect(await sumUpFolder()).toEqual(before);
    const left = Object.entries(withoutVectors(await sumUp(owner)));
    expect(left.length).toBeGreaterThan(60);
    expect(left.filter(([, { rows }]) => rows > 0)).toEqual([]);
    // Everything that was lifted for the copy is as the migrations created it.
    expect(await postgres.query("select from pg_class where relrowsecurity and not relforcerowsecurity")).toEqual([]);
    expect(await postgres.query("select from pg_trigger where tgenabled <> 'O'")).toEqual([]);
  });

  it("refuses a target of a newer version, and one that somebody works on", async () => {
    await postgres.query("insert into schema_migrations (name, run_on) values ('9999_later', now())");
    expect(await parley("--dry-run")).toMatchObject({ code: 1, err: expect.stringContaining("newer version") });
    await postgres.query("delete from schema_migrations where name = '9999_later'");
    const other = await owner.connect();
    await other.query("begin; lock table tickets in row exclusive mode");
    const used = await parley("--dry-run").finally(() => other.query("rollback"));
    other.release();
    expect(used).toMatchObject({ code: 1, err: expect.stringContaining("Stop every Parley") });
  });

  it("takes everything along: counts and checksums are equal, tenants are kept apart, and what is next is said", async () => {
    const { code, json, err } = await parley("--json");
    expect(err).toMatch(/copied +public\.messages +\d/);
    expect(code).toBe(0);
    expect(json).toMatchObject({ dry_run: false, tenants: 2, tickets: 2, isolation: { ok: true, faults: [] } });
    expect(json?.jobs_waiting).toBeGreaterThan(0);
    expect(json?.isolation?.checks.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok"]);
    const told = Object.fromEntries(json?.tables.map(({ table, ...sum }) => [table, sum]) ?? []);
    expect(withoutVectors(new Map(Object.entries(told)))).toEqual(withoutVectors(before));
    expect(await sumUpFolder()).toEqual(before);
    expect(json?.environment_file && (await stat(json.environment_file)).mode & 0o777).toBe(0o600);
  }, 120_000);

  it("can be dumped as the guide says, and by no role that row security binds without a word", async () => {
    dump = await makeDump(postgres);
    // A user may try pg_dump: as the owner it fails, and with this option it succeeds but loses every row.
    const asOwner = (option: string) =>
      runWithTools(`pg_dump ${option} --data-only --table=tickets "$URL"`, { URL: postgres.url });
    await expect(asOwner("")).rejects.toThrow("query would be affected by row-level security policy");
    const lost = await asOwner("--enable-row-security");
    expect(lost).toMatch(/COPY public\.tickets .* FROM stdin;\n\\\.\n/);
    dumped = await sumUp(owner);
    expect(dumped.get("public.tickets")?.rows).toBe(2);
  }, 60_000);

  it("goes on there: open chats, people's sessions, receipts and waiting jobs", async () => {
    const environment = parseEnv(await readFile(`${folder}/production.env`, "utf8"));
    // A separate folder, so that nothing can come from the old one.
    const server = await startServer({
      ...readConfig({ ...environment, DATA_DIR: `${folder}/none`, LOG_LEVEL: "silent", PORT: "0" }),
    });
    try {
      await expectLifeGoesOn(server, life);
      const call = callerOf(server, life.shop);
      await waitFor(async () => ((await call(`documents/${late}`)) as { status: string }).status === "ready", {
        what: "the job that waited",
      });
    } finally {
      await server.stop();
    }
  }, 60_000);

  it("is restored from the dump on a new server as the guide says: every row is there, tenants are kept apart, what was open goes on", async () => {
    const restored = await restoreDump(dump);
    const all = restored.openPool("postgres", 1);
    try {
      expect(Object.fromEntries(await sumUp(all))).toEqual(Object.fromEntries(dumped));
      const environment = parseEnv(await readFile(`${folder}/production.env`, "utf8"));
      const app = Object.assign(new URL(restored.url), { username: "parley_app", password: "new" });
      const there = { DATABASE_URL: app.href, MIGRATION_DATABASE_URL: restored.url, REDIS_URL: "" };
      const server = await startServer(
        readConfig({ ...environment, ...there, DATA_DIR: `${folder}/none`, LOG_LEVEL: "silent", PORT: "0" }),
      );
      try {
        expect(await checkIsolation(server.ctx.http.tenants)).toMatchObject({ ok: true, faults: [] });
        await expectLifeGoesOn(server, life);
      } finally {
        await server.stop();
      }
    } finally {
      await all.end();
      await restored.stop();
    }
  }, 120_000);

  it("refuses a target that has rows, and shows a person the way", async () => {
    expect(await parley()).toMatchObject({ code: 1, err: expect.stringContaining("The target is not empty") });
    expect(await parley("--dry-run")).toMatchObject({ code: 1, err: expect.stringContaining("createdb") });
  });
});
