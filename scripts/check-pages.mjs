import { checkDecisions } from "./check/decision-rule.mjs";
import { readNavigation } from "./docs/navigation.mjs";
import { wronglyListed } from "./docs/sources.mjs";

const problems = [
  ...wronglyListed(readNavigation(new Map())).map((problem) => `scripts/docs/navigation.json: ${problem}`),
  ...checkDecisions(),
];
for (const problem of problems) console.error(problem);
console.error(`Documentation pages: ${problems.length} problem(s).`);
if (problems.length > 0) process.exit(1);
