import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openEmbedded } from "../../../db/embedded.ts";
import { runCli } from "../../../scripts/cli/run.ts";
import { startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { nativePostgresUnavailable, startNativePostgres } from "../../test/support/native-postgres.ts";
import { backedUp, makeBackup } from "../privacy/backup.ts";

const message = "was created before Parley 0.1.0 and cannot be upgraded";
const unavailable = nativePostgresUnavailable();
if (unavailable) console.warn(`skipped: a move to or from an earlier database (${unavailable})`);

/** The migrations table of such a version, and one row. */
const fixture = `
  create table schema_migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null);
  insert into schema_migrations (name, run_on) values ('0001_core', now()), ('0085_document_kinds', now());
  create table tenants (name text); insert into tenants values ('Shop');`;

/** A folder with `data` in it, as a version before 0.1.0 left it. */
let home: string;
let asItWas: unknown[];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "parley-earlier-"));
  const embedded = await openEmbedded(join(home, "data"));
  await embedded.pool.query(fixture);
  const db = { pool: embedded.pool, vectors: false, listen: undefined, close: embedded.close };
  await embedded.pool.query(
    "create role parley_platform; grant select on schema_migrations to parley_platform; create role parley_app",
  );
  await makeBackup({ db, dataDir: join(home, "data") }, async (bytes) => {
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    await writeFile(join(home, "backup.tar.gz"), gzipSync(Buffer.concat(parts), { level: 1 }));
  });
  await embedded.close();
  asItWas = await contents();
  vi.stubEnv("DATA_DIR", join(home, "data"));
  vi.stubEnv("LOG_LEVEL", "silent");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

async function contents(): Promise<unknown[]> {
  const embedded = await openEmbedded(join(home, "data"));
  const { rows } = await embedded.pool.query(
    `select relname as name, '' as more from pg_class where relnamespace = 'public'::regnamespace
      union all select rolname, '' from pg_roles union all select nspname, '' from pg_namespace
      union all select name, run_on::text from schema_migrations union all select name, '' from tenants order by 1, 2`,
  );
  await embedded.close();
  return rows;
}

async function parley(line: string) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCli(line.split(" "), { stdout: (text) => out.push(text), stderr: (text) => err.push(text) });
  return { code, text: [...out, ...err].join("") };
}

describe("a data folder that was created before 0.1.0", () => {
  it("is refused by the server and by every command, and is not changed", async () => {
    await expect(startServer(readConfig({ DATA_DIR: join(home, "data"), PORT: "0" }))).rejects.toThrow(message);
    for (const line of ["doctor", "migrate", "tenant list", `backup --out ${join(home, "new.tar.gz")}`])
      expect(await parley(line), line).toMatchObject({ code: 1, text: expect.stringContaining(message) });
    expect(await contents()).toEqual(asItWas);
  }, 120_000);

  it("is not restored from its backup, and nothing is left in the folder", async () => {
    const empty = join(home, "restored");
    await mkdir(empty);
    vi.stubEnv("DATA_DIR", empty);
    const refused = await parley(`restore ${join(home, "backup.tar.gz")}`).finally(() =>
      vi.stubEnv("DATA_DIR", join(home, "data")),
    );
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining(message) });
    for (const name of [...backedUp, "restore.part"]) expect(existsSync(join(empty, name)), name).toBe(false);
  }, 120_000);

  it.skipIf(unavailable !== undefined)(
    "is not moved, and nothing is moved into such a database",
    async () => {
      await using postgres = await startNativePostgres();
      const move = `move --to ${postgres.url} --app ${postgres.urlFor("parley_app")}`;
      expect(await parley(move)).toMatchObject({ code: 1, text: expect.stringContaining(message) });
      expect(await postgres.query("select from pg_tables where schemaname = 'public'")).toEqual([]);
      expect(await contents()).toEqual(asItWas);
    },
    120_000,
  );
});
