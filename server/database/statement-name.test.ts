import { expect, it } from "vitest";
import { statementName } from "./statement-name.ts";

it.each([
  ["select id from tickets where id = $1 for update", "select tickets"],
  ["insert into messages (id) values ($1) on conflict do update set id = $1", "insert messages"],
  ["update turns set status = $1 where id = $2", "update turns"],
  ["delete from jobs where id = $1", "delete jobs"],
  ["with a as (insert into usage_days values ($1)) insert into model_calls select 1", "insert model_calls"],
  ["with near as (select 1 from chunk_terms) select * from near", "select chunk_terms"],
  ["commit", "commit"],
])("%s is a name without parameters", (sql, name) => {
  expect(statementName(sql)).toMatchObject({ name, hash: expect.stringMatching(/^[0-9a-f]{12}$/) });
});

it("statements of one name are told apart", () => {
  const [one, other] = ["select a from tickets", "select b from tickets"].map((sql) => statementName(sql).hash);
  expect(one).not.toBe(other);
  expect(statementName("select a from tickets").hash).toBe(one);
});
