import { ensureInstalled } from "./setup/install.mjs";
import { requireNode } from "./setup/require-node.mjs";
import { runNode } from "./setup/run.mjs";

// Biome writes colours to a pipe as well.
const colors = process.stderr.isTTY ? [] : ["--colors=off"];

const checks = [
  {
    name: "biome",
    command: [
      "node_modules/@biomejs/biome/bin/biome",
      "ci",
      "--reporter=concise",
      ...colors,
      "--max-diagnostics=200",
      ".",
    ],
  },
  {
    name: "knip",
    command: ["node_modules/knip/bin/knip.js", "--no-progress", "--cache", "--cache-location", ".cache/knip"],
  },
  { name: "lock", command: ["scripts/complete-lock.mjs", "--check"] },
  { name: "pages", command: ["scripts/check-pages.mjs"] },
  { name: "patterns", command: ["scripts/check-patterns.mjs"] },
  { name: "structure", command: ["scripts/check-structure.mjs"] },
  { name: "weight", command: ["scripts/check-weight.mjs"] },
  { name: "words", command: ["scripts/check-words.mjs"] },
];

requireNode();
await ensureInstalled();
const failed = [];
for (const { name, command } of checks) {
  if ((await runNode(command)) !== 0) failed.push(name);
}
console.error(
  failed.length === 0 ? "Lint passed." : `Lint failed: ${failed.join(", ")}. \`npm run format\` fixes formatting.`,
);
if (failed.length > 0) process.exit(1);
