import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { inProject } from "./paths.mjs";
import { runNode } from "./run.mjs";

// The folder is below the project, because its tests import vitest. Neither git nor this run's own search looks there.
mkdirSync(inProject(".cache"), { recursive: true });
const folder = mkdtempSync(inProject(".cache/summary-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tests = `
import { expect, it } from "vitest";
it("holds", () => expect(1).toBe(1));
it("never holds", () => expect(1).toBe(2));
it("is left out", ({ skip }) => skip("no such program"));
`;

describe("the summary of a run", () => {
  it("counts and gives reasons", async () => {
    writeFileSync(join(folder, "some.test.mjs"), tests);
    writeFileSync(join(folder, "vitest.config.mjs"), "export default {};");
    const summary = join(folder, "summary.json");
    const reporter = inProject("scripts/setup/summary-reporter.mjs");
    const vitest = join(createRequire(import.meta.url).resolve("vitest/package.json"), "../vitest.mjs");
    const args = ["run", "--root", folder, `--reporter=${reporter}`];
    const env = { ...process.env, PARLEY_TEST_SUMMARY: summary };
    expect(await runNode([vitest, ...args], { env })).toBe(1);
    expect(JSON.parse(readFileSync(summary, "utf8"))).toEqual({
      passed: 1,
      failed: 1,
      files: 1,
      skipped: [{ name: "some.test.mjs: is left out", reason: "no such program" }],
    });
  });
});
