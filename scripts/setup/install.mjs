import { existsSync, readFileSync } from "node:fs";
import { withSetupLock } from "./lock.mjs";
import { inProject } from "./paths.mjs";
import { runLogged } from "./run.mjs";

/** Installs the dependencies unless exactly those of package-lock.json are there already. Needs no network then. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withSetupLock(async () => {
    if (isInstalled()) return;
    const first = !existsSync(inProject("node_modules"));
    const startedAt = Date.now();
    console.error(`Installing dependencies (${first ? "first start only" : "package-lock.json changed"})...`);
    const code = await npm(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
    if (code !== 0) {
      console.error(
        "Could not install the dependencies; see npm's message above. The first start needs access to the npm registry.",
      );
      process.exit(1);
    }
    console.error(`Dependencies installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  });
}

/** True when npm's own record of node_modules, written last by `npm ci`, holds every locked package in its version. */
function isInstalled() {
  const record = inProject("node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  return recordsMatch(readJson(inProject("package-lock.json")), readJson(record));
}

function recordsMatch(locked, installed) {
  for (const [path, wanted] of Object.entries(locked.packages)) {
    if (path === "") continue;
    const found = installed.packages?.[path];
    // Optional packages are left out where they do not fit the platform.
    if (found === undefined && wanted.optional) continue;
    if (found?.version !== wanted.version || found?.integrity !== wanted.integrity) return false;
  }
  return true;
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { packages: { broken: { version: path } } }; // unreadable, so it matches nothing and npm will say why
  }
}

function npm(args) {
  // Set when npm started this process; otherwise npm is searched in PATH.
  const script = process.env.npm_execpath;
  if (script?.endsWith("npm-cli.js")) return runLogged("install", process.execPath, [script, ...args]);
  return runLogged("install", process.platform === "win32" ? "npm.cmd" : "npm", args);
}
