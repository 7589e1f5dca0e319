// Checks texts that people read for words that are hard to read, and for a second word for the same thing.
// node scripts/check-words.mjs [folders or files]
import { readFileSync } from "node:fs";
import { findWordProblems } from "./check/words/find-problems.mjs";
import { listTextFiles } from "./check/words/list-files.mjs";
import { inProject, projectRoot } from "./setup/paths.mjs";

const only = process.argv.slice(2);
const files = listTextFiles(projectRoot).filter(
  (path) => only.length === 0 || only.some((folder) => path === folder || path.startsWith(`${folder}/`)),
);
const problems = findWordProblems(files.map((path) => ({ path, source: readFileSync(inProject(path), "utf8") })));
for (const { path, line, word, instead } of problems) console.error(`${path}:${line} "${word}": use ${instead}`);
console.error(`Words: ${problems.length} problem(s) in ${files.length} files.`);
if (problems.length > 0) process.exit(1);
