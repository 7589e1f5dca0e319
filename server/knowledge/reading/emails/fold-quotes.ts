import { aboveMarks } from "../../../core/text/above-marks.ts";
import {
  hasOwnAddress,
  isAboveBlock,
  isAttribution,
  isForwarded,
  type QuoteFacts,
  readHeaderBlock,
  showsStranger,
} from "./quote-signs.ts";
import { beginOfSignature, signatureMark } from "./signatures.ts";

/** Begins a line that an HTML part marks as quoted. A noncharacter: no text contains it. */
export const quotedMark = "\uFDD0";
/** A line of its own: an HTML part marks everything below as quoted. */
export const quotedBelowMark = "\uFDD1";

/** An e-mail's text in two parts. Together they contain every line. */
export interface FoldedText {
  /** The sender's own words. */
  text: string;
  /** Quotes, their introductions and the signature; the whole text when own lines stand between them. Null: nothing is folded. */
  folded: string | null;
}

/**
 * Separates the sender's own words from what a mail program added. It looks for the form of quotes and for facts that are known about the
 * e-mail (own addresses, subject, names), so it does not depend on the language. Linear in the length of the text.
 */
export function foldQuotes(text: string, facts: QuoteFacts): FoldedText {
  // With its space, the line is the mark that programs put above a signature (RFC 3676).
  const lines = text.split("\n").map((line) => (line === signatureMark ? line : line.trimEnd()));
  const isFolded = markQuotes(lines, facts);
  const lastOwn = lines.findLastIndex((line, index) => !isFolded[index] && line !== "");
  for (let at = beginOfSignature(lines, isFolded, lastOwn); at <= lastOwn; at += 1) isFolded[at] = true;
  const own = joined(lines.filter((_, index) => !isFolded[index]));
  const rest = joined(lines.filter((_, index) => isFolded[index]));
  if (own === "") return facts.hasFiles && rest !== "" ? { text: "", folded: rest } : { text: rest, folded: null };
  if (rest === "") return { text: own, folded: null };
  const firstFolded = lines.findIndex((line, index) => isFolded[index] && line !== "");
  const isBetween = lines.some((line, index) => index > firstFolded && !isFolded[index] && line !== "");
  return { text: own, folded: isBetween ? joined(lines) : rest };
}

/** Only the shape of these lines is read; the rest of a longer line is data. */
const shapeChars = 1_000;

function markQuotes(lines: readonly string[], facts: QuoteFacts): boolean[] {
  const shapes = withWrapped(lines.map((line) => line.slice(0, shapeChars)));
  const isForward = isForwarded(shapes.map(unmarked), facts);
  const isMarked = lines.map((line) => !isForward && line.startsWith(quotedMark));
  let at = 0;
  while (at < shapes.length) {
    const found = findQuote(shapes, at, { facts, isForward });
    if (!found) break;
    for (let index = found.begin; index < found.end; index += 1) isMarked[index] = true;
    at = shapes.findIndex((line, index) => index >= found.end && line !== "");
    if (at < 0) break;
    // Without these signs, nobody can tell where the quote ends.
    if (!isQuoteLine(shapes[at] ?? "")) return isMarked.fill(true, found.begin);
    while (at < shapes.length && (shapes[at] === "" || isQuoteLine(shapes[at] ?? ""))) isMarked[at++] = true;
  }
  const wasFound = isMarked.includes(true);
  // Further quotes of the same e-mail, with own lines between them.
  if (wasFound && !isForward)
    for (let index = isMarked.indexOf(true); index < shapes.length; index += 1)
      if (isQuoteLine(shapes[index] ?? "")) isMarked[index] = true;
  if (!wasFound && !isForward) markTail(shapes, isMarked);
  return isMarked;
}

/** The shortest quoted line that a program would wrap, and the width in which its next word had no room. */
const wrapped = { from: 55, width: 72 };

/** Programs wrap long quoted lines without a sign in front of the rest, which begins in the middle of a sentence. */
function withWrapped(lines: readonly string[]): string[] {
  return lines.map((line, index) => {
    const above = lines[index - 1] ?? "";
    const below = lines[index + 1] ?? "";
    if (!/^\p{Ll}/u.test(line) || !above.startsWith(">") || !(below === "" || isQuoteLine(below))) return line;
    const [word = ""] = line.split(" ", 1);
    const isFull = above.length >= wrapped.from && above.length + 1 + word.length > wrapped.width;
    return isFull && !/[.!?:;…]["”'»]?$/.test(above) ? `> ${line}` : line;
  });
}

const isQuoteLine = (line: string) => line.startsWith(">") || line.startsWith(quotedMark);

/** Lines below a mark in which its header block begins. */
const markedLines = 10;

interface Found {
  begin: number;
  /** The first line after the introduction. */
  end: number;
}

function findQuote(
  lines: readonly string[],
  from: number,
  { facts, isForward }: { facts: QuoteFacts; isForward: boolean },
): Found | undefined {
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line === "") continue;
    const isAbove = line.includes(quotedBelowMark) && !isForward;
    if (isAbove && !showsStranger(lines.slice(at, at + markedLines).map(unmarked), facts))
      return { begin: beginAbove(lines, at, from), end: at + 1 };
    const isMark = line.includes(aboveMarks.before) && line.includes(aboveMarks.after);
    const block = readHeaderBlock(lines, at, { facts, isForward });
    if (block !== undefined) return { begin: beginAbove(lines, at, from), end: block };
    if (isMark || hasOwnAddress(line, facts))
      return { begin: beginAbove(lines, at, from), end: endOfParagraph(lines, at) };
    const length = isForward ? undefined : isAttribution(lines, at, facts);
    if (length !== undefined) return { begin: beginAbove(lines, at, from), end: at + length };
  }
  return undefined;
}

/** A rule above a quote: `____`, or words between dashes. */
const separator = /^[>\s]{0,20}(?:_{5,}|-{3,}|={3,}|-{2,20}\s?\p{L}[^-]{2,60}-{2,20})$/u;
/** Most lines of an introduction above the line with an address. */
const maxAbove = 4;

/** An introduction can be wrapped, and have a rule above it. */
function beginAbove(lines: readonly string[], at: number, from: number): number {
  let begin = at;
  while (begin > from && at - begin < maxAbove && continues(lines[begin - 1] ?? "", lines[begin] ?? "")) begin -= 1;
  let above = begin - 1;
  while (above >= from && begin - above < maxAbove && lines[above] === "") above -= 1;
  const line = lines[above] ?? "";
  if (above < from) return begin;
  return (begin - above <= 2 && separator.test(line)) || (begin > above + 1 && isAboveBlock(line)) ? above : begin;
}

const labelled = /^[>*\s]{0,6}\p{L}[^:：]{0,30}[:：]\s?\S/u;
const number = /\p{Nd}/u;

/** Whether a line belongs to the introduction that goes on below it: both have labels, or the date is only in the first. */
function continues(line: string, below: string): boolean {
  if (line === "" || isQuoteLine(line) !== isQuoteLine(below) || line.length > 300) return false;
  if (labelled.test(line) && labelled.test(below)) return true;
  if (/^[>\s]{0,20}</.test(below)) return !/[.!?。！？]$/.test(line);
  return number.test(line) && !number.test(below.replace(/\S{0,200}@\S{0,200}/g, ""));
}

function endOfParagraph(lines: readonly string[], at: number): number {
  let end = at + 1;
  while (
    end < lines.length &&
    end - at < maxAbove &&
    lines[end] !== "" &&
    /[:：>]$/.test(lines[end] ?? "") &&
    !isQuoteLine(lines[end] ?? "")
  )
    end += 1;
  return end;
}

/** Quoted lines at the end that nothing introduces. Below a sentence with a colon they are the sender's own quotation. */
function markTail(lines: readonly string[], isMarked: boolean[]): void {
  let begin = lines.length;
  while (begin > 0 && (lines[begin - 1] === "" || isQuoteLine(lines[begin - 1] ?? ""))) begin -= 1;
  if (begin === 0 || /[:：]$/.test(lines[begin - 1] ?? "")) return;
  isMarked.fill(true, begin);
}

function joined(lines: readonly string[]): string {
  return lines.map(unmarked).join("\n").replace(/^\n+/, "").trimEnd();
}

function unmarked(line: string): string {
  return line.replaceAll(quotedMark, "").replaceAll(quotedBelowMark, "");
}
