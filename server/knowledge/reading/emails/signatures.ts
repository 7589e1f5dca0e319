import EmailReplyParser from "email-reply-parser";
import known from "./program-signatures.json" with { type: "json" };

const replies = new EmailReplyParser();

/** Longest signature of a program, in characters without its links. */
const maxProgramChars = 80;
/** Most lines below `--`; more are text. */
const maxBelowDashes = 12;
const maxSignatureLine = 100;
/** The line above a signature with its space (RFC 3676), which programs write, and most lines below it: some companies add legal notes. */
export const signatureMark = "-- ";
const maxBelowMark = 40;

/**
 * The line with which the signature below the sender's own words begins; the line after the last when there is none.
 * @param last the last of the own lines
 */
export function beginOfSignature(lines: readonly string[], isFolded: readonly boolean[], last: number): number {
  let first = last;
  while (first >= 0 && !isFolded[first]) first -= 1;
  const begin = first + 1;
  if (last < begin) return last + 1;
  const mark = lines.lastIndexOf(signatureMark, last);
  if (mark >= begin && last - mark <= maxBelowMark) return beginOfProgram(lines, begin, mark - 1) ?? mark;
  const rule = beginBelowRule(lines, begin, last);
  if (rule !== undefined) return beginOfProgram(lines, begin, rule - 1) ?? rule;
  const dashes = lines.lastIndexOf("--", last);
  if (dashes >= begin && last - dashes <= maxBelowDashes && lines.slice(dashes + 1, last + 1).every(isSignatureLine))
    return beginOfProgram(lines, begin, dashes - 1) ?? dashes;
  return beginOfProgram(lines, begin, last) ?? last + 1;
}

const rule = /^(?:_{2,60}|[–—―]{1,60})$/;
const contact = /@[\p{L}\p{Nd}]|:\/\/|\p{Nd}[\p{Nd}\s()./-]{6,20}/u;

/** A card at the end: a rule, a name in the next line, and a way to reach it below. */
function beginBelowRule(lines: readonly string[], begin: number, last: number): number | undefined {
  const at = lines.findLastIndex((line, index) => index <= last && index >= last - maxBelowDashes && rule.test(line));
  if (at < begin) return undefined;
  const [name = "", ...below] = lines.slice(at + 1, last + 1);
  const isCard = name !== "" && !contact.test(name) && !/[:：]/.test(name) && [name, ...below].every(isSignatureLine);
  return isCard && below.some((line) => contact.test(line)) ? at : undefined;
}

/** A name, a company, a telephone number: no sentence. */
function isSignatureLine(line: string): boolean {
  return line.length <= maxSignatureLine && !/[?？؟!！]$|\p{Ll}\p{Ll}\p{Ll}\.$/u.test(line);
}

/** The last paragraph, if a device or a mail program wrote it. */
function beginOfProgram(lines: readonly string[], begin: number, last: number): number | undefined {
  let end = last;
  while (end >= begin && lines[end] === "") end -= 1;
  const line = lines[end] ?? "";
  const above = lines[end - 1] ?? "";
  if (end < begin || (end > begin && above !== "" && above !== "--")) return undefined;
  const text = line
    .slice(0, 1_000)
    .replace(/<?\(?https?:\/\/[^\s<>()]{1,800}\)?>?/g, "")
    .replace(/[[\]*_]/g, " ")
    .trim();
  return text.length <= maxProgramChars && isOfProgram(text, line) ? (above === "--" ? end - 1 : end) : undefined;
}

/** The texts of programs are fixed, so they are known: their name, and their word for "sent". A link advertises the program. */
function isOfProgram(text: string, line: string): boolean {
  const words = text.split(/\s+/).length;
  // People write sentences that begin like this: "Sent from my desk, it is quieter here."
  const isSentence = words > 5 && text.endsWith(".");
  if (words >= 3 && !isSentence && (replies.read(`x\n\n${text}`).getFragments().at(-1)?.isSignature() ?? false))
    return true;
  const lower = text.toLowerCase();
  if (!known.programs.some((name) => lower.includes(name)) || /[?？؟!！]$/.test(text)) return false;
  return line.includes("://") || known.sent.some((word) => lower.includes(word));
}
