import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const project = resolve(import.meta.dirname, "../..");
const viteCommand = join(project, "node_modules/vite/bin/vite.js");
const run = promisify(execFile);
/** Timeout of a build, in ms. */
const buildLimitMs = 100_000;

/**
 * Folder with a screen built from the current sources, with its release configuration. Built once for all test files and runs.
 * @param config path of its `vite.config.ts` in the project.
 */
export async function builtOnce(config: string): Promise<string> {
  const room = dirname(config);
  const cache = join(project, ".cache", `${basename(room)}-tests`);
  const folder = join(cache, hashOf([room, "ui", "protocol"]));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const workplace = mkdtempSync(join(cache, "build-"));
  // A separate process, because a test process would use the development versions of the libraries.
  const args = ["build", "--config", join(project, config), "--outDir", workplace, "--logLevel", "error"];
  await run(process.execPath, [viteCommand, ...args], {
    env: { ...process.env, NODE_ENV: "production" },
    timeout: buildLimitMs,
  });
  try {
    renameSync(workplace, folder);
  } catch (error) {
    // Another test file finished first.
    rmSync(workplace, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Hash over the names and contents of all files that a build may read, and over the locked dependencies. */
function hashOf(rooms: string[]): string {
  const hash = createHash("sha256").update(readFileSync(join(project, "package-lock.json")));
  for (const room of rooms) {
    for (const file of readdirSync(join(project, room), { recursive: true, encoding: "utf8" }).sort()) {
      if (!/\.(?:tsx?|json|css|html|svg)$/.test(file) || /\.test\.tsx?$|^test\//.test(file)) continue;
      hash.update(file).update(readFileSync(join(project, room, file)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
