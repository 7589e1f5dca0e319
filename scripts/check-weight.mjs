import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { inProject } from "./setup/paths.mjs";
import { runNode } from "./setup/run.mjs";

/** Most gzipped bytes that a visitor's page may load. For languages the largest one counts. */
const limits = { loader: 3_150, firstPicture: 30_000, afterwards: 30_000 };

const folder = inProject(".cache/weight");
const build = ["node_modules/vite/bin/vite.js", "build", "--config", "widget/vite.config.ts", "--logLevel", "error"];
if ((await runNode([...build, "--outDir", folder])) !== 0) process.exit(1);

const files = readdirSync(folder).filter((file) => file.endsWith(".js"));
const weights = new Map(
  files.map((file) => [nameOf(file), gzipSync(readFileSync(join(folder, file)), { level: 9 }).length]),
);
if (weights.size !== files.length) throw new Error("two build files have the same name");
const imports = new Map(files.map((file) => [nameOf(file), importsOf(file)]));
const loader = weightOf("parley");
const seen = {
  loader,
  firstPicture: loader + weightOfAll(neededBy("panel")) + longestOf(/^panel-[a-z]{2}$/),
  afterwards: longestOf(/^parts-/) + weightOfAll(new Set([...neededBy("timeline"), ...neededBy("stream")])),
};

let isHeavy = false;
for (const [what, limit] of Object.entries(limits)) {
  console.error(`Widget size, ${what}: ${seen[what]} of ${limit} bytes gzipped.`);
  isHeavy ||= seen[what] > limit;
}
if (isHeavy) process.exit(1);

/** `panel-timeline-a1b2c3.js` is the part `timeline`, `panel-a1b2c3.js` the panel itself; scripts for tags have only a name. */
function nameOf(file) {
  const [, part] = /^panel-([\w.-]+)-[\w-]{8}\.js$/.exec(file) ?? [];
  return part ?? (file.startsWith("panel-") ? "panel" : file.slice(0, -".js".length));
}

/** The size of the largest language file. */
function longestOf(names) {
  return Math.max(...[...weights].filter(([name]) => names.test(name)).map(([, bytes]) => bytes));
}

/** The static imports of this file. */
function importsOf(file) {
  const code = readFileSync(join(folder, file), "utf8");
  return [...code.matchAll(/(?:\bfrom|\bimport) ?["'`]\.\/([\w.-]+)["'`]/g)].map(([, imported]) => nameOf(imported));
}

/** A part with the files that it shares with others, except the panel's, which are loaded already. */
function neededBy(name, needed = new Set()) {
  if (needed.has(name) || (name === "panel" && needed.size > 0)) return needed;
  needed.add(name);
  for (const imported of imports.get(name) ?? []) neededBy(imported, needed);
  return needed;
}

function weightOfAll(names) {
  return [...names].reduce((sum, name) => sum + weightOf(name), 0);
}

function weightOf(name) {
  const bytes = weights.get(name);
  if (bytes === undefined) throw new Error(`the build has no ${name}`);
  return bytes;
}
