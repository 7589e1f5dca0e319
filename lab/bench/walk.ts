import { Session } from "node:inspector/promises";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { projectRoot } from "../../server/core/project-root.ts";
import { openSession, sendMessage } from "./parley.ts";
import { publish, startWorld } from "./releases/world.ts";

/**
 * Folders between the route and the stored answer. The others serve every request in the same way, so a reader does not need them to follow
 * a question: settings, logs, text functions, the database connection, middleware before the route, and the delivery of events.
 */
const onPath = /^server\/(?:tickets\/(?:routes\/chat\/stream|turns\/)|assistant\/|database\/|\w+\/store\/)/;

/**
 * `node dist/lab/bench/walk.js`: counts our own files and functions that run for one visitor's message, from the request to the end of its
 * stream. V8 counts them in an embedded server. The first message is not counted, because it includes work that runs once per process. Only
 * functions that run for every other message count, so that background loops are excluded. `path` is the part from the route to the stored
 * answer (`onPath`).
 */
const content =
  "# Kites\n\n## How do I repair the paper?\n\nYou repair the paper of a kite with a patch of silk.\n\n" +
  "## How long does the string last?\n\nThe string of a kite lasts for three summers.\n";
const world = await startWorld([], { services: false });
const inspector = new Session();
inspector.connect();
try {
  await publish(world.admin, [{ source: "kites.md", format: "markdown", content }]);
  const session = await openSession(world.api, world.tenantId);
  const ask = async (question: string) => (await sendMessage(world.api, session, { content: question })).text();
  await ask("How do I repair the paper of a kite?");
  await inspector.post("Profiler.enable");
  await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await inspector.post("Profiler.takePreciseCoverage");
  const walks: Map<string, number>[] = [];
  for (const about of ["the string of a kite", "the string of a red kite", "the string of a big kite"]) {
    await ask(`How long does ${about} last?`);
    walks.push(functionsByFile((await inspector.post("Profiler.takePreciseCoverage")).result));
  }
  console.log(JSON.stringify(sumUp(walks)));
} finally {
  inspector.disconnect();
  await world.stop();
}

interface Script {
  url: string;
  functions: { functionName: string; ranges: { count: number }[] }[];
}

/** Our own files that ran, with the number of their functions that ran. */
function functionsByFile(scripts: Script[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { url, functions } of scripts) {
    if (!url.startsWith("file:") || url.includes("node_modules")) continue;
    const path = relative(projectRoot, fileURLToPath(url))
      .split(sep)
      .filter((part) => part !== "dist");
    const ran = functions.filter(({ functionName, ranges }) => functionName !== "" && (ranges[0]?.count ?? 0) > 0);
    if (ran.length > 0 && !["scripts", "lab"].includes(path[0] ?? ""))
      counts.set(path.join("/").replace(/\.js$/, ".ts"), ran.length);
  }
  return counts;
}

/** The functions that ran in every walk, and the files of these that are on the path. */
function sumUp(walks: Map<string, number>[]): { files: number; functions: number; path: number; pathFiles: string[] } {
  const files = [...(walks[0]?.keys() ?? [])].filter((file) => walks.every((walk) => walk.has(file)));
  const functions = files.reduce((sum, file) => sum + Math.min(...walks.map((walk) => walk.get(file) ?? 0)), 0);
  const pathFiles = files.filter((file) => onPath.test(file)).sort();
  return { files: files.length, functions, path: pathFiles.length, pathFiles };
}
