import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../server/core/project-root.ts";

const named = /\b(?:dist\/)?lab\/[\w/-]+\.(?:js|mjs|ts)\b/g;
const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const sourceOf = (path: string) => path.replace(/^dist\/(.*)\.js$/, "$1.ts");
const figures = readdirSync(join(projectRoot, "docs/benchmarks"))
  .map((page) => read(`docs/benchmarks/${page}`))
  .join("\n");
const commands = [...figures.matchAll(named)].map(([path]) => sourceOf(path));

it("every program that a figure names is there", () => {
  expect(commands.length).toBeGreaterThan(30);
  expect(commands.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
});

it("every program that says how it is run has its figures", () => {
  const files = readdirSync(join(projectRoot, "lab"), { recursive: true, encoding: "utf8" });
  const programs = files
    .map((file) => `lab/${file}`)
    .filter((path) => /\.(?:ts|mjs)$/.test(path) && !path.includes(".test."))
    .filter((path) => [...read(path).matchAll(named)].some(([other]) => sourceOf(other) === path));
  expect(programs.length).toBeGreaterThan(30);
  expect(programs.filter((path) => !commands.includes(path))).toEqual([]);
});
