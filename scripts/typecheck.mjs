import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { ensureInstalled } from "./setup/install.mjs";
import { inProject } from "./setup/paths.mjs";
import { requireNode } from "./setup/require-node.mjs";
import { runNode } from "./setup/run.mjs";

/** Each checker reads the shared types again. Four checkers do three times the work of one, which saves time only with enough cores. */
const checkers = availableParallelism() < 4 ? ["--checkers", "1"] : [];
const projects = [
  "tsconfig.json",
  "widget/tsconfig.json",
  "widget/package/tsconfig.json",
  "admin/tsconfig.json",
  "scripts/docs/site/tsconfig.json",
];

requireNode();
await ensureInstalled();
const failed = [];
for (const project of projects.filter((path) => existsSync(inProject(path)))) {
  if ((await runNode(["node_modules/typescript/bin/tsc", "--noEmit", ...checkers, "-p", project])) !== 0)
    failed.push(project);
}
if (failed.length > 0) {
  console.error(`Type errors in ${failed.join(", ")}.`);
  process.exit(1);
}
