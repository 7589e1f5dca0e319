import EmailReplyParser from "email-reply-parser";
import known from "./program-signatures.json" with { type: "json" };

const replies = new EmailReplyParser();

/** Longest signature of a program, in characters without its links. */
const maxProgramChars = 70;
/** Most lines below `--`; more are text. */
const maxBelowDashes = 12;
const maxSignatureLine = 100;

/**
 * The line with which the signature below the sender's own words begins; the line after the last when there is none.
 * @param last the last of the own lines
 */
export function beginOfSignature(lines: readonly string[], isFolded: readonly boolean[], last: number): number {
  let first = last;
  while (first >= 0 && !isFolded[first]) first -= 1;
  const begin = first + 1;
  if (last < begin) return last + 1;
  const dashes = lines.lastIndexOf("--", last);
  if (dashes >= begin && last - dashes <= maxBelowDashes && lines.slice(dashes + 1, last + 1).every(isSignatureLine))
    return beginOfProgram(lines, begin, dashes - 1) ?? dashes;
  return beginOfProgram(lines, begin, last) ?? last + 1;
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
  if (end < begin || (end > begin && lines[end - 1] !== "")) return undefined;
  const text = line
    .slice(0, 1_000)
    .replace(/<?\(?https?:\/\/[^\s<>()]{1,800}\)?>?/g, "")
    .replace(/[[\]*_]/g, " ")
    .trim();
  return text.length <= maxProgramChars && isOfProgram(text, line) ? end : undefined;
}

/** The texts of programs are fixed, so they are known: their name, and their word for "sent". A link advertises the program. */
function isOfProgram(text: string, line: string): boolean {
  if (text.split(/\s+/).length >= 3 && (replies.read(`x\n\n${text}`).getFragments().at(-1)?.isSignature() ?? false))
    return true;
  const lower = text.toLowerCase();
  if (!known.programs.some((name) => lower.includes(name)) || /[?？؟!！]$/.test(text)) return false;
  return line.includes("://") || known.sent.some((word) => lower.includes(word));
}
