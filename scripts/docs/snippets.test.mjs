import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { blocksOf, readPages } from "../../server/test/support/documented.ts";
import { inProject } from "../setup/paths.mjs";

const pages = readPages();
const snippets = pages.flatMap((page) => [
  ...blocksOf(page, ["js", "ts", "jsx", "tsx"]).map(({ at, code }) => ({ at, code })),
  ...blocksOf(page, ["html"]).flatMap(({ at, code }) =>
    [...code.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => ({ at, code: script })),
  ),
]);
/** Calls that a page may make, according to the package's types. */
const { Parley: calls, ParleyEvents: events } = interfacesOf("widget/package/index.ts");

describe("a snippet of the documentation", () => {
  it.each(snippets.map((snippet) => [snippet.at, snippet]))(
    "at %s can be read by a browser or a compiler",
    (_, { code }) => {
      expect(parseSync("snippet.tsx", code).errors.map(({ message }) => message)).toEqual([]);
    },
  );

  it("calls what the widget has, in blocks and in sentences", () => {
    const wrong = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\bParley\(["']([\w-]+)["'](?:, ["']([\w-]+)["'])?/g)]
        .filter(([, name, event]) => !isCall(name) || (/^(?:on|off)$/.test(name) && event && !events.includes(event)))
        .map(([call]) => `${path}: ${call}`),
    );
    expect(wrong).toEqual([]);
    // The package's type leaves out the calls that only the global function has.
    expect(isCall("off")).toBe(true);
    expect(isCall("opne")).toBe(false);
  });

  it("that uses the package calls what it gives", () => {
    const used = snippets.flatMap(({ at, code }) =>
      [...code.matchAll(/\bparley\??\.(\w+)\(/g)].map(([, name]) => ({ at, name })),
    );
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter(({ name }) => !calls.includes(name))).toEqual([]);
  });
});

function isCall(name) {
  return name === "off" || calls.includes(name);
}

/** Names of the members of each exported interface of a file. */
function interfacesOf(path) {
  const { program } = parseSync(path, readFileSync(inProject(path), "utf8"));
  const found = program.body
    .map(({ declaration }) => declaration)
    .filter((node) => node?.type === "TSInterfaceDeclaration");
  return Object.fromEntries(found.map(({ id, body }) => [id.name, body.body.map(({ key }) => key.name)]));
}
