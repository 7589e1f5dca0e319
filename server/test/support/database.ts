import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { openEmbedded } from "../../../db/embedded.ts";
import { migrate } from "../../../db/migrate.ts";
import { newId } from "../../core/ids.ts";
import { projectRoot } from "../../core/project-root.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { CopiedFiles, type DataFiles, KeptFiles, partsOfTar, readDataFiles } from "./copied-files.ts";
import { madeOnce } from "./made-once.ts";
import { isPooled } from "./native-postgres.ts";

const execute = promisify(execFile);

/** A migrated, embedded PostgreSQL of this test: a copy of one prepared data folder, in memory. Behind a pooler it is a real server. */
export async function openTestDatabase(): Promise<Database> {
  if (isPooled()) return import("./native-database.ts").then(({ openNativeDatabase }) => openNativeDatabase());
  const [files, parts] = await Promise.all([preparedFiles(), compiledParts()]);
  const instance = await PGlite.create({ fs: new CopiedFiles(files), extensions: { vector }, ...parts });
  const embedded = await openEmbedded(undefined, { instance });
  await embedded.becomeApp();
  return { pool: embedded.pool, vectors: true, listen: embedded.listen, close: () => embedded.close() };
}

type WasmModule = NonNullable<PGliteOptions["pgliteWasmModule"]>;

let parts: Promise<PGliteOptions> | undefined;

/** PGlite's WebAssembly, compiled once for all test files of this process: half the cost of opening a database. */
function compiledParts(): Promise<PGliteOptions> {
  const folder = dirname(fileURLToPath(import.meta.resolve("@electric-sql/pglite")));
  // Node.js has `WebAssembly`, but only browser types declare it.
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

/** Adds two tenants, so that tests notice leaks between them. Returns their ids. */
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
 * Creates a `DATA_DIR` with a migrated database, for a server that is not a first start. Creating one costs seconds, unpacking one only a
 * moment. The caller deletes it.
 * @param parent the folder around it.
 */
export async function makeDataFolder(parent = tmpdir()): Promise<string> {
  const file = await preparedFile();
  const folder = await mkdtemp(join(parent, "parley-data-"));
  const postgres = join(folder, "postgres");
  await mkdir(postgres, { mode: 0o700 });
  await execute("tar", ["-xf", file, "-C", postgres]);
  return folder;
}

let files: Promise<DataFiles> | undefined;

/** The prepared data folder, read once for all test files of this process. */
function preparedFiles(): Promise<DataFiles> {
  files ??= preparedFile()
    .then((file) => readFile(file))
    .then(readDataFiles);
  return files;
}

let prepared: Promise<string> | undefined;

/** The tar of a migrated data folder. The first process that needs it creates it while the others wait for the file. */
function preparedFile(): Promise<string> {
  prepared ??= fingerprint().then((hash) => madeOnce(`${hash}.tar`, async (path) => writeFile(path, await prepare())));
  return prepared;
}

async function prepare(): Promise<Uint8Array> {
  const fs = new KeptFiles();
  const lite = await PGlite.create({ fs, extensions: { vector } });
  const embedded = await openEmbedded(undefined, { instance: lite });
  await migrate(embedded.pool, join(projectRoot, "db"));
  // At its start, PostgreSQL zeroes its shared memory and the next 16 MB of its log, which is half the cost of opening a database.
  for (const setting of ["shared_buffers = '16MB'", "wal_init_zero = off"])
    await embedded.pool.query(`alter system set ${setting}`);
  await embedded.close();
  return withoutTemplates(await fs.kept());
}

/** The same tar without the template databases: two thirds of its files, which every test would unpack without need. */
function withoutTemplates(tar: Uint8Array): Uint8Array {
  const kept = [...partsOfTar(tar)].filter(({ name }) => !/^(?:\.?\/)?base\/[14]\//.test(name));
  return Buffer.concat(kept.map(({ part }) => part));
}

/** Changes when any input of the migrated state changes. */
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
  // This file is an input too.
  hash.update(await readFile(fileURLToPath(import.meta.url)));
  return hash.digest("hex").slice(0, 24);
}
