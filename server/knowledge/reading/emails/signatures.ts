import EmailReplyParser from "email-reply-parser";

const replies = new EmailReplyParser();

/** Names of devices and mail programs, which stand in their signatures in every language. */
const programs =
  /iphone|ipad|android|samsung|galaxy|huawei|xiaomi|redmi|oneplus|nokia|blackberry|outlook|windows|gmail|yahoo|proton|thunderbird|aol|mail\.ru|yandex|яндекс|gmx|web\.de|libero|zoho|tuta|fairemail|bluemail|airmail|k-9|\bspark\b/i;
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

function isOfProgram(text: string, line: string): boolean {
  const isNamed = programs.test(text);
  const words = text.split(/\s+/).length;
  if (words >= 3 && (replies.read(`x\n\n${text}`).getFragments().at(-1)?.isSignature() ?? false)) return true;
  if (!isNamed || /[?？؟!！.。:：]$/.test(text)) return false;
  // A number is a model that the sender names, except in the name of a system. A link is an advertisement of the program.
  return line.includes("://") || (words <= 8 && !/\p{Nd}/u.test(text.replace(/windows \d{1,2}|k-9|web\.de/i, "")));
}
