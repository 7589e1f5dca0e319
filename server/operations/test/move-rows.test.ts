import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedDatabase, openEmbedded } from "../../../db/embedded.ts";
import { migrate } from "../../../db/migrate.ts";
import { seedEveryTable } from "../../../lab/faults/seed-every-table.ts";
import type { Database } from "../../database/database.ts";
import { migrationFolder } from "../../database/open-database.ts";
import { withTenant } from "../../database/transaction.ts";
import { speakPlainly } from "../../database/whole-tables.ts";
import { makeDataFolder, seedTwoTenants } from "../../test/support/database.ts";
import { sumUp } from "../../test/support/life.ts";
import { moveRows } from "../privacy/move-rows.ts";

/** An identity column, a reference to itself, and a row of ten megabytes: no present table has all three. */
const oddTables = [
  "create table public.numbered (id bigint generated always as identity, name text, bytes bytea)",
  "create table public.tree (id int primary key, parent int references public.tree, path int generated always as (id * 2) stored)",
];
const oddRows = [
  "insert into numbered (name) select 'n' || n from generate_series(1, 1203) n",
  "insert into numbered (bytes) select decode(repeat('00ff', 5_000_000), 'hex')",
  "delete from numbered where id between 1201 and 1203",
  // Each row comes before the row that it references.
  "insert into tree select n, case when n < 900 then n + 1 end from generate_series(1, 900) n",
];

let folders: string[];
let source: EmbeddedDatabase;
let target: EmbeddedDatabase;

beforeAll(async () => {
  folders = [await makeDataFolder(), await makeDataFolder()];
  // As superusers, because no session has switched to the application role yet.
  [source, target] = [await openEmbedded(folders[0]), await openEmbedded(folders[1])];
  const db: Database = { pool: source.pool, vectors: true, listen: undefined, close: async () => {} };
  for (const id of Object.values(await seedTwoTenants(db)))
    await withTenant(db, id, (tx) => seedEveryTable(tx, `"quoted", \\slashed, {braced} and 'single'\n\tü 漢 👋 NULL`));
  for (const end of [source, target]) for (const sql of oddTables) await end.pool.query(sql);
  for (const sql of oddRows) await source.pool.query(sql);
});
afterAll(async () => {
  await source?.close();
  await target?.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A failed copy leaves nothing behind: neither lifted rules nor rows. */
const rules = `select (select count(*) from pg_class where relrowsecurity and not relforcerowsecurity)
  + (select count(*) from pg_trigger where tgenabled <> 'O') as lifted, (select count(*) from pg_constraint) as constraints`;

async function move(tell: () => void = () => {}) {
  const [from, to] = [await source.pool.connect(), await target.pool.connect()];
  try {
    for (const end of [from, to]) await speakPlainly(end);
    await from.query("begin read only");
    return await moveRows({ source: from, target: to, tell });
  } finally {
    await from.query("rollback");
    for (const end of [from, to]) end.release();
  }
}

describe("a copy of every row", () => {
  it("that fails leaves no row behind, and every rule as it was", async () => {
    const before = (await target.pool.query(rules)).rows;
    let steps = 0;
    const failing = move(() => {
      steps += 1;
      if (steps === 30) throw new Error("cut off");
    });
    await expect(failing).rejects.toThrow("cut off");
    expect((await target.pool.query(rules)).rows).toEqual(before);
    const filled = [...(await sumUp(target.pool))].filter(([, { rows }]) => rows > 0).map(([name]) => name);
    expect(filled).toEqual(["public.embedding_models"]);
  });

  it("is refused between databases that are not the same", async () => {
    await target.pool.query("alter table tree add column more text");
    await expect(move()).rejects.toThrow("public.tree differs");
    await target.pool.query("alter table tree drop column more");
  });

  it("has vectors, files, odd texts, numbers of the database and rows that hang on each other, and is indexed afterwards", async () => {
    const before = await sumUp(source.pool);
    const moved = await move();
    expect(moved).toMatchObject({ vectorsLeft: 0 });
    expect(Object.fromEntries(await sumUp(target.pool))).toEqual(Object.fromEntries(before));
    expect(Object.fromEntries(moved.tables.map(({ table, ...sum }) => [table, sum]))).toEqual(
      Object.fromEntries(before),
    );
    expect(
      [...before]
        .filter(([, { rows }]) => rows === 0)
        .map(([name]) => name)
        .filter((name) => !name.startsWith("auth.")),
    ).toEqual(["public.receipt_keys", "public.tenant_receipts", "public.tool_signing_keys"]);
    const { rows: next } = await target.pool.query("insert into numbered (name) values ('next') returning id::int");
    expect(next).toEqual([{ id: 1205 }]);
    expect((await target.pool.query("select path from tree where id = 900")).rows).toEqual([{ path: 1800 }]);
    await expect(target.pool.query("insert into tree values (901, 77777)")).rejects.toThrow("foreign key");
    await migrate(target.pool, migrationFolder);
    const { rows } = await target.pool.query("select from pg_indexes where indexname like 'chunk_embeddings_near_%'");
    expect(rows.length).toBeGreaterThan(0);
    await expect(move()).rejects.toThrow("The target is not empty");
  });
});
