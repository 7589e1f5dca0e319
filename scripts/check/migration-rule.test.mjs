import { expect, test } from "vitest";
import { projectRoot } from "../setup/paths.mjs";
import { findRemovals, readMigrations } from "./migration-rule.mjs";

const check = (text, path = "db/migrations/0099_later.sql") => findRemovals([{ path, text }]);

test.each([
  ["alter table turns drop column hint;", "drops a column"],
  ["ALTER TABLE turns\n  DROP CONSTRAINT turns_kind_check;", "drops a constraint"],
  ["drop table if exists notes;", "drops a table"],
  ["drop index turns_by_ticket;", "drops a index"],
  ["alter table turns rename to rounds;", "renames"],
  ["alter table turns rename column hint to tip;", "renames"],
  ["alter table turns rename hint to tip;", "renames"],
  ["alter table turns alter column hint type jsonb using hint::jsonb;", "changes the type"],
  ["alter table turns alter hint set data type varchar(10);", "changes the type"],
  ["alter table turns alter column hint set not null;", "requires a value"],
  ["alter table turns add column mood text not null;", "not null without a default"],
  [
    "alter table turns add column mood text, add column price numeric(10, 2) not null check (price > 0);",
    "not null without",
  ],
  ["truncate turns;", "empties"],
  ["revoke select on turns from parley_app;", "revokes a right"],
])("%s is refused", (sql, message) => {
  expect(
    check(sql)
      .map((problem) => problem.message)
      .join(),
  ).toContain(message);
});

test.each([
  "create table moods (tenant_id uuid not null, id uuid not null);",
  "alter table turns add column mood text not null default 'calm', add column note text;",
  "alter table turns add column n int generated always as (1) stored not null;",
  "alter table turns alter column hint drop not null;",
  "create index turns_by_mood on turns (mood) where mood <> 'drop table';",
  "-- drop table notes\n/* rename to x */ select 1;",
  "-- removes, unused since 0.2.0: the hint lives in its own table\nalter table turns drop column hint;",
])("%s is fine", (sql) => {
  expect(check(sql)).toEqual([]);
});

test("a mark without a version or a reason marks nothing, and a place is told", () => {
  for (const mark of [
    "-- removes",
    "-- removes, unused since 0.2.0:",
    "-- removes, unused since long: nobody needs it",
  ])
    expect(check(`${mark}\n\ndrop table notes;`)).toMatchObject([{ line: 3, rule: "migration" }]);
});

test("the first version's migrations may revoke rights, and later ones keep to the rule", () => {
  expect(check("revoke create on schema public from public;", "db/migrations/0001_roles.sql")).toEqual([]);
  expect(findRemovals(readMigrations(projectRoot))).toEqual([]);
});
