import type { Change, ComparedRow } from "../../../protocol/copilot.ts";
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

/** A change that a table tells, with the words of the statement that came or went whole; empty where one was changed. */
interface Told {
  change: Change;
  statement: string;
}

/**
 * How many known changes stand in a table, and how many of the changes in it are known: also those of statements that came or went whole. Such a
 * statement tells a known change when it has its words, and one that was changed to another place may be told as gone here and come there.
 */
export function scoreCompared(
  rows: readonly ComparedRow[],
  known: readonly KnownChange[],
  versions: [string, string],
): CompareScore {
  const told = rows.flatMap(({ kind, changes, cells }) =>
    changes
      .filter((change) => weighty.has(change.kind))
      .map((change) => ({ change, statement: kind === "only_in_one" ? (cells[0]?.text ?? "") : "" })),
  );
  const alone = rows.flatMap(({ kind, cells: [cell] }) => (kind === "only_in_one" && cell ? [cell] : []));
  const isFound = (one: KnownChange) =>
    told.some(({ change }) => isSame(one, change)) ||
    told.some(({ change, statement }) => statement === "" && isPart(one, change)) ||
    alone.some(
      ({ text, version_id }) =>
        isOneSided(one) && version_id === versions[one.here === "" ? 1 : 0] && holds(text, one.here || one.there),
    ) ||
    (!isOneSided(one) &&
      told.some((each) => isHalf(one, "here", each)) &&
      told.some((each) => isHalf(one, "there", each)));
  const isKnown = (each: Told) =>
    known.some(
      (one) =>
        isSame(one, each.change) ||
        isPart(one, each.change) ||
        isHalf(one, "here", each) ||
        isHalf(one, "there", each) ||
        (isOneSided(one) && isOwnWords(one, each)),
    );
  const missed = known.filter((one) => !isFound(one));
  const wrong = told.filter((each) => !isKnown(each)).map(({ change }) => change);
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

function isOneSided({ here, there }: KnownChange): boolean {
  return here === "" || there === "";
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

/** One side of a known change, told as gone or as come with its statement. */
function isHalf(one: KnownChange, side: "here" | "there", { change, statement }: Told): boolean {
  return statement !== "" && one[side] !== "" && !isOneSided(one) && plain(change[side]) === plain(one[side]);
}

/** A change of a statement in whose words a known change stands: "within 90 days" of "90 days of completed registration". */
function isOwnWords(one: KnownChange, { change, statement }: Told): boolean {
  const side = one.here === "" ? "there" : "here";
  if (change[side] === "" || !holds(statement, one[side])) return false;
  const words = new Set(plain(one[side]).split(" "));
  return plain(change[side])
    .split(" ")
    .some((word) => words.has(word));
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
