import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkSources } from "./check-sources.mjs";
import { domains } from "./domain-table.mjs";
import { readSource } from "./read-source.mjs";

/** Without the rule for small files, which all of these are; it has a test of its own. */
function check(files) {
  const problems = checkSources(Object.entries(files).map(([path, text]) => readSource(path, text)));
  return problems.filter(({ rule }) => rule !== "crumb");
}

const rulesOf = (problems) => problems.map((problem) => problem.rule);

test("a tree that keeps to the table has no problems", () => {
  const problems = check({
    "server/tickets/routes/chat/router.ts":
      'import { startTurn } from "../../turns/turn.ts";\nexport const router = startTurn;',
    "server/tickets/turns/turn.ts":
      'import { insertMessage } from "../store/messages.ts";\nexport const startTurn = insertMessage;',
    "server/tickets/store/messages.ts": 'import pg from "pg";\nexport const insertMessage = pg.Pool;',
  });
  expect(problems).toEqual([]);
});

test("a forbidden arrow between layers is reported with its place", () => {
  const problems = check({
    "server/tickets/routes/chat/router.ts": '\nimport { insertMessage } from "../../store/messages.ts";',
  });
  expect(problems).toEqual([
    {
      path: "server/tickets/routes/chat/router.ts",
      line: 2,
      rule: "layer",
      message: "server/tickets/routes may not import server/tickets/store/messages.ts",
    },
  ]);
});

test("re-exports and lazy imports cross borders too", () => {
  expect(rulesOf(check({ "server/http/a.ts": 'export { x } from "../tickets/store/x.ts";' }))).toEqual(["layer"]);
  expect(rulesOf(check({ "server/http/a.ts": 'export const x = () => import("../tickets/store/x.ts");' }))).toEqual([
    "layer",
  ]);
});

test("a package the layer may not use is reported", () => {
  expect(rulesOf(check({ "server/http/a.ts": 'import pg from "pg";' }))).toEqual(["layer"]);
  expect(rulesOf(check({ "server/assistant/a.ts": 'import express from "express";' }))).toEqual(["layer"]);
  expect(rulesOf(check({ "server/assistant/a.ts": 'import { StateGraph } from "@langchain/langgraph/web";' }))).toEqual(
    [],
  );
  expect(rulesOf(check({ "protocol/a.ts": 'import { join } from "node:path";' }))).toEqual(["layer"]);
  expect(rulesOf(check({ "widget/src/a.ts": 'import { x } from "../../server/x.ts";' }))).toEqual(["layer"]);
});

test("a domain may use the use cases that the table names, any store, and no routes", () => {
  const of = (path) => rulesOf(check({ "server/tickets/a.ts": `import { x } from "../${path}";` }));
  expect(of("assistant/graph.ts")).toEqual([]);
  expect(of("channels/store/webhooks.ts")).toEqual([]);
  expect(of("core/errors.ts")).toEqual([]);
  expect(of("channels/webhooks/post.ts")).toEqual(["layer"]);
  expect(of("assistant/routes/search.ts")).toEqual(["layer"]);
  expect(of("tickets/routes/notes.ts")).toEqual(["layer"]);
});

test("the domains do not go in circles, and the architecture shows their table", () => {
  const page = readFileSync(new URL("../../docs/ARCHITECTURE.md", import.meta.url), "utf8");
  for (const [name, uses] of Object.entries(domains)) {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row?.split("|").at(-2)?.trim(), name).toBe(uses.join(", ") || "none");
  }
  expect(circles(domains)).toEqual([]);
});

/** Domains that depend on themselves, directly or indirectly. */
function circles(table) {
  const reach = (name, seen = new Set()) => {
    for (const other of table[name]) if (!seen.has(other)) reach(other, seen.add(other));
    return seen;
  };
  return Object.keys(table).filter((name) => reach(name).has(name));
}

test("types may cross where only values may not", () => {
  expect(rulesOf(check({ "server/http/a.ts": 'import type { AppContext } from "../wiring/context.ts";' }))).toEqual([]);
  expect(rulesOf(check({ "server/http/a.ts": 'import { createContext } from "../wiring/context.ts";' }))).toEqual([
    "layer",
  ]);
});

test("a folder that is is missing from the table is reported", () => {
  expect(rulesOf(check({ "server/utils/a.ts": "export const a = 1;" }))).toEqual(["layer"]);
});

test("tests may import across borders", () => {
  expect(
    check({
      "server/http/a.test.ts": 'import { x } from "../store/x.ts";',
      "server/test/a.ts": 'import { x } from "../store/x.ts";',
    }),
  ).toEqual([]);
});

test("a circle of imports is reported once with its way", () => {
  const problems = check({
    "server/tickets/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;',
    "server/tickets/b.ts": 'import { c } from "./c.ts";\nexport const b = () => c;',
    "server/tickets/c.ts": 'import { a } from "./a.ts";\nexport const c = () => a;',
  });
  expect(problems).toHaveLength(1);
  expect(problems[0].rule).toBe("cycle");
  expect(problems[0].message).toBe(
    "server/tickets/a.ts -> server/tickets/b.ts -> server/tickets/c.ts -> server/tickets/a.ts",
  );
});

test("a circle through a type import is none", () => {
  const problems = check({
    "server/tickets/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;',
    "server/tickets/b.ts": 'import type { a } from "./a.ts";\nexport const b = (x: typeof a) => x;',
  });
  expect(problems).toEqual([]);
});

test("a file is over-long from its 251st line on, unless it is a test or says why", () => {
  const long = "export const a = 1;\n".repeat(251);
  expect(rulesOf(check({ "server/tickets/a.ts": "export const a = 1;\n".repeat(250) }))).toEqual([]);
  expect(rulesOf(check({ "server/tickets/a.ts": long }))).toEqual(["file-length"]);
  expect(rulesOf(check({ "server/tickets/a.test.ts": long }))).toEqual([]);
  expect(
    rulesOf(check({ "server/tickets/a.ts": `// check-ignore file-length: one table that reads best whole\n${long}` })),
  ).toEqual([]);
});

test("a function is over-long from its 51st line on", () => {
  const body = (lines) => `export function f() {\n${"  g();\n".repeat(lines - 2)}}\n`;
  expect(rulesOf(check({ "server/tickets/a.ts": body(50) }))).toEqual([]);
  expect(rulesOf(check({ "server/tickets/a.ts": body(51) }))).toEqual(["function-length"]);
  expect(
    rulesOf(check({ "server/tickets/a.ts": `// check-ignore function-length: a list of routes\n${body(51)}` })),
  ).toEqual([]);
});

test("a function declared inside another counts as one line of it", () => {
  const inner = `  function g() {\n${"    h();\n".repeat(30)}  }\n`;
  const factory = `export function f() {\n${inner}${inner.replace("g", "i")}  return { g, i };\n}\n`;
  expect(rulesOf(check({ "server/tickets/a.ts": factory }))).toEqual([]);
  const callback = `export function f() {\n  each(() => {\n${"    h();\n".repeat(50)}  });\n}\n`;
  expect(rulesOf(check({ "server/tickets/a.ts": callback }))).toEqual(["function-length", "function-length"]);
});

test("a fourth parameter is reported", () => {
  expect(rulesOf(check({ "server/tickets/a.ts": "export const f = (a: A, b: B, c: C) => a;" }))).toEqual([]);
  expect(rulesOf(check({ "server/tickets/a.ts": "export const f = (a: A, b: B, c: C, d: D) => a;" }))).toEqual([
    "parameters",
  ]);
  expect(rulesOf(check({ "server/http/a.ts": "export const f = (error: E, a: A, b: B, next: N) => a;" }))).toEqual([]);
});

test("the environment is read in one file", () => {
  expect(rulesOf(check({ "server/tickets/a.ts": "export const a = process.env.PORT;" }))).toEqual(["environment"]);
  expect(rulesOf(check({ "server/core/config/config.ts": "export const a = process.env.PORT;" }))).toEqual([]);
});

test("a suppression without a reason is reported", () => {
  const first = (comment) => rulesOf(check({ "server/tickets/a.ts": `${comment}\nexport const a = 1;` }));
  expect(first("// @ts-expect-error")).toEqual(["suppression"]);
  expect(first("// @ts-ignore: the types of this package are wrong")).toEqual(["suppression"]);
  expect(first("// biome-ignore lint/suspicious/noExplicitAny: <explanation>")).toEqual(["suppression"]);
  expect(first("// biome-ignore lint/suspicious/noExplicitAny: the package declares it so")).toEqual([]);
  expect(first("// @ts-expect-error: the types of this package are wrong")).toEqual([]);
});

test("an address is read by the one function that does it right", () => {
  const files = (code) => ({ "server/accounts/a.ts": code });
  expect(rulesOf(check(files("export const a = (x) => URL.canParse(x);")))).toEqual(["url"]);
  expect(rulesOf(check(files("export const a = (x) => new URL(x);")))).toEqual(["url"]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is checked here
  expect(rulesOf(check({ "scripts/a.ts": "export const a = (x) => new URL(`http://${x}`);" }))).toEqual(["url"]);
  expect(check(files('export const a = new URL("./a.txt", import.meta.url);'))).toEqual([]);
  expect(check(files('export const a = (x) => new URL("/robots.txt", x);'))).toEqual([]);
  expect(check({ "server/test/a.ts": "export const a = (x) => new URL(x);" })).toEqual([]);
});
