// Entry of a parser's process. Plain JavaScript, because Node.js loads it itself, also when the rest runs from
// TypeScript under the test runner.
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";

const [parentPid, rssBytes] = process.argv.slice(2).map(Number);
/** Often enough that a parser which fills memory at 1 GB a second is seen in time. */
const intervalMs = 50;

new Worker(new URL("./watchdog.mjs", import.meta.url), {
  workerData: { parentPid, rssBytes, intervalMs },
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
}).unref();

const source = new URL("./serve-frames.ts", import.meta.url);
const { serveFrames } = await import(
  existsSync(source) ? source.href : new URL("./serve-frames.js", import.meta.url).href
);
await serveFrames();
