import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./setup/ensure-built.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { requireNode } from "./setup/require-node.mjs";
import { runNode } from "./setup/run.mjs";
import { newSeed } from "./setup/test-chance.mjs";
import { ensureTestPrograms } from "./setup/test-programs.mjs";

/** `npm test -- server/core/live -t cursor` runs only the tests that vitest's arguments select, without the checks. */
const vitestArguments = process.argv.slice(2);
/** The seed of all random numbers in this run. */
const seed = process.env.PARLEY_TEST_SEED || newSeed();

requireNode();
await ensureInstalled();
await ensureTestPrograms();

const failedChecks = [];
if (vitestArguments.length === 0) {
  // Each of these keeps one core busy for most of its time.
  await runChecks(["build", "typecheck", "lint"]);
} else if (!(await ensureBuilt())) {
  failedChecks.push("build");
}
console.error("\n== tests");
const tests = await runTests();

for (const { name, reason } of tests.skipped) console.log(`skipped ${name}: ${reason ?? "no reason given"}`);
for (const text of tests.leftOut) console.log(`left out: ${text}`);
console.log(`seed ${seed}: PARLEY_TEST_SEED=${seed} draws the same again`);
for (const check of failedChecks) console.log(`failed check: ${check}`);
const failed = tests.failed + failedChecks.length;
console.log(`${tests.passed} passed, ${failed} failed, ${tests.skipped.length} skipped`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs checks side by side and notes those that fail. */
async function runChecks(checks) {
  console.error(`\n== ${checks.join(" and ")}`);
  const run = async (check) => {
    if ((await runNode([`scripts/${check}.mjs`])) !== 0) failedChecks.push(check);
  };
  await Promise.all(checks.map(run));
}

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), "parley-tests-"));
  const summaryFile = join(folder, "summary.json");
  const reporters = ["--reporter=default", "--reporter=./scripts/setup/summary-reporter.mjs"];
  const notesFile = join(folder, "notes");
  const env = {
    ...process.env,
    PARLEY_TEST_SUMMARY: summaryFile,
    PARLEY_TEST_NOTES: notesFile,
    PARLEY_TEST_SEED: String(seed),
  };
  const code = await runNode(["node_modules/vitest/vitest.mjs", "run", ...reporters, ...vitestArguments], {
    env,
  });
  const summary = { ...readSummary(summaryFile), leftOut: readLeftOut(notesFile) };
  rmSync(folder, { recursive: true, force: true });
  // No tests found, or vitest itself broke: never a green run.
  if (code !== 0 && summary.failed === 0) summary.failed = 1;
  return summary;
}

function readSummary(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    console.error("Vitest ended without a summary.");
    return { passed: 0, failed: 1, skipped: [] };
  }
}

/** Notes of tests about left-out cases, without duplicates. */
function readLeftOut(file) {
  if (!existsSync(file)) return [];
  const notes = readFileSync(file, "utf8").trim().split("\n").map(JSON.parse);
  return [...new Set(notes.flatMap(({ kind, text }) => (kind === "left out" ? [text] : [])))].sort();
}
