import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { inProject } from "../setup/paths.mjs";

const folder = "docs/decisions";
/** A record fits on one screen. */
const maxLines = 50;
const maxWords = 400;
/** A path to a record, with or without its name: in comments, texts and scripts. */
const reference = /\bdecisions\/(\d{4})(-[a-z0-9-]+)?/g;
/** A source file named in a README or record. */
const sourceFile = /`[\w./-]*?([\w-][\w.-]*\.(?:tsx?|mjs))`/g;
/** `[0007](0007-name.md)`: from one record to another, and in the index. */
const sibling = /\]\((\d{4})(-[a-z0-9-]+)\.md\)/g;

/**
 * What is wrong with records: length, their line in the index, and references that point to none.
 * @param records text by file name, without the index.
 * @param index the text of the index.
 * @param texts other texts of the repository, by path.
 */
export function findDecisionProblems({ records, index, texts }) {
  const names = [...records.keys()];
  const isKnown = (number, slug) =>
    names.some((name) => (slug === undefined ? name.startsWith(`${number}-`) : name === `${number}${slug}.md`));
  const problems = [];
  for (const [name, text] of records) {
    const lines = text.trimEnd().split("\n").length;
    const words = text.split(/\s+/).filter(Boolean).length;
    if (lines > maxLines) problems.push(`${folder}/${name} has ${lines} lines, more than ${maxLines}`);
    if (words > maxWords) problems.push(`${folder}/${name} has ${words} words, more than ${maxWords}`);
    if (!index.includes(`](${name})`)) problems.push(`${folder}/README.md does not list ${name}`);
  }
  for (const [path, text] of [...records, ["README.md", index]])
    for (const [, number, slug] of text.matchAll(sibling))
      if (!isKnown(number, slug))
        problems.push(`${folder}/${path} refers to ${number}${slug}.md, which does not exist`);
  for (const [path, text] of texts)
    for (const [, number, slug] of text.matchAll(reference))
      if (!isKnown(number, slug))
        problems.push(`${path} refers to decision ${number}${slug ?? ""}, which does not exist`);
  return problems;
}

/**
 * Source files that READMEs and records name and that do not exist.
 * @param texts by path.
 * @param files names of all source files, without folders.
 */
export function findUnknownFiles(texts, files) {
  return [...texts]
    .filter(([path]) => /README\.md$|^docs\/(?:decisions|ARCHITECTURE)/.test(path))
    .flatMap(([path, text]) => [...text.matchAll(sourceFile)].map(([, name]) => ({ path, name })))
    .filter(({ name }) => !files.has(name))
    .map(({ path, name }) => `${path} names ${name}, which does not exist`);
}

/** Reads the records and every text of the repository that git knows, and checks them. */
export function checkDecisions() {
  const read = (path) => readFileSync(inProject(path), "utf8");
  const names = readdirSync(inProject(folder)).filter((name) => /^\d{4}-.*\.md$/.test(name));
  const paths = execFileSync("git", ["ls-files", "*.md", "*.ts", "*.tsx", "*.mjs", "*.sql", "*.yaml", "Dockerfile"], {
    cwd: inProject("."),
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => path !== "" && path !== "CHANGELOG.md" && existsSync(inProject(path)))
    .filter((path) => path !== "scripts/check/decision-rule.test.mjs");
  const texts = new Map(paths.map((path) => [path, read(path)]));
  const records = new Map(names.map((name) => [name, read(`${folder}/${name}`)]));
  return [
    ...findDecisionProblems({ records, index: read(`${folder}/README.md`), texts }),
    ...findUnknownFiles(texts, new Set(paths.map((path) => basename(path)))),
  ];
}
