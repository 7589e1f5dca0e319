// Checks texts that people read for words that are hard to read, and for a second word for the same thing.
// node scripts/check-words.mjs [--all] [folders or files]
//   --all  also checks the parts that are not in plain words yet
import { readFileSync } from "node:fs";
import { findWordProblems } from "./check/words/find-problems.mjs";
import { listTextFiles } from "./check/words/list-files.mjs";
import { inProject, projectRoot } from "./setup/paths.mjs";

const options = process.argv.slice(2);
const only = options.filter((option) => !option.startsWith("--"));
const files = listTextFiles(projectRoot, { withLater: options.includes("--all") || only.length > 0 }).filter(
  (path) => only.length === 0 || only.some((folder) => path === folder || path.startsWith(`${folder}/`)),
);
const problems = findWordProblems(files.map((path) => ({ path, source: readFileSync(inProject(path), "utf8") })));
for (const { path, line, word, instead } of problems) console.error(`${path}:${line} "${word}": use ${instead}`);
console.error(`Words: ${problems.length} problem(s) in ${files.length} files.`);
if (problems.length > 0) process.exit(1);
