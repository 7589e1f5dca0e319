// Checks that every regular expression of the product is linear in V8: docs/decisions/0104-patterns-are-checked-by-recheck.md.
// node scripts/check-patterns.mjs [--write | --fresh] [files]
//   --write  saves the verdicts of new patterns in scripts/check/patterns/verdicts.json
//   --fresh  checks every pattern again
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { boundOf, isChecked, readPatterns, recordPatterns } from "./check/patterns/collect.mjs";
import { judge, keyOf, repeats } from "./check/patterns/judge.mjs";
import { slownessOf } from "./check/patterns/measure.mjs";
import { listSources } from "./check/read-source.mjs";
import { inProject, projectRoot } from "./setup/paths.mjs";

const verdictsFile = inProject("scripts/check/patterns/verdicts.json");
const cacheFile = inProject(".cache/pattern-verdicts.json");
/** recheck runs in worker threads. */
const parallel = 3;

const options = process.argv.slice(2);
const named = options.filter((option) => !option.startsWith("--"));
const paths =
  named.length > 0
    ? named
    : listSources(projectRoot)
        .filter(isChecked)
        .map(({ path }) => path);
const files = new Map(paths.map((path) => [path, readPatterns(path)]));

const builds = [...files.values()].flatMap((file) => file.builds);
const runnable = builds.map(({ path }) => path).filter((path) => /^(?:server|protocol|ui|\.cache)\//.test(path));
const recorded = (await recordPatterns([...new Set(runnable)])).filter(({ path }) => files.has(path));
const patterns = [...[...files.values()].flatMap((file) => file.patterns), ...recorded];

const counts = { plain: 0, linear: 0, measured: 0, bounded: 0 };
const problems = [];
const recordedLines = new Set(recorded.map(({ callers: [{ path, line }] }) => `${path}:${line}`));
for (const { path, line } of builds) {
  if (recordedLines.has(`${path}:${line}`)) continue;
  problems.push(
    `${path}:${line} builds a pattern that has not been checked. Call it in server/test/support/exercise-patterns.ts, ` +
      "or show its form above in `// pattern-example: /.../`.",
  );
}

const known = options.includes("--fresh") ? {} : { ...readJson(cacheFile), ...readJson(verdictsFile) };
const repeating = new Map(patterns.filter(repeats).map((pattern) => [keyOf(pattern), pattern]));
const open = [...repeating].filter(([key]) => known[key] === undefined);
await Promise.all(Array.from({ length: parallel }, judgeOpen));
if (options.includes("--write")) {
  const lines = [...repeating.keys()].sort().map((key) => `  ${JSON.stringify(key)}: ${JSON.stringify(known[key])}`);
  writeFileSync(verdictsFile, `{\n${lines.join(",\n")}\n}\n`);
}

for (const pattern of patterns) {
  const verdict = repeats(pattern) ? known[keyOf(pattern)] : "plain";
  if (typeof verdict === "string") {
    counts[verdict] += 1;
    continue;
  }
  const bound = boundFor(pattern);
  const ms = slownessOf(pattern, verdict, bound);
  if (bound !== undefined && ms === undefined) {
    counts.bounded += 1;
    continue;
  }
  const attack = verdict.pumps.map(({ prefix, pump }) => `${JSON.stringify(prefix)} + ${JSON.stringify(pump)} * n`);
  const place = (pattern.callers ?? pattern.lines.map((line) => ({ path: pattern.path, line })))[0];
  problems.push(
    `${place.path}:${place.line} pattern is not linear${bound ? ` at ${bound} characters` : ""}: ${Math.round(ms ?? 0)} ms for ${attack.join(" + ")} + ${JSON.stringify(verdict.suffix)}\n    /${pattern.source.slice(0, 200)}/${pattern.flags}`,
  );
}
for (const problem of problems) console.error(problem);
console.error(
  `Patterns: ${problems.length} problem(s) in ${patterns.length} patterns: ${counts.plain} without repetition, ` +
    `${counts.linear} linear by recheck, ${counts.measured} measured, ${counts.bounded} with bounded input.`,
);
process.exit(problems.length > 0 ? 1 : 0);

async function judgeOpen() {
  for (let next = open.pop(); next; next = open.pop()) {
    known[next[0]] = await judge(next[1]);
    if (open.length % 20 === 0) saveCache();
  }
}

/** The bound next to the pattern, or next to a call that builds it. */
function boundFor({ path, lines, callers }) {
  const places = callers ?? lines.map((line) => ({ path, line }));
  const bounds = places.flatMap(({ path: file, line }) => boundOf([line], files.get(file)?.remarks ?? []) ?? []);
  return bounds[0];
}

/** Also saved during the run, so that an interrupted run need not start over. */
function saveCache() {
  mkdirSync(inProject(".cache"), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(known));
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw error;
  }
}
