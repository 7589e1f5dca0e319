import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { openEmbedded } from "../../../db/embedded.ts";
import { migrate } from "../../../db/migrate.ts";
import { newId } from "../../ids.ts";
import { projectRoot } from "../../project-root.ts";
import type { Database } from "../../store/database.ts";
import { withTenant } from "../../store/transaction.ts";

const execute = promisify(execFile);
const cacheFolder = join(projectRoot, "node_modules", ".cache", "parley-test");

/** An embedded Postgres of this test's own, migrated: a copy of one prepared data folder, in memory. */
export async function openTestDatabase(): Promise<Database> {
  const [loadDataDir, parts] = await Promise.all([preparedDataDir(), compiledParts()]);
  const instance = await PGlite.create({ loadDataDir, extensions: { vector }, ...parts });
  const embedded = await openEmbedded(undefined, { instance });
  await embedded.becomeApp();
  return { pool: embedded.pool, vectors: true, listen: embedded.listen, close: () => embedded.close() };
}

type WasmModule = NonNullable<PGliteOptions["pgliteWasmModule"]>;

let parts: Promise<PGliteOptions> | undefined;

/** PGlite's programs, compiled once for all test files of this process: that is half of what it costs to open one. */
function compiledParts(): Promise<PGliteOptions> {
  const folder = dirname(fileURLToPath(import.meta.resolve("@electric-sql/pglite")));
  // Node.js has it, but only the types of browsers name it.
  const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<WasmModule> } };
  const compile = async (name: string) => WebAssembly.compile(await readFile(join(folder, name)));
  parts ??= Promise.all([compile("pglite.wasm"), compile("initdb.wasm"), readFile(join(folder, "pglite.data"))]).then(
    ([pgliteWasmModule, initdbWasmModule, files]) => ({
      pgliteWasmModule,
      initdbWasmModule,
      fsBundle: new Blob([new Uint8Array(files)]),
    }),
  );
  return parts;
}

/** Two tenants, so that whatever leaks shows. Returns their ids. */
export async function seedTwoTenants(db: Database): Promise<{ a: string; b: string }> {
  const ids = { a: newId(), b: newId() };
  for (const [name, id] of Object.entries(ids)) {
    await withTenant(db, id, (tx) =>
      tx.query("insert into tenants (tenant_id, name, identity_secret) values ($1, $2, $3)", [
        id,
        `Tenant ${name.toUpperCase()}`,
        `secret-of-${name}`,
      ]),
    );
  }
  return ids;
}

/**
 * A new `DATA_DIR` whose database is migrated already, for a server that is no newcomer's: to make one costs seconds of work, to unpack one
 * a moment. Whoever asks removes it.
 * @param parent the folder that it is made in.
 */
export async function makeDataFolder(parent = tmpdir()): Promise<string> {
  const file = await preparedFile();
  const folder = await mkdtemp(join(parent, "parley-data-"));
  const postgres = join(folder, "postgres");
  await mkdir(postgres, { mode: 0o700 });
  await execute("tar", ["-xf", file, "-C", postgres]);
  return folder;
}

async function preparedDataDir(): Promise<Blob> {
  return new Blob([new Uint8Array(await readFile(await preparedFile()))]);
}

async function preparedFile(): Promise<string> {
  const file = join(cacheFolder, `${await fingerprint()}.tar`);
  if (existsSync(file)) return file;
  const dump = await prepare();
  await mkdir(cacheFolder, { recursive: true });
  // Written aside and renamed, because several test files may prepare at once.
  const aside = `${file}.${process.pid}.${newId()}`;
  await writeFile(aside, Buffer.from(await dump.arrayBuffer()));
  await rename(aside, file);
  return file;
}

async function prepare(): Promise<Blob> {
  const lite = await PGlite.create({ extensions: { vector } });
  const embedded = await openEmbedded(undefined, { instance: lite });
  await migrate(embedded.pool, join(projectRoot, "db"));
  await embedded.pool.end();
  const dump = await lite.dumpDataDir("none");
  await lite.close();
  return dump;
}

/** Changes when any file the migrated state is made from changes. */
async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of ["db", "db/migrations", "db/always"]) {
    for (const entry of (await readdir(join(projectRoot, folder), { withFileTypes: true }))
      .filter((item) => item.isFile())
      .sort((a, b) => a.name.localeCompare(b.name))) {
      hash.update(entry.name).update(await readFile(join(projectRoot, folder, entry.name)));
    }
  }
  hash.update(await readFile(join(projectRoot, "package.json")));
  return hash.digest("hex").slice(0, 24);
}
