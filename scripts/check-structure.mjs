import { checkSources } from "./check/check-sources.mjs";
import { findRemovals, readMigrations } from "./check/migration-rule.mjs";
import { readSources } from "./check/read-source.mjs";
import { projectRoot } from "./setup/paths.mjs";

const sources = readSources(projectRoot);
const problems = [...checkSources(sources), ...findRemovals(readMigrations(projectRoot))];
for (const { path, line, rule, message } of problems) console.error(`${path}:${line} ${rule}: ${message}`);
console.error(
  `Imports, cycles, sizes, crumbs, suppressions and migrations: ${problems.length} problem(s) in ${sources.length} files.`,
);
if (problems.length > 0) process.exit(1);
