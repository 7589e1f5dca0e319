import { expect, test } from "vitest";
import { findCrumbs } from "./crumb-rule.mjs";
import { readSource } from "./read-source.mjs";

const crumb = "/** One of two. */\n\nexport const two = 2;\n";
const user = 'import { two } from "./two.ts";\nexport const four = two + two;\n';
const long = (lines) => "export const x = 1;\n".repeat(lines);

const crumbsOf = (files) =>
  findCrumbs(Object.entries(files).map(([path, text]) => readSource(path, text))).map(({ path }) => path);

test("a few lines that one neighbour imports belong into that neighbour", () => {
  const files = { "server/core/two.ts": crumb, "server/core/four.ts": user };
  const sources = Object.entries(files).map(([path, text]) => readSource(path, text));
  expect(findCrumbs(sources)).toEqual([
    {
      path: "server/core/two.ts",
      line: 1,
      rule: "crumb",
      message: "1 lines that only server/core/four.ts imports; move them into that file",
    },
  ]);
});

test.each([
  ["a second importer", { "server/core/four.ts": user, "server/core/six.ts": user }],
  ["a test", { "server/core/four.ts": user, "server/core/two.test.ts": user }],
  ["an importer in another folder", { "server/http/four.ts": user.replace("./", "../core/") }],
  ["an importer that loads it later", { "server/core/four.ts": 'export const four = () => import("./two.ts");' }],
  ["an importer that only runs it", { "server/core/four.ts": 'import "./two.ts";' }],
  ["an importer that would become too long", { "server/core/four.ts": user + long(236) }],
  ["no importer at all", {}],
])("a file with %s is left alone", (_, others) => {
  expect(crumbsOf({ "server/core/two.ts": crumb, ...others })).toEqual([]);
});

test("longer files, styles, routes, wiring and excused files are left alone", () => {
  const beside = (name, text) => {
    const folder = name.slice(0, name.lastIndexOf("/"));
    const file = name.slice(name.lastIndexOf("/") + 1);
    return crumbsOf({ [name]: text, [`${folder}/user.ts`]: `import { two } from "./${file}";` });
  };
  expect(beside("server/core/two.ts", long(25))).toEqual(["server/core/two.ts"]);
  expect(beside("server/core/two.ts", long(26))).toEqual([]);
  expect(beside("server/core/two.ts", `// check-ignore crumb: started by its address\n${crumb}`)).toEqual([]);
  expect(beside("widget/src/menu/menu.styles.ts", crumb)).toEqual([]);
  expect(beside("server/tickets/routes/two.ts", crumb)).toEqual([]);
  expect(beside("server/wiring/two.ts", crumb)).toEqual([]);
});
