import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Parts of the project whose texts the check reads. READMEs of folders are always read. */
const roots = [
  ...["admin/src", "widget/src", "server", "scripts", "protocol"],
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/ARCHITECTURE.md", "docs/guide"],
  ...["server/core/text/ready/en.json", "widget/src/i18n/languages/en.json"],
];

/** Texts for models, words of languages, and data: no reader sees them as they are. */
const notForPeople = [
  /(?:^|\/)(?:test|fixtures|(?<!i18n\/)languages)\//,
  /\.test\.[a-z]+$|\.bench\.ts$|\.d\.ts$/,
  /^server\/(?:core\/text\/(?!ready\/)|database\/|[a-z]+\/store\/|copilot\/models\/|operations\/analytics\/)/,
  /^server\/assistant\/(?:cache|search|models\/(?:check|extractive))\//,
  /^scripts\/check\//,
  /-cues\.ts$|prompts?\.ts$|(?:^|\/)(?:tool-rules|prompt-parts|name-words|sample-words|sensitive|verdicts)\.ts$/,
];

/** The files to read, relative to the root. */
export function listTextFiles(root) {
  const files = roots.flatMap((path) => listUnder(root, path));
  const readmes = ["admin", "db", "lab", "protocol", "scripts", "server", "ui", "widget"].flatMap((folder) =>
    listUnder(root, folder).filter((path) => path.endsWith("/README.md")),
  );
  return [...new Set([...files, ...readmes])].filter(
    (path) => path.endsWith("README.md") || !notForPeople.some((pattern) => pattern.test(path)),
  );
}

function listUnder(root, path) {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : listUnder(root, inside);
    return /\.(?:ts|tsx|mjs|md)$/.test(entry.name) ? [inside] : [];
  });
}
