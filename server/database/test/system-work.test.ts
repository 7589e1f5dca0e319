import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../core/project-root.ts";
import { systemWork } from "../system-work.ts";

it("every purpose of work without a tenant is one of a call of withSystem in the product", () => {
  const server = join(projectRoot, "server");
  const calls = readdirSync(server, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/(?:^|\/)test\/|\.test\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(server, file), "utf8").matchAll(/\bwithSystem\(\s*[\w.]+,\s*"([\w-]+)"/g),
    ]);
  expect([...new Set(calls.map(([, id]) => id))].sort()).toEqual(Object.keys(systemWork).sort());
});
