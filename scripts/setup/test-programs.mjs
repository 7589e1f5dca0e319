import { existsSync } from "node:fs";
import { findProgram } from "./programs.mjs";
import { run } from "./run.mjs";

/** Programs that tests start besides Node.js. `otherwise`: the consequence when an optional program is missing. */
const needed = [
  { program: "chromium", debian: "chromium", title: "Chromium" },
  {
    program: "chromium-headless-shell",
    debian: "chromium-headless-shell",
    title: "Chromium's headless shell",
    otherwise: "page tests use full Chromium and take longer.",
  },
  { program: "redis-server", debian: "redis-server", title: "Redis (redis-server)" },
  {
    program: "postgres",
    debian: "postgresql",
    title: "PostgreSQL 15 or newer",
    otherwise: "tests that need it are skipped.",
  },
  {
    program: "pgbouncer",
    debian: "pgbouncer",
    title: "PgBouncer",
    otherwise: "tests with a connection pooler are skipped.",
  },
];

/** Finds the programs the tests need, or installs them as root on Debian. Ends the process with what to install otherwise. */
export async function ensureTestPrograms() {
  let missing = listMissing();
  if (missing.length === 0) return;
  if (canInstall()) {
    await installFromDebian(missing.map((entry) => entry.debian));
    missing = listMissing();
  }
  for (const { title, otherwise } of missing)
    console.error(`${title} is not installed${otherwise ? `: ${otherwise}` : "."}`);
  const required = missing.filter((entry) => !entry.otherwise);
  if (required.length === 0) return;
  const names = required.map((entry) => entry.debian).join(" ");
  console.error(
    `The tests need these programs. On Debian or Ubuntu, run: sudo apt-get install ${names}. On macOS, run: brew install --cask chromium; brew install redis`,
  );
  process.exit(1);
}

function listMissing() {
  return needed.filter((entry) => !findProgram(entry.program));
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

async function installFromDebian(packages) {
  console.error(`Installing ${packages.join(", ")} for the tests...`);
  // Runlevel 1: the packages' own services are not started, the tests start theirs.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const updated = await run("apt-get", ["update", "-qq"], { env });
  if (updated !== 0) console.error("apt-get update failed; trying with the existing package lists.");
  // One at a time, so that one package that cannot be had does not keep the others away.
  for (const name of packages) {
    const code = await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { env });
    if (code !== 0) console.error(`apt-get could not install ${name}.`);
  }
}
