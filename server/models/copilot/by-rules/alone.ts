import type { Change } from "../../../../protocol/copilot.ts";
import { isCounted } from "./amounts.ts";
import type { Fact } from "./facts.ts";
import { isBinding, weakDuties } from "./idle-duties.ts";
import type { Line } from "./lines.ts";
import { isMovedTo, type Open } from "./moved.ts";

/**
 * What a statement fixes that one document alone has: its numbers, dates and duties, as changes from or to nothing, without those that only moved.
 * @param side which of the two documents has it: the first (`here`) or the other (`there`)
 * @param opposite statements of the other document
 */
export function changesAlone(line: Line, side: "here" | "there", opposite: readonly Open[]): Change[] {
  const found = line.facts.filter((fact) => binds(fact, line));
  // An exception is one from something; beside a number or a duty nobody looks for an "only".
  const isStrong = found.some(({ value }) => !weakDuties.has(value) && value !== "except");
  const facts = found.filter(({ value }) => (isStrong ? !weakDuties.has(value) : value !== "except"));
  const known = new Set<string>();
  return facts
    .filter((fact) => !isMovedTo(opposite, fact, line))
    .filter(({ written }) => !known.has(written.toLowerCase()) && known.add(written.toLowerCase()))
    .map(({ kind, written }) => ({
      kind,
      here: side === "here" ? written : "",
      there: side === "there" ? written : "",
    }));
}

/** An example fixes nothing. */
const example = /^\W*(?:for (?:example|instance)|e\.g\.|as a rough guide|zum beispiel|z\.\s?b\.)/iu;

function binds(fact: Fact, { plain }: Line): boolean {
  const { kind, sort, written, bound, end } = fact;
  if (sort === "rate" || example.test(plain)) return false;
  if (kind === "obligation") return isBinding(fact, plain);
  return kind === "date" || bound !== null || (isCounted(written) && !/^\s*(?:sure|certain)/i.test(plain.slice(end)));
}
