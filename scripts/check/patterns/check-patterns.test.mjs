import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inProject, projectRoot } from "../../setup/paths.mjs";

const folder = `.cache/pattern-test-${process.pid}`;

beforeAll(() => mkdirSync(inProject(folder), { recursive: true }));
afterAll(() => rmSync(inProject(folder), { recursive: true, force: true }));

/** Runs the check on one file with this text. */
function check(name, text) {
  writeFileSync(inProject(`${folder}/${name}`), text);
  const { status, stderr } = spawnSync(process.execPath, ["scripts/check-patterns.mjs", `${folder}/${name}`], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  return { status, stderr };
}

test("a slow pattern fails the check, written out or built", { timeout: 60_000 }, () => {
  const { status, stderr } = check(
    "bad.mjs",
    [
      "export const literal = /„[^“]*“/u;",
      'const word = "[a-z]+";',
      "export const built = new RegExp(`(?:$" + "{word}\\\\.)+@`);",
      "export const perCall = (word) => new RegExp(word);",
    ].join("\n"),
  );
  expect(status).toBe(1);
  expect(stderr).toContain(`${folder}/bad.mjs:1 pattern is not linear`);
  expect(stderr).toContain(`${folder}/bad.mjs:3 pattern is not linear`);
  expect(stderr).toContain(`${folder}/bad.mjs:4 builds a pattern that has not been checked`);
});

test("a linear pattern, one with a short input and one with an example pass", { timeout: 60_000 }, () => {
  const { status, stderr } = check(
    "good.mjs",
    [
      "export const linear = /^[a-z]+$/;",
      "// pattern-bound 300: the caller",
      "export const bounded = /„[^“]*“/u;",
      "// pattern-example: /^word$/",
      "export const perCall = (word) => new RegExp(word);",
    ].join("\n"),
  );
  expect(stderr).toContain("Patterns: 0 problem(s)");
  expect(status).toBe(0);
});
