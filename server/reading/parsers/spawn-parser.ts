import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { projectRoot } from "../../project-root.ts";
import type { ParserLimits } from "./parser-limits.ts";

/** True under the test runner, where the parser's process has to read TypeScript. */
const isSource = import.meta.url.endsWith(".ts");
const child = (name: string) => fileURLToPath(new URL(`./child/${name}`, import.meta.url));

/**
 * Starts a process that parses files: no environment, nothing to write to, nothing to read but the program itself, no
 * network and no children of its own.
 */
export function spawnParser(limits: Pick<ParserLimits, "heapMb" | "rssBytes">): ChildProcessWithoutNullStreams {
  const args = [...parserFlags(limits), child("entry.mjs"), String(process.pid), String(limits.rssBytes)];
  return spawn(process.execPath, args, { cwd: tmpdir(), env: {}, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
}

/** Flags of Node.js that take rights away. */
export function parserFlags({ heapMb }: Pick<ParserLimits, "heapMb">): string[] {
  return [
    `--max-old-space-size=${heapMb}`,
    "--disallow-code-generation-from-strings",
    "--expose-gc",
    "--no-warnings",
    ...permissionFlags(),
    ...(isSource ? typescriptFlags() : []),
    `--import=${pathToFileURL(child("block-network.mjs")).href}`,
  ];
}

/** Threads are needed for the watchdog and for reading scans, add-ons for drawing pages. */
function permissionFlags(): string[] {
  const isStable = process.allowedNodeEnvironmentFlags.has("--permission");
  return [
    isStable ? "--permission" : "--experimental-permission",
    "--allow-worker",
    "--allow-addons",
    ...readableFolders().map((path) => `--allow-fs-read=${path}`),
  ];
}

/** The program and its packages, and not what lies beside them: the data folder may be in the project. */
function readableFolders(): string[] {
  const own = fileURLToPath(new URL("../../", import.meta.url));
  const packages = createRequire(import.meta.url).resolve.paths("any-package") ?? [];
  const folders = [own, ...packages].flatMap(withRealPath).map((path) => join(path, "*"));
  // Node.js 20 aborts when it is given the same path twice.
  return [...new Set([...folders, join(projectRoot, "package.json")])];
}

function withRealPath(path: string): string[] {
  try {
    return [path, realpathSync(path)];
  } catch {
    return []; // there is no such folder
  }
}

function typescriptFlags(): string[] {
  const loader = join(projectRoot, "scripts/setup/load-typescript.mjs");
  return [`--allow-fs-read=${join(projectRoot, "scripts/setup/*")}`, `--import=${pathToFileURL(loader).href}`];
}
