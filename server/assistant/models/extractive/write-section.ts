import { quoteFor } from "../../../core/text/claims.ts";
import { headingOf } from "../../../core/text/section.ts";
import { clipSpan } from "../../../core/text/sentences.ts";
import { contentStems } from "../../../core/text/words.ts";
import { tierOf } from "../../grading/tier.ts";
import type { GeneratedAnswer, GradeResult, RetrievedChunk } from "../../ports.ts";
import { type CallResult, citable, hasTold } from "../../tool-ports.ts";
import { citationOf, toolCitation } from "../citations.ts";
import type { AskedQuestion } from "./confidence.ts";

/** Characters of a passage that are searched for a quote: no passage is longer. */
const mostRead = 2_400;

/** A section as Markdown with its citation mark, below its heading unless the heading only repeats the question. */
export function writeSection(chunk: RetrievedChunk, question: AskedQuestion): GeneratedAnswer {
  const { text, isCut } = chunk.section ?? { text: chunk.text, isCut: false };
  const heading = headingOf(chunk);
  const body = withoutHeading(tidy(text), heading);
  if (body === "") return { text: "", citations: [] };
  const shown = repeats(heading, question)
    ? body
    : `**${cleanMarkdown(heading).replaceAll("**", "").trim()}**\n\n${body}`;
  const more = isCut && chunk.url ? ` […](${chunk.url})` : isCut ? " …" : "";
  return {
    text: `${marked(shown, "[1]")}${more}`,
    citations: [citationOf(1, chunk, quoteFor(question.text, chunk.text.slice(0, mostRead), question.language))],
  };
}

/** A heading with at least this share of its content words in the question adds nothing and is left out. */
const mostRepeated = 0.7;

function repeats(heading: string, { stems, language }: AskedQuestion): boolean {
  const own = contentStems(heading, language);
  return own.filter((stem) => stems.has(stem)).length >= mostRepeated * own.length;
}

/** Removes the heading from the beginning of a text that repeats it, once or more; a text that is only the heading stays. */
function withoutHeading(body: string, heading: string): string {
  const plain = (line: string) =>
    cleanMarkdown(line)
      .replaceAll(/[*_`:#]/g, "")
      .trim()
      .toLowerCase();
  const wanted = plain(heading);
  const lines = body.split("\n");
  const first = lines.findIndex((line) => plain(line) !== wanted && line.trim() !== "");
  return first > 0 && wanted !== "" ? lines.slice(first).join("\n") : body;
}

/** Adds the delimiter row that passages leave out to tables; other text stays unchanged. */
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

/** The mark follows the last line; it must not be inside code or a table. */
function marked(body: string, mark: string): string {
  return /(?:```|~~~|\|)\s*$/.test(body) ? `${body}\n\n${mark}` : `${body} ${mark}`;
}

/**
 * Cleans a piece of a passage for an answer: removes pictures, HTML and relative links. Web links stay; other links are replaced by their
 * text.
 */
export function cleanMarkdown(raw: string): string {
  // Code stays unchanged.
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

/** `[3]` in a document would look like our citation mark. */
function withoutForeignMarks(text: string): string {
  return text.replace(/(?<!\])\[(\d{1,3})\](?!\()/g, "($1)");
}

/** Removes an unpaired emphasis or code mark, whose counterpart is in another sentence: it would format the rest of the answer. */
function balanced(text: string): string {
  let result = text;
  for (const mark of ["**", "__", "`"]) {
    if ((result.split(mark).length - 1) % 2 === 1) result = result.replace(mark, "");
  }
  return result;
}

/** "Plan: Pro" and similar. A memory in another form does not name an attribute that a question can refer to. */
const named = /^([\p{L}][\p{L} -]{1,30}): ([^:]{1,60})$/u;
const owners = "my|our|mein(?:e|en|em|er)?|unser(?:e|en|em|er)?|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]s?";

/**
 * Adds the remembered values of attributes that the visitor refers to: "Does my plan have SSO?" becomes "Does my plan have SSO? (Pro)".
 * Unchanged when there is no such reference.
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

/** Longest quote of a citation, in characters (protocol/messages.ts). */
const maxQuoteChars = 300;
/**
 * The grade of an answer from a tool, set by rule: the tool completed, and every required argument came from the visitor's words, the page
 * or the visitor's identity, so nothing was guessed. The remaining risk is that the question asked for something else; this is measured for
 * the choice of the tool (`propose-by-rules.ts`): less than 1% of the questions. It is not a fitted probability and belongs to no
 * calibration's scale.
 */
const gradeOfTold = 0.9;
/** Grade when another call failed: part of the answer may be missing. Below every usual threshold. */
const gradeOfPart = 0.6;

/** True when an answer by rules reports tool results instead of quoting documents. */
export function answersByTools(results: readonly CallResult[] = []): boolean {
  return results.some((result) => hasTold(result) && result.shown.trim() !== "");
}

/** Writes the tool results in readable form, each with its citation mark. */
export function writeToolAnswer(results: readonly CallResult[]): GeneratedAnswer {
  const told = results.filter((result) => hasTold(result) && result.shown.trim() !== "");
  const cited = citable(told);
  const texts = told.map((result) => {
    const body = cleanMarkdown(result.shown).trim();
    const index = cited.indexOf(result) + 1;
    if (index === 0) return body;
    // The mark follows the last line; it must not be inside code or a table.
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
