import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ensureInstalled } from "./setup/install.mjs";
import { inProject } from "./setup/paths.mjs";
import { requireNode } from "./setup/require-node.mjs";
import { runNode } from "./setup/run.mjs";

/** Writes the npm package `parley-widget`, with types and this project's version, into `dist` or the given folder. */
requireNode();
await ensureInstalled();
const target = resolve(process.argv[2] ?? inProject("dist"));
const folder = join(target, "parley-widget");
const source = inProject("widget/package");
mkdirSync(folder, { recursive: true });
const types = ["node_modules/typescript/bin/tsc", "-p", join(source, "tsconfig.json"), "--outDir", folder];
if ((await runNode(types)) !== 0) process.exit(1);
const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...manifest, version }, undefined, 2)}\n`);
cpSync(join(source, "README.md"), join(folder, "README.md"));
cpSync(inProject("LICENSE"), join(folder, "LICENSE"));
const packed = execFileSync("npm", ["pack", folder, "--pack-destination", target], { encoding: "utf8" });
console.log(join(target, packed.trim().split("\n").at(-1)));
