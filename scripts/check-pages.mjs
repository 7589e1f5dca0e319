import { readNavigation } from "./docs/navigation.mjs";
import { wronglyListed } from "./docs/sources.mjs";

const problems = wronglyListed(readNavigation(new Map()));
for (const problem of problems) console.error(`scripts/docs/navigation.json: ${problem}`);
console.error(`Documentation pages: ${problems.length} problem(s).`);
if (problems.length > 0) process.exit(1);
