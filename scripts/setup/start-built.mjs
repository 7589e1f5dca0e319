import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./install.mjs";
import { inProject } from "./paths.mjs";
import { requireNode } from "./require-node.mjs";

/**
 * Installs and builds missing parts, then runs a compiled script inside this process, so that signals, arguments and the exit code are the
 * script's own.
 */
export async function startBuilt(script) {
  requireNode();
  await ensureInstalled();
  if (!(await ensureBuilt())) process.exit(1);
  const path = inProject("dist", script);
  if (!existsSync(path)) {
    console.error(`This copy of Parley has no ${script.replace(/\.js$/, ".ts")}.`);
    process.exit(1);
  }
  process.argv[1] = path;
  await import(pathToFileURL(path).href);
}
