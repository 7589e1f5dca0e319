// Loads the modules named on the command line and prints, as JSON, every regular expression that they build: the file
// and line of `new RegExp`, and the lines of all callers, because a table of patterns is often built by a helper.
import { pathToFileURL } from "node:url";
import { inProject, projectRoot } from "../../setup/paths.mjs";

const Native = globalThis.RegExp;
const exec = Native.prototype.exec;
const framePattern = /(?:file:\/\/)?(\/[^\s()]+\.(?:ts|tsx|mjs)):(\d+):\d+/;
const recorded = new Map();
Error.stackTraceLimit = 30;

function record(pattern) {
  const callers = new Error().stack
    .split("\n")
    .slice(3)
    .map((frame) => exec.call(framePattern, frame))
    .filter((found) => found?.[1].startsWith(projectRoot) && !found[1].includes("node_modules"))
    .map(([, file, line]) => ({ path: file.slice(projectRoot.length + 1), line: Number(line) }));
  const [first] = callers;
  if (first && !first.path.startsWith("scripts/check/")) {
    const { source, flags } = pattern;
    recorded.set(`${first.path} ${first.line} ${flags} ${source}`, { path: first.path, callers, source, flags });
  }
  return pattern;
}

globalThis.RegExp = new Proxy(Native, {
  construct: (target, args) => record(Reflect.construct(target, args)),
  apply: (target, self, args) => record(Reflect.apply(target, self, args)),
});
for (const path of process.argv.slice(2)) await import(pathToFileURL(inProject(path)).href);
const { exercisePatterns } = await import("../../../server/test/support/exercise-patterns.ts");
exercisePatterns();
// A loaded module may keep the process alive.
process.stdout.write(JSON.stringify([...recorded.values()]), () => process.exit(0));
