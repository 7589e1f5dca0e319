import type { ComparedRow } from "../../../protocol/copilot.ts";
import type { KnownChange } from "./compare-truth.ts";

export interface CompareScore {
  known: number;
  found: number;
  /** Numbers, dates, obligations and negations that the rules say have changed, and those of them that are known. */
  told: number;
  right: number;
  missed: string[];
  wrong: string[];
}

const weighty: ReadonlySet<string> = new Set(["number", "date", "obligation", "negation"]);

/**
 * How many known changes stand in a table, and how many of the changes in it are known. A statement that came or went whole counts as found in a
 * row of its own; such rows are no claim that something changed, so none of them is wrong.
 */
export function scoreCompared(
  rows: readonly ComparedRow[],
  known: readonly KnownChange[],
  versions: [string, string],
): CompareScore {
  const told = rows
    .filter(({ kind }) => kind === "changed")
    .flatMap(({ changes }) => changes.filter(({ kind }) => weighty.has(kind)));
  const isTold = (one: KnownChange) => told.some((change) => isSame(one, change));
  const isAlone = (one: KnownChange) =>
    (one.here === "" || one.there === "") &&
    rows.some(({ kind, cells, changes }) => {
      if (kind === "changed") return changes.some((change) => weighty.has(change.kind) && isPart(one, change));
      const [cell] = cells;
      const { here, there } = one;
      const wanted = here === "" ? there : here;
      return (
        kind === "only_in_one" && cell?.version_id === versions[here === "" ? 1 : 0] && holds(cell?.text ?? "", wanted)
      );
    });
  const missed = known.filter((one) => !isTold(one) && !isAlone(one));
  const wrong = told.filter((change) => !known.some((one) => isSame(one, change) || isPart(one, change)));
  const text = ({ here, there }: KnownChange) => `${here || "-"} => ${there || "-"}`;
  return {
    known: known.length,
    found: known.length - missed.length,
    told: told.length,
    right: told.length - wrong.length,
    missed: missed.map(text),
    wrong: wrong.map(text),
  };
}

function isSame(one: KnownChange, other: KnownChange): boolean {
  return (
    (one.here === "") === (other.here === "") &&
    (one.there === "") === (other.there === "") &&
    near(one.here, other.here) &&
    near(one.there, other.there)
  );
}

/** What came or went is told beside what stands in its place. */
function isPart(one: KnownChange, other: KnownChange): boolean {
  if (one.here === "") return near(one.there, other.there) && other.there !== "";
  return one.there === "" && near(one.here, other.here) && other.here !== "";
}

function near(one: string, other: string): boolean {
  return holds(one, other) || holds(other, one);
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
  const [known, found, told, right] = [
    sum((s) => s.known),
    sum((s) => s.found),
    sum((s) => s.told),
    sum((s) => s.right),
  ];
  return {
    known,
    found,
    told,
    right,
    recall: known === 0 ? 1 : found / known,
    precision: told === 0 ? 1 : right / told,
    missed: scores.flatMap((score) => score.missed),
    wrong: scores.flatMap((score) => score.wrong),
  };
}
