import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { walk } from "./package/walk.mjs";
import { ensureBuilt } from "./setup/ensure-built.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { inProject } from "./setup/paths.mjs";
import { requireNode } from "./setup/require-node.mjs";
import { run } from "./setup/run.mjs";

/**
 * `npm run test:nodes [version ...]`: starts this build on each supported Node.js, asks a question, has an agent answer, and stops it. The
 * Node.js programs come from the packages behind the npm package `node`, and are stored in `.cache`.
 */
const versions =
  process.argv.slice(2).length > 0 ? process.argv.slice(2) : ["20.19.0", "20", "22.12.0", "22", "24.4.0", "24"];
const packageName = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

requireNode();
await ensureInstalled();
if (!(await ensureBuilt())) process.exit(1);

let failed = 0;
for (const version of versions) {
  try {
    const node = await nodeOf(version);
    const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
    const { readyMs, firstMs } = await walk({
      command: node,
      args: [inProject("dist/scripts/serve.js")],
      cwd: inProject(),
    });
    console.log(`passed  Node.js ${stdout.trim()}: ready after ${readyMs} ms, first answer ${firstMs} ms`);
  } catch (error) {
    failed += 1;
    console.log(`failed  Node.js ${version}: ${error.message}`);
  }
}
console.log(`${versions.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** The program of a Node.js version, downloaded once. */
async function nodeOf(version) {
  const folder = inProject(".cache/nodes", version);
  const program = join(folder, "node_modules", packageName, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const wanted = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `${packageName}@${version}`];
  if ((await run("npm", wanted)) !== 0 || !existsSync(program))
    throw new Error(`could not install ${packageName}@${version}`);
  return program;
}
