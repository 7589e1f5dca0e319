// Runs in a process of its own: loads the modules that are named on the command line and prints every pattern that they
// build with `new RegExp`, as JSON, with the file that builds it.
import { pathToFileURL } from "node:url";
import { inProject, projectRoot } from "../../setup/paths.mjs";

const Native = globalThis.RegExp;
const built = new Map();

function note(pattern) {
  const place = new Error().stack
    .split("\n")
    .slice(3)
    .map((line) => Native.prototype.exec.call(/file:\/\/(.+\.(?:ts|tsx|mjs)):\d+:\d+/, line)?.[1])
    .find((path) => path?.startsWith(projectRoot) && !path.includes("node_modules"));
  if (place) {
    const path = place.slice(projectRoot.length + 1);
    built.set(`${path} ${pattern.flags} ${pattern.source}`, { path, source: pattern.source, flags: pattern.flags });
  }
  return pattern;
}

globalThis.RegExp = new Proxy(Native, {
  construct: (target, args) => note(Reflect.construct(target, args)),
  apply: (target, self, args) => note(Reflect.apply(target, self, args)),
});
for (const path of process.argv.slice(2)) await import(pathToFileURL(inProject(path)).href);
const { exercisePatterns } = await import("../../../server/test/support/exercise-patterns.ts");
exercisePatterns();
// Modules that were loaded may hold the process.
process.stdout.write(JSON.stringify([...built.values()]), () => process.exit(0));
