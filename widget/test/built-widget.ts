import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "vite";

const widgetRoot = resolve(import.meta.dirname, "..");
const cacheFolder = resolve(widgetRoot, "../.cache/widget-tests");

/** Folder with the widget built from the present sources. Built once for all test files, whichever comes first. */
export async function builtWidget(): Promise<string> {
  const folder = join(cacheFolder, hashOfSources());
  if (existsSync(folder)) return folder;
  mkdirSync(cacheFolder, { recursive: true });
  const workplace = mkdtempSync(join(cacheFolder, "build-"));
  await build({
    configFile: join(widgetRoot, "vite.config.ts"),
    logLevel: "error",
    build: { outDir: workplace, emptyOutDir: true },
  });
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
  const hash = createHash("sha256");
  const files = readdirSync(join(widgetRoot, "src"), { recursive: true, encoding: "utf8" }).sort();
  for (const file of [...files.map((name) => join("src", name)), "vite.config.ts"]) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
    hash.update(file).update(readFileSync(join(widgetRoot, file)));
  }
  return hash.digest("hex").slice(0, 16);
}
