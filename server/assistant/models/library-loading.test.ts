import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Files whose import loads the client library. */
const library = /from "@langchain\/openai"/;
const loaders = /(?:^|\n)(?:import|export)(?! type)[^;]*from "[^"]*library-embedder\.ts"/;

it("an installation without an embedding server never loads the client library: it stands behind dynamic imports alone", () => {
  const server = join(import.meta.dirname, "../..");
  const sources = readdirSync(server, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.test)\.ts$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(server, path), "utf8") }));
  expect(
    sources
      .filter(({ text }) => library.test(text))
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(["assistant/models/embeddings/library-embedder.ts"]);
  expect(sources.filter(({ text }) => loaders.test(text)).map(({ path }) => path)).toEqual([]);
});
