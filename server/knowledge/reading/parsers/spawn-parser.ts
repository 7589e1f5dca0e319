import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { projectRoot } from "../../../core/project-root.ts";
import type { ParserLimits } from "./parser-limits.ts";

/** True under the test runner, which makes the parser's process run TypeScript. */
const isSource = import.meta.url.endsWith(".ts");
const child = (name: string) => fileURLToPath(new URL(`../child/${name}`, import.meta.url));

/**
 * Starts a process that parses files. It has no environment variables, network or child processes. It writes nothing and reads only the
 * program itself.
 */
export function spawnParser(limits: Pick<ParserLimits, "heapMb" | "rssBytes">): ChildProcessWithoutNullStreams {
  const args = [...parserFlags(limits), child("entry.mjs"), String(process.pid), String(limits.rssBytes)];
  return spawn(process.execPath, args, { cwd: tmpdir(), env: {}, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
}

/** Node.js flags that remove permissions. */
export function parserFlags({ heapMb }: Pick<ParserLimits, "heapMb">): string[] {
  return [
    `--max-old-space-size=${heapMb}`,
    "--expose-gc",
    "--no-warnings",
    ...permissionFlags(),
    ...codeFlags(process.versions.cjs_module_lexer),
    ...(isSource ? typescriptFlags() : []),
    `--import=${pathToFileURL(child("block-network.mjs")).href}`,
  ];
}

/**
 * Prevents parsers from compiling text to code. Before version 2.2.0, the lexer with which Node.js finds the exports of a CommonJS module
 * reads names with `eval`. With the flag it misses them ("Named export 'AttributeAction' not found"; seen with Node.js 20.19.6, 22.20.0 and
 * 24.4.0), and no parser starts. With such a version the functions are replaced instead.
 * @param lexer version of that lexer in this Node.js; undefined when it has a different lexer
 */
export function codeFlags(lexer: string | undefined): string[] {
  const [major = 0, minor = 0] = (lexer ?? "").split(".").map(Number);
  const isSound = lexer === undefined || major > 2 || (major === 2 && minor >= 2);
  return isSound
    ? ["--disallow-code-generation-from-strings"]
    : [`--import=${pathToFileURL(child("block-code.mjs")).href}`];
}

/** The watchdog and OCR need threads; drawing pages needs add-ons. */
function permissionFlags(): string[] {
  const isStable = process.allowedNodeEnvironmentFlags.has("--permission");
  return [
    isStable ? "--permission" : "--experimental-permission",
    "--allow-worker",
    "--allow-addons",
    ...readableFolders().map((path) => `--allow-fs-read=${path}`),
  ];
}

/** The program and its packages, but not the folders beside them, because the data folder may be in the project. */
function readableFolders(): string[] {
  const own = fileURLToPath(new URL("../../../", import.meta.url));
  const packages = createRequire(import.meta.url).resolve.paths("any-package") ?? [];
  const folders = [own, ...packages].flatMap(withRealPath).map((path) => join(path, "*"));
  // Node.js 20 aborts when it receives the same path twice.
  return [...new Set([...folders, ...lookedFor(own)])];
}

/**
 * Folders, up to the project's, in which Node.js searches packages and their `package.json`. The first versions of each release line check
 * permissions for them.
 */
function lookedFor(own: string): string[] {
  const above = relative(projectRoot, own).split(sep).filter(Boolean);
  const folders = above.map((_, depth) => join(projectRoot, ...above.slice(0, depth)));
  return folders.flatMap((folder) => [join(folder, "package.json"), join(folder, "node_modules", "*")]);
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
