import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tagProblem } from "../src/tag/tag-problem.ts";

it("adds its tag late without a line in the console about delayed scripts", async () => {
  const attributes = new Map<string, string>();
  const dataset: Record<string, string> = {};
  const tag = { src: "", dataset, setAttribute: (name: string, value: string) => attributes.set(name, value) };
  const added = new Promise((append) => {
    const control = { addEventListener() {} };
    const page = { ...control, querySelector: () => control, createElement: () => tag, body: { append } };
    const fetch = async () => ({ ok: true, json: async () => ({ tenant_id: "t" }) });
    const code = readFileSync(new URL("./demo.js", import.meta.url), "utf8");
    new Function("window", "document", "fetch", "location", code)({}, page, fetch, { origin: "https://desk.example" });
  });
  await added;
  const names = [...attributes.keys(), ...Object.keys(dataset).map((name) => `data-${name}`)];
  expect(tagProblem([{ src: tag.src, type: "", tenant: dataset["tenant"], names }], "t")).toBeUndefined();
});
