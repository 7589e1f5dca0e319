import { quoteFor } from "../../../core/text/claims.ts";
import { headingOf } from "../../../core/text/section.ts";
import { clipSpan } from "../../../core/text/sentences.ts";
import { contentStems } from "../../../core/text/words.ts";
import { tierOf } from "../../grading/tier.ts";
import type { GeneratedAnswer, GradeResult, RetrievedChunk } from "../../ports.ts";
import { type CallResult, citable, hasTold } from "../../tool-ports.ts";
import { citationOf, toolCitation } from "../citations.ts";
import type { AskedQuestion } from "./confidence.ts";

/** Characters of a passage in which a quote is looked for: none is longer. */
const mostRead = 2_400;

/** A section as Markdown with the mark of its source: below its heading, unless the heading only repeats the question. */
export function writeSection(chunk: RetrievedChunk, question: AskedQuestion): GeneratedAnswer {
  const { text, isCut } = chunk.section ?? { text: chunk.text, isCut: false };
  const body = tidy(text);
  if (body === "") return { text: "", citations: [] };
  const heading = headingOf(chunk);
  const shown = repeats(heading, question)
    ? body
    : `**${cleanMarkdown(heading).replaceAll("**", "").trim()}**\n\n${body}`;
  const more = isCut && chunk.url ? ` […](${chunk.url})` : isCut ? " …" : "";
  return {
    text: `${marked(shown, "[1]")}${more}`,
    citations: [citationOf(1, chunk, quoteFor(question.text, chunk.text.slice(0, mostRead), question.language))],
  };
}

/** Share of the heading's content words that the question has, from which on the heading tells a reader nothing new. */
const mostRepeated = 0.7;

function repeats(heading: string, { stems, language }: AskedQuestion): boolean {
  const own = contentStems(heading, language);
  return own.filter((stem) => stems.has(stem)).length >= mostRepeated * own.length;
}

/** Tables need their delimiter row, which passages leave out; everything else is shown as it is written. */
function tidy(text: string): string {
  return withDelimiters(cleanMarkdown(text).split("\n"))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function withDelimiters(lines: string[]): string[] {
  const isRow = (line: string | undefined) => /^\s*\|.*\|\s*$/.test(line ?? "");
  return lines.flatMap((line, index) => {
    const begins = isRow(line) && !isRow(lines[index - 1]) && isRow(lines[index + 1]);
    return begins && !/^[\s|:-]+$/.test(lines[index + 1] ?? "")
      ? [line, line.replace(/[^|]+/g, " --- ").trim()]
      : [line];
  });
}

/** The mark goes behind the last line, never into code or a table. */
function marked(body: string, mark: string): string {
  return /(?:```|~~~|\|)\s*$/.test(body) ? `${body}\n\n${mark}` : `${body} ${mark}`;
}

/**
 * A piece of a passage as it may stand in an answer: no pictures, no HTML, no links that lead nowhere from here. Links of the
 * web stay links; others leave their text behind.
 */
export function cleanMarkdown(raw: string): string {
  // What stands in code is meant as it is written.
  const parts = raw.split(/(```[\s\S]*?```|`[^`\n]+`)/);
  const cleaned = parts.map((part, index) => (index % 2 === 1 ? part : cleanProse(part))).join("");
  return balanced(cleaned).replace(/(?<![ \t])[ \t]+$/gm, "");
}

function cleanProse(prose: string): string {
  const cleaned = prose
    .replace(/!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])?/g, "")
    .replace(/\[([^[\]]+)\]\((?!https?:\/\/|mailto:)[^()]*\)/g, "$1")
    .replace(/\[([^[\]]+)\]\[[^[\]]*\]/g, "$1")
    .replace(/<\/?(?:[a-z][\w-]*)(?:\s[^<>]*)?>/gi, (tag) => (/^<br/i.test(tag) ? " " : ""))
    .replace(/\{\{[^{}]*\}\}|\{%[^%{]*%\}/g, "")
    .replace(/^[ \t]*>[ \t]?/gm, "")
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, "")
    .replace(/\[\^[^[\]]+\]/g, "");
  return withoutForeignMarks(cleaned);
}

/** A sentence on one line. */
export function cleanSentence(raw: string): string {
  return cleanMarkdown(raw).replace(/\s+/g, " ").trim();
}

/** `[3]` in a document would look like a citation of ours. */
function withoutForeignMarks(text: string): string {
  return text.replace(/(?<!\])\[(\d{1,3})\](?!\()/g, "($1)");
}

/** Half a pair of emphasis or code marks (its other half stands in another sentence) would run on to the end of the answer. */
function balanced(text: string): string {
  let result = text;
  for (const mark of ["**", "__", "`"]) {
    if ((result.split(mark).length - 1) % 2 === 1) result = result.replace(mark, "");
  }
  return result;
}

/** "Plan: Pro" and the like; what is remembered in other words names no thing of the visitor's by which a question could mean it. */
const named = /^([\p{L}][\p{L} -]{1,30}): ([^:]{1,60})$/u;
const owners = "my|our|mein(?:e|en|em|er)?|unser(?:e|en|em|er)?|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]s?";

/**
 * The question with the values of what the visitor calls their own, where they are remembered: "Does my plan have SSO?" becomes "Does my
 * plan have SSO? (Pro)". Unchanged where none is meant.
 */
export function withMemories(question: string, memories: readonly string[]): string {
  const values = memories.flatMap((memory) => {
    const [, label, value] = named.exec(memory) ?? [];
    if (!label || !value || question.toLowerCase().includes(value.toLowerCase())) return [];
    return new RegExp(`(?<![\\p{L}])(?:${owners}) (?:[\\p{L}-]+ )?${label}(?![\\p{L}])`, "iu").test(question)
      ? [value]
      : [];
  });
  return values.length === 0 ? question : `${question.trim()} (${values.join(", ")})`;
}

/** Longest quote a citation may carry (protocol/messages.ts). */
const maxQuoteChars = 300;
/**
 * The grade of an answer that a tool gave. By rule: the tool completed, and every argument that it requires stood in the visitor's words, the
 * page or who they are, so nothing was guessed. What is left is that the question wanted something else, which is measured where it is
 * decided (`propose-by-rules.ts`): less than one call in a hundred questions. It is no chance that was fitted, and on no calibration's scale.
 */
const gradeOfTold = 0.9;
/** Another call failed besides: a part of what was asked may be missing. Below every usual threshold. */
const gradeOfPart = 0.6;

/** Whether an answer by rules is what tools told, and not a quote of the documents. */
export function answersByTools(results: readonly CallResult[] = []): boolean {
  return results.some((result) => hasTold(result) && result.shown.trim() !== "");
}

/** What tools told, as people read it, each with the mark of its source. */
export function writeToolAnswer(results: readonly CallResult[]): GeneratedAnswer {
  const told = results.filter((result) => hasTold(result) && result.shown.trim() !== "");
  const cited = citable(told);
  const texts = told.map((result) => {
    const body = cleanMarkdown(result.shown).trim();
    const index = cited.indexOf(result) + 1;
    if (index === 0) return body;
    // The mark goes behind the last line, never into code or a table.
    return `${body}${/(?:```|~~~|\|)\s*$/.test(body) ? "\n\n" : " "}[${index}]`;
  });
  const citations = cited.map((result, index) => {
    const { start, end } = clipSpan(result.shown, { start: 0, end: result.shown.length }, maxQuoteChars);
    return toolCitation(index + 1, result, result.shown.slice(start, end));
  });
  return { text: texts.join("\n\n"), citations };
}

/** See `gradeOfTold`. */
export function gradeToolAnswer(results: readonly CallResult[]): GradeResult {
  const failed = results.filter((result) => !hasTold(result));
  const score = failed.length > 0 ? gradeOfPart : gradeOfTold;
  const names = [...new Set(results.filter(hasTold).flatMap(({ tool }) => tool.connection || []))];
  const from = names.length > 0 ? ` from ${names.join(", ")}` : "";
  const reason =
    failed.length > 0
      ? `Answered by a tool${from}; another call failed.`
      : `Answered by a tool${from}. The visitor gave every argument.`;
  const supported = results.filter(hasTold).map(({ shown }) => shown.slice(0, 200).toWellFormed());
  return {
    score,
    tier: tierOf(score),
    reason,
    supported,
    unsupported: [],
    missing: failed.map(({ tool }) => tool.title),
  };
}
