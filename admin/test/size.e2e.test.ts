import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { builtOnce } from "../../ui/test/built-once.ts";

/** Maximum size of the scripts before the ticket list is shown, in gzipped bytes. */
const limit = 60_000;

it("the first screen needs at most 60 kB of script; the thread, the editor and charts come in scripts of their own", async () => {
  const folder = await builtOnce("admin/vite.config.ts");
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const files = new Map<string, string>();
  const visit = (name: string) => {
    if (files.has(name)) return;
    const code = readFileSync(join(folder, "assets", name), "utf8");
    files.set(name, code);
    for (const [, imported] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) visit(imported ?? "");
  };
  for (const [, name] of page.matchAll(/assets\/([\w.-]+\.js)"/g)) visit(name ?? "");
  const bytes = [...files.values()].reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0);
  expect(files.size).toBeGreaterThan(1);
  expect(bytes).toBeLessThanOrEqual(limit);
  const first = [...files.values()].join("");
  // Texts of the composer and of charts.
  expect(first).not.toContain("for canned replies");
  expect(first).not.toContain("u-legend");
});
