import { expect, it } from "vitest";
import { withoutTables } from "./without-tables.ts";

it.each([
  ["Before.\n\n| kind | days |\n| --- | --- |\n| memory | 30 |\n\nAfter.", "Before.\n\n\nAfter."],
  ["| kind | days |\n| --- | --- |", ""],
  ["Run this:\n```sh\nnpm start | tee log\n```\nThen sign in.", "Run this:\nThen sign in."],
  ["Cut in code:\n~~~\nnpm", "Cut in code:"],
  ["Press `a | b` to pipe.", "Press `a | b` to pipe."],
])("tables and code are left out of %j", (markdown, text) => {
  expect(withoutTables(markdown)).toBe(text);
});

it.each(["|", "| ", " ", "`", "> "])("many of %j take no time", (sign) => {
  const started = performance.now();
  withoutTables(sign.repeat(20_000));
  expect(performance.now() - started).toBeLessThan(500);
});
