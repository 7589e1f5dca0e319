import type { Change } from "../../../../protocol/copilot.ts";
import { isCounted } from "./amounts.ts";
import type { Fact } from "./facts.ts";
import type { Line } from "./lines.ts";
import { isMovedTo, type Open } from "./moved.ts";

/**
 * What a statement fixes that one document alone has: its numbers, dates and duties, as changes from or to nothing, without those that only moved.
 * @param side which of the two documents has it: the first (`here`) or the other (`there`)
 * @param opposite statements of the other document
 */
export function changesAlone(line: Line, side: "here" | "there", opposite: readonly Open[]): Change[] {
  const found = line.facts.filter((fact) => binds(fact, line));
  // An exception is one from something.
  const isWeak = ({ value }: Fact) => value === "only" || value === "may" || value === "except";
  const strong = found.some((fact) => !isWeak(fact));
  const facts = found.filter(({ value }) => (strong ? value !== "only" && value !== "may" : value !== "except"));
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

/** Duties that bind by themselves. "Always" and "immediately" stand in many a sentence that fixes nothing. */
const binding: ReadonlySet<string> = new Set([
  "must",
  "forbidden",
  "needless",
  "should",
  "only",
  "free",
  "except",
  "lost",
]);
/** "May" that permits: not "it may be late", nor "whatever you may find". */
const permitting = /^(?:may|reserves? the right to|(?:is|are|be) (?:entitled|permitted|allowed) to)$/iu;
const guessed =
  /^\s+(?:(?:also|still|sometimes|not|or)\s+)*(?:be|have|need|want|wish|receive|contain|include|result|vary|differ|take|cause|affect|apply|exist|occur|happen|seem|appear|find|experience|feel|lead|become|depend|help|require|involve|already)(?!\p{L})/iu;
/** What "if further information is required" only supposes. */
const neededOnly = /(?<!\p{L})(?:if|when|where|whether)\s+(?:\p{L}+\s+){1,8}$/iu;
/** "We cannot guarantee it", "those who are not able to come": what nobody can, not what nobody may. */
const unable = /^(?:can ?not|can't|(?:is|are)(?: not|n't) able(?: to)?)$/iu;
const unableWho = /(?<!\p{L})(?:we|it|i|this|there|who|that|which|unfortunately)\s+$/iu;
/** "This will ensure", "things to ensure": who ensures something is told to begin with it. */
const ensuring = /^ensures?$/iu;
/** An example fixes nothing. */
const example = /^\W*(?:for (?:example|instance)|e\.g\.|as a rough guide|zum beispiel|z\.\s?b\.)/iu;
/** "Unless otherwise agreed" excepts nothing in particular. */
const boilerplate = /^\s+(?:as\s+)?otherwise(?!\p{L})/iu;
const dependent = /(?<!\p{L})(?:that|which|who|if|when|where|as|it|this|there|what|whatever)(?:\s+\p{L}+)?\s+$/iu;
/** "When we need to", "may still need to", "seek to ensure": what somebody may have to do, and what somebody tries. */
const supposed =
  /(?:(?<!\p{L})(?:if|when|whenever|where)\s+(?:\p{L}+\s+){1,3}|(?:might|may|could)\s+(?:still\s+|also\s+)?|(?:try|tries|seek|seeks|aim|aims|want|wants|help|helps)\s+(?:to\s+)?)$/iu;

function binds({ kind, sort, value, written, bound, start, end }: Fact, { plain }: Line): boolean {
  if (sort === "rate" || example.test(plain)) return false;
  const before = plain.slice(0, start);
  if (/^(?:is|are|be) required$/iu.test(written) && neededOnly.test(before)) return false;
  if (ensuring.test(written) && /\p{L}/u.test(before)) return false;
  if (unable.test(written) && unableWho.test(before)) return false;
  // "Where required by law" binds nobody anew.
  if (kind === "obligation" && written.toLowerCase() === "required") return false;
  if (value === "may") return permitting.test(written) && !guessed.test(plain.slice(end)) && !dependent.test(before);
  if (kind === "obligation" && boilerplate.test(plain.slice(end))) return false;
  // "Only a small part" limits nothing.
  if (value === "only" && (dependent.test(before) || /^\s+an?\s/iu.test(plain.slice(end)))) return false;
  if (kind === "obligation") return binding.has(value) && (value === "except" || !supposed.test(before));
  return kind === "date" || bound !== null || (isCounted(written) && !/^\s*(?:sure|certain)/i.test(plain.slice(end)));
}
