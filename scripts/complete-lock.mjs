import { readFileSync, writeFileSync } from "node:fs";
import { completeLock, findMissingOptional } from "./check/lock-file.mjs";
import { inProject } from "./setup/paths.mjs";

const file = inProject("package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
const missing = findMissingOptional(lock);
const addresses = Object.keys(lock.packages).filter((path) => lock.packages[path].resolved);

if (process.argv.includes("--check")) {
  for (const { path } of missing) console.error(`package-lock.json lacks ${path}`);
  for (const path of addresses) console.error(`package-lock.json has a download URL for ${path}`);
  if (missing.length > 0) console.error("Run `npm run lock` to fix this. Otherwise `npm ci` rejects the file.");
  process.exitCode = missing.length + addresses.length > 0 ? 1 : 0;
} else if (missing.length > 0) {
  writeFileSync(file, `${JSON.stringify(completeLock(lock), undefined, 2)}\n`);
  console.error(`Added ${missing.length} packages of other platforms to package-lock.json.`);
}
