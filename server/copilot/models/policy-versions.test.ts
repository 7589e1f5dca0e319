import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../core/project-root.ts";
import { copilotDocument } from "../../test/support/copilot-chunks.ts";
import { alignedRows } from "./aligned-rows.ts";
import { listExcerpts } from "./excerpts.ts";

/** Two versions of eight public policies, with the list of changes that came with them (`../shared/data/README.md`, section 6). */
const folder = join(projectRoot, "../shared/data/policy_versions");
const isThere = existsSync(folder);
if (!isThere) console.warn(`skipped: comparison of policy versions (${folder} is not there)`);

interface Change {
  pair: string;
  type: "changed" | "added" | "removed";
  old: string;
  new: string;
  cosmetic: boolean;
}
const linesOf = <Line>(name: string) =>
  readFileSync(join(folder, name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line); // the file's own shape
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");

/** Words without markup, signs, numbers of items and link targets. */
function wordsOf(text: string): string {
  const plain = text
    .replace(/<[^>]*>/gu, " ")
    .replace(/^\s*(?:\d{1,3}[.)]|[-*+])\s/gmu, "")
    .replace(/\]\([^)]*\)|\]\[[^\]]*\]/gu, " ")
    .replace(/\p{Extended_Pictographic}/gu, " ");
  return ` ${(plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
}
/** Targets of the links of a text. */
const targetsOf = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)[^)]*\)/gu)].map(([, target]) => (target ?? "").replace(/\/$/u, ""));

/** True when nine of ten three-word sequences of the line are among the shown words. A file and a screen cut sentences differently. */
function isShown(line: string, shown: string): boolean {
  const words = wordsOf(line).trim().split(" ");
  const runs = words.slice(0, Math.max(1, words.length - 2)).map((_, at) => words.slice(at, at + 3).join(" "));
  return runs.filter((run) => shown.includes(` ${run} `)).length >= runs.length * 0.9;
}

interface Shown {
  words: string;
  raw: string;
}

/** True when the comparison shows every line and every link target of one side that the other version lacks. */
function isListed(text: string, { shown, other }: { shown: Shown; other: string }): boolean {
  const otherLines = new Set(other.split("\n").map(wordsOf));
  return text
    .split("\n")
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !/^\[[^\]]+\]:/u.test(line))
    .every((line) => {
      if (!otherLines.has(wordsOf(line))) return isShown(line, shown.words);
      return targetsOf(line).every((target) => other.includes(target) || shown.raw.includes(target));
    });
}

function compared({ old, new: now }: { old: string; new: string }) {
  const documents = [copilotDocument(textOf(old), 1), copilotDocument(textOf(now), 2)] as const;
  const rows = alignedRows([...documents], listExcerpts()).filter(({ kind }) => kind !== "same");
  const [before, after] = documents.map(({ document: { version_id: id } }): Shown => {
    const raw = rows.flatMap(({ cells }) => cells.filter((cell) => cell.version_id === id).map(({ text }) => text));
    const changed = rows.flatMap(({ changes }) =>
      changes.map((each) => (id === documents[0].document.version_id ? each.here : each.there)),
    );
    return { words: raw.map(wordsOf).join(" "), raw: [...raw, ...changed].join("\n") };
  });
  return { rows, before: before ?? { words: "", raw: "" }, after: after ?? { words: "", raw: "" } };
}

it.skipIf(!isThere)("lists every changed, added and removed paragraph of eight policies, and invents none", () => {
  const changes = linesOf<Change>("changes.jsonl");
  const missed: string[] = [];
  const invented: string[] = [];
  let rowsInAll = 0;
  for (const pair of linesOf<{ pair: string; old: string; new: string }>("pairs.jsonl")) {
    const { rows, before, after } = compared(pair);
    rowsInAll += rows.length;
    for (const change of changes.filter((each) => each.pair === pair.pair && !each.cosmetic)) {
      const isOld = isListed(change.old, { shown: before, other: textOf(pair.new) });
      const isNew = isListed(change.new, { shown: after, other: textOf(pair.old) });
      if (!isOld || !isNew) missed.push(`${pair.pair} ${change.type}: ${change.old} => ${change.new}`);
    }
    const lines = [pair.old, pair.new].map((name) => new Set(textOf(name).split("\n").map(wordsOf)));
    for (const { kind, cells, changes } of rows) {
      const words = cells.map(({ text }) => wordsOf(text));
      const isMove = kind === "only_in_one" && lines.every((of) => words.every((each) => of.has(each)));
      const isSame = kind === "changed" && words[0] === words[1] && changes.every(({ here, there }) => here === there);
      if (isMove || isSame) invented.push(`${pair.pair} ${kind}: ${cells.map(({ text }) => text).join(" => ")}`);
    }
  }
  const wanted = changes.filter(({ cosmetic }) => !cosmetic).length;
  console.info(
    `policy versions: ${wanted - missed.length} of ${wanted} changes listed; ${rowsInAll} rows, ${invented.length} of them invented`,
  );
  expect({ missed, invented }).toEqual({ missed: [], invented: [] });
});
