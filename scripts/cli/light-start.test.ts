import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, it } from "vitest";

/** Packages that take 250 ms or more to load. Commands load them when they run. Kysely, which builds all SQL, takes 100 ms. */
const heavy = /^(?:@langchain\/|@electric-sql\/|onnxruntime|better-auth$)/;
const imports = /^(?:import|export)\s(?!type\b)[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"/gm;

/** Every module that is loaded before a command runs, with the module that loads it. */
function loadedBy(start: string): Map<string, string> {
  const by = new Map([[start, ""]]);
  for (const [file] of by) {
    if (!existsSync(file)) continue;
    for (const [, from, alone] of readFileSync(file, "utf8").matchAll(imports)) {
      const name = from ?? alone ?? "";
      const place = name.startsWith(".") ? resolve(dirname(file), name) : name;
      if (!by.has(place)) by.set(place, file);
    }
  }
  return by;
}

it("the command line is understood before the server is loaded", () => {
  const loaded = loadedBy(resolve(import.meta.dirname, "../parley.ts"));
  expect(loaded.size).toBeGreaterThan(100);
  expect([...loaded].filter(([name]) => heavy.test(name))).toEqual([]);
});
