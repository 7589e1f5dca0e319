import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedDatabase, openEmbedded } from "../../../db/embedded.ts";

let embedded: EmbeddedDatabase;
beforeAll(async () => {
  embedded = await openEmbedded(undefined);
  await embedded.pool.query("create role parley_app noinherit nosuperuser");
  await embedded.pool.query("create table notes as select n as id, 'text' as body from generate_series(1, 500) n");
  await embedded.pool.query('create table "Odd name" as select 1 as id');
  await embedded.pool.query("create schema other");
  await embedded.pool.query("create table other.notes as select 1 as id from generate_series(1, 60)");
  await embedded.pool.query("grant select, delete on notes to parley_app");
  await embedded.becomeApp();
});
afterAll(() => embedded.close());

async function tableOf(name: string, schema = "public") {
  const { rows } = await embedded.pool.query<{ counted: number; dead: string }>(
    `select c.reltuples as counted, pg_stat_get_dead_tuples(c.oid) as dead from pg_class c
      where c.relname = $1 and c.relnamespace = $2::regnamespace`,
    [name, schema],
  );
  return { counted: Number(rows[0]?.counted), dead: Number(rows[0]?.dead) };
}

describe("the upkeep of the embedded database", () => {
  it("gives statistics to tables that changed, and leaves small changes alone", async () => {
    expect(await tableOf("notes")).toMatchObject({ counted: -1 });
    await embedded.upkeep();
    expect(await tableOf("notes")).toEqual({ counted: 500, dead: 0 });
    expect(await tableOf("notes", "other")).toMatchObject({ counted: 60 });
    expect(await tableOf("Odd name")).toMatchObject({ counted: -1 });
  });

  it("gives the space of deleted rows back, without the rights of the owner", async () => {
    await embedded.pool.query("delete from notes where id <= 300");
    await embedded.upkeep();
    expect(await tableOf("notes")).toEqual({ counted: 200, dead: 0 });
    await expect(embedded.pool.query("insert into notes values (1, 'text')")).rejects.toThrow(/permission denied/);
  });

  it("ends early when the server stops", async () => {
    await embedded.pool.query("delete from notes");
    await embedded.upkeep(() => true);
    expect(await tableOf("notes")).toMatchObject({ dead: 200 });
  });
});
