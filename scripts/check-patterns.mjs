import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { buildsPatterns, isChecked, remarksOn, writtenPatterns } from "./check/patterns/collect.mjs";
import { judge, keyOf, problemOf } from "./check/patterns/judge.mjs";
import { readSources } from "./check/read-source.mjs";
import { inProject, projectRoot } from "./setup/paths.mjs";

/** Verdicts are kept: the analyser takes seconds for many a pattern. `--write` brings the file up to date, `--fresh` asks anew for all. */
const keptFile = inProject("scripts/check/patterns/verdicts.json");
const cacheFile = inProject(".cache/patterns.json");
/** The analyser works in threads of its own; this many are asked at once. */
const asked = 3;

const [writes, isFresh] = ["--write", "--fresh"].map((option) => process.argv.includes(option));
const sources = new Map(
  readSources(projectRoot)
    .filter(isChecked)
    .map((source) => [source.path, source]),
);
const patterns = [...[...sources.keys()].flatMap((path) => writtenPatterns(path)), ...(await builtPatterns())];
const known = isFresh ? {} : { ...readJson(cacheFile), ...readJson(keptFile) };
const used = new Map(patterns.map((pattern) => [keyOf(pattern), pattern]));
const open = [...used].filter(([key]) => known[key] === undefined);
await Promise.all(
  Array.from({ length: asked }, async () => {
    for (let next = open.pop(); next; next = open.pop()) {
      known[next[0]] = await judge(next[1]);
      if (open.length % 20 === 0) keepInCache();
    }
  }),
);
keepInCache();
if (writes) {
  const kept = [...used.keys()].sort().map((key) => `${JSON.stringify(key)}: ${JSON.stringify(known[key])}`);
  writeFileSync(keptFile, `{\n${kept.map((line) => `  ${line}`).join(",\n")}\n}\n`);
}

const problems = patterns.flatMap((pattern) => {
  const { path, line, source, flags } = pattern;
  const comments = sources.get(path)?.comments ?? [];
  const problem = problemOf(pattern, known[keyOf(pattern)], remarksOn(pattern, comments));
  return problem ? [`${path}:${line ?? "(built)"} pattern: ${problem}\n    /${source.slice(0, 200)}/${flags}`] : [];
});
for (const problem of problems) console.error(problem);
console.error(`Patterns: ${problems.length} problem(s) in ${patterns.length} patterns.`);
process.exit(problems.length > 0 ? 1 : 0);

/** Patterns that are built when the modules are loaded, or when they are first used. */
async function builtPatterns() {
  const paths = [...sources.keys()].filter(
    (path) => /^(?:server|protocol|screens)\//.test(path) && buildsPatterns(path),
  );
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "./scripts/setup/load-typescript.mjs", "scripts/check/patterns/record.mjs", ...paths],
    { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout).filter(({ path }) => sources.has(path));
}

/** Now and then, so that a run that is broken off has not been for nothing. */
function keepInCache() {
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
