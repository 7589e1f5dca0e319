import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openEmbedded } from "../../db/embedded.ts";
import { migrate } from "../../db/migrate.ts";
import type { MoveResult } from "../../scripts/cli/commands/move.ts";
import { runCli } from "../../scripts/cli/run.ts";
import { type Config, readConfig } from "../config.ts";
import { moveInstallation } from "../context/move.ts";
import { moveRows } from "../datalife/move-rows.ts";
import { startServer } from "../main.ts";
import { readTarget } from "../store/move-target.ts";
import { migrationFolder } from "../store/open-database.ts";
import { speakPlainly, type TableSum } from "../store/whole-tables.ts";
import { makeDataFolder } from "./support/database.ts";
import { addWaitingDocument, beginLife, callerOf, expectLifeGoesOn, type Life, sumUp } from "./support/life.ts";
import { type NativePostgres, nativePostgresUnavailable, startNativePostgres } from "./support/native-postgres.ts";
import { type RedisServer, redisUnavailable, startRedisServer } from "./support/redis-server.ts";
import { waitFor } from "./support/wait-for.ts";

const unavailable = nativePostgresUnavailable() ?? redisUnavailable();
if (unavailable) console.warn(`skipped: a move to PostgreSQL and Redis (${unavailable})`);
/** pgvector may be missing there. */
const vectors = ["public.chunk_embeddings", "public.embedding_models"];
const withoutVectors = (sums: Map<string, TableSum>) =>
  Object.fromEntries([...sums].filter(([name]) => !vectors.includes(name)));

/** Numbered by the database, and pointing at itself: no table of today does either. */
const oddTables = [
  "create table public.numbered (id bigint generated always as identity, name text)",
  "create table public.tree (id int primary key, parent int references public.tree)",
];

describe.skipIf(unavailable !== undefined)("parley move", () => {
  let folder: string;
  let postgres: NativePostgres;
  let redis: RedisServer;
  let owner: pg.Pool;
  let config: Config;
  let life: Life;
  let late: string;
  let before: Map<string, TableSum>;

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
    await rm(folder, { recursive: true, force: true });
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
    // As a server that runs leaves it: with the number of its process.
    await writeFile(`${folder}/server.lock`, String(process.ppid));
    const busy = await parley("--dry-run").finally(() => rm(`${folder}/server.lock`));
    expect(busy).toMatchObject({ code: 1, err: expect.stringContaining("in use by another Parley") });
    await postgres.query("create role weak login");
    const weak = await parley("--dry-run", "--to", postgres.urlFor("weak"));
    expect(weak).toMatchObject({ code: 2, err: expect.stringContaining("may not create tables") });
    expect(await parley("--to", "mysql://db")).toMatchObject({ code: 2, err: expect.stringContaining("--to must be") });
    vi.stubEnv("DATABASE_URL", "");
    expect(await parley()).toMatchObject({
      code: 2,
      err: expect.stringContaining("DATABASE_URL that of the role parley_app"),
    });
    vi.stubEnv("DATABASE_URL", config.databaseUrl);
    // As other servers would answer.
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
    await expect(read({ version: 140_005, version_text: "14.5" })).rejects.toThrow("14.5; 15 is the oldest");
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
    // What was lifted for the copy is as the migrations made it.
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
    for (const sql of oddTables) {
      await owner.query(`set role parley_owner; ${sql}; reset role`);
      await inFolder(sql);
    }
    await inFolder(
      "insert into numbered (name) select 'n' || n from generate_series(1, 1203) n; delete from numbered where id > 1200",
    );
    await inFolder("insert into tree select n, case when n < 900 then n + 1 end from generate_series(1, 900) n");
    before = await sumUpFolder();
    const { code, json, err } = await parley("--json");
    expect(err).toMatch(/copied +public\.messages +\d/);
    expect(code).toBe(0);
    expect(json).toMatchObject({ dry_run: false, tenants: 2, tickets: 2, isolation: { ok: true, faults: [] } });
    expect(json?.jobs_waiting).toBeGreaterThan(0);
    expect(json?.isolation?.checks.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok"]);
    const told = Object.fromEntries(json?.tables.map(({ table, ...sum }) => [table, sum]) ?? []);
    expect(withoutVectors(new Map(Object.entries(told)))).toEqual(withoutVectors(before));
    expect(await sumUpFolder()).toEqual(before);
    const [next] = await postgres.query<{ id: string }>(
      "insert into numbered (name) values ('next') returning id::text",
    );
    expect(next?.id).toBe("1204");
    expect(json?.environment_file && (await stat(json.environment_file)).mode & 0o777).toBe(0o600);
  }, 120_000);

  async function inFolder(sql: string) {
    const embedded = await openEmbedded(folder);
    await embedded.pool.query(sql);
    await embedded.close();
  }

  it("goes on there: open chats, people's sessions, receipts and waiting jobs", async () => {
    const environment = parseEnv(await readFile(`${folder}/production.env`, "utf8"));
    // A folder of its own: nothing may come from the old one.
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

  it("refuses a target that has rows, and shows a person the way", async () => {
    expect(await parley()).toMatchObject({ code: 1, err: expect.stringContaining("The target is not empty") });
    expect(await parley("--dry-run")).toMatchObject({ code: 1, err: expect.stringContaining("createdb") });
  });

  it("takes vectors along where both ends have pgvector, and builds their index at once", async () => {
    const source = await openEmbedded(folder);
    const folderThere = await makeDataFolder();
    const target = await openEmbedded(folderThere);
    try {
      for (const sql of oddTables) await target.pool.query(sql);
      const [from, to] = [await source.pool.connect(), await target.pool.connect()];
      for (const end of [from, to]) await speakPlainly(end);
      await from.query("begin read only");
      const moved = await moveRows({ source: from, target: to, tell: () => {} });
      await from.query("rollback");
      for (const end of [from, to]) end.release();
      expect(moved.vectorsLeft).toBe(0);
      expect(await sumUp(target.pool)).toEqual(before);
      expect(before.get("public.chunk_embeddings")?.rows).toBeGreaterThan(1);
      await migrate(target.pool, migrationFolder);
      const { rows } = await target.pool.query("select from pg_indexes where indexname like 'chunk_embeddings_near_%'");
      expect(rows.length).toBeGreaterThan(0);
    } finally {
      await source.close();
      await target.close();
      await rm(folderThere, { recursive: true });
    }
  }, 60_000);
});
