import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const widgetRoot = resolve(import.meta.dirname, "..");
const viteCommand = resolve(widgetRoot, "../node_modules/vite/bin/vite.js");
const run = promisify(execFile);
/** A build that takes longer is ended, ms. */
const buildLimitMs = 100_000;
const cacheFolder = resolve(widgetRoot, "../.cache/widget-tests");

/** Folder with the widget built from the present sources. Built once for all test files, whichever comes first. */
export async function builtWidget(): Promise<string> {
  const folder = join(cacheFolder, hashOfSources());
  if (existsSync(folder)) return folder;
  mkdirSync(cacheFolder, { recursive: true });
  const workplace = mkdtempSync(join(cacheFolder, "build-"));
  // In a process of its own, because under test the libraries' development versions would be taken.
  await run(
    process.execPath,
    [viteCommand, "build", "--config", join(widgetRoot, "vite.config.ts"), "--outDir", workplace],
    {
      env: { ...process.env, NODE_ENV: "production" },
      timeout: buildLimitMs,
    },
  );
  try {
    renameSync(workplace, folder);
  } catch (error) {
    // Another test file was faster.
    rmSync(workplace, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function hashOfSources(): string {
  const hash = createHash("sha256").update(readFileSync(join(widgetRoot, "vite.config.ts")));
  for (const folder of [join(widgetRoot, "src"), resolve(widgetRoot, "../screens")]) {
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
      hash.update(file).update(readFileSync(join(folder, file)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
