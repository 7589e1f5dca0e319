import type { Change, ComparedRow } from "../../../protocol/copilot.ts";
import { contentStems } from "../../../server/text/words.ts";
import type { KnownChange } from "./compare-truth.ts";

export interface CompareScore {
  known: number;
  /** Known changes that a reader sees in the table, and those of them that stand in it as a number, a date, an obligation or a negation. */
  found: number;
  labelled: number;
  /** Numbers, dates, obligations and negations that the rules say have changed, and those of them that are known. */
  told: number;
  right: number;
  missed: string[];
  wrong: string[];
}

const weighty: ReadonlySet<string> = new Set(["number", "date", "obligation", "negation"]);

type Side = "here" | "there";

/** A row of the table with the statement of each side; empty where the row is of one version alone. */
interface Read extends Record<Side, string> {
  alone: boolean;
  changes: readonly Change[];
}

/**
 * How many known changes stand in a table, and how many of the changes in it are known. A change is found where a reader finds it: in the row of two
 * statements that have its words, with those marked (what was only worded otherwise is marked as well), or in a row of its own for a statement that
 * came or went whole; one that was changed to another place may be told as gone here and come there. What is told is right when its row has the
 * words of a known change and it marks some of them.
 */
export function scoreCompared(
  rows: readonly ComparedRow[],
  known: readonly KnownChange[],
  versions: [string, string],
): CompareScore {
  const read = rows.filter(({ kind }) => kind !== "same").map((row) => readRow(row, versions));
  const told = read.flatMap((row) =>
    row.changes.filter(({ kind }) => weighty.has(kind)).map((change) => ({ row, change })),
  );
  const isFound = (one: KnownChange) =>
    read.some((row) => row.changes.some((change) => tellsOf(one, row, change))) || sidesOf(one).every(standsAlone(one));
  const standsAlone = (one: KnownChange) => (side: Side) =>
    read.some((row) => row.alone && holds(row[side], one[side]));
  const isLabelled = (one: KnownChange) => told.some(({ row, change }) => tellsOf(one, row, change));
  const found = known.filter(isFound);
  const wrong = told.filter(({ row, change }) => !known.some((one) => tellsOf(one, row, change)));
  const text = ({ here, there }: KnownChange) => `${here || "-"} => ${there || "-"}`;
  return {
    known: known.length,
    found: found.length,
    labelled: known.filter(isLabelled).length,
    told: told.length,
    right: told.length - wrong.length,
    missed: known.filter((one) => !found.includes(one)).map(text),
    wrong: wrong.map(({ change }) => text(change)),
  };
}

function readRow({ kind, cells, changes }: ComparedRow, [old, next]: [string, string]): Read {
  const textOf = (version: string) => cells.find(({ version_id }) => version_id === version)?.text ?? "";
  return { here: textOf(old), there: textOf(next), alone: kind === "only_in_one", changes };
}

function sidesOf(one: KnownChange): Side[] {
  return (["here", "there"] as const).filter((side) => one[side] !== "");
}

/** The row has the words of the known change, on both sides where it is a row of both, and the change marks some of them. */
function tellsOf(one: KnownChange, row: Read, change: KnownChange): boolean {
  const sides = sidesOf(one);
  const held = sides.filter((side) => holds(row[side], one[side]));
  // What was changed to another place is told as gone here and come there.
  const isHalf = row.alone || change.here === "" || change.there === "";
  if (isHalf ? held.length === 0 : held.length < sides.length) return false;
  const marked = held.filter((side) => change[side] !== "");
  return marked.length > 0 && marked.every((side) => shares(one[side], change[side]));
}

/** One within the other, or with a word in common that says something. */
function shares(one: string, other: string): boolean {
  if (holds(one, other) || holds(other, one)) return true;
  const stems = new Set(contentStems(one, "en"));
  return contentStems(other, "en").some((stem) => stems.has(stem));
}

function holds(text: string, part: string): boolean {
  return plain(text).includes(plain(part));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[^\p{L}\p{N}$€'-]+/gu, " ")
    .trim();
}

/** Sums of several tables, with recall and precision. */
export function sumOf(scores: readonly CompareScore[]) {
  const sum = (of: (score: CompareScore) => number) => scores.reduce((total, score) => total + of(score), 0);
  const [known, found, labelled, told, right] = [
    sum((s) => s.known),
    sum((s) => s.found),
    sum((s) => s.labelled),
    sum((s) => s.told),
    sum((s) => s.right),
  ];
  return {
    known,
    found,
    labelled,
    told,
    right,
    recall: known === 0 ? 1 : found / known,
    precision: told === 0 ? 1 : right / told,
    missed: scores.flatMap((score) => score.missed),
    wrong: scores.flatMap((score) => score.wrong),
  };
}
