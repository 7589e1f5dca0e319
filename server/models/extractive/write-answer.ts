import type { GeneratedAnswer, RetrievedChunk } from "../../assistant/ports.ts";
import { clipSpan } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { citationOf } from "../citations.ts";
import { cleanMarkdown, cleanSentence } from "./clean-markdown.ts";
import { isQuestion } from "./echo.ts";
import type { Question } from "./question-terms.ts";
import type { Quote } from "./quote-context.ts";
import { headingOf, type ScoredUnit } from "./score-units.ts";

/** Longest quote a citation may carry (protocol/messages.ts). */
const maxQuoteChars = 300;
/** Items of a list shown; a longer list is an inventory and its document is one click away. */
const maxListLines = 25;

/** Writes quotes as Markdown, each with the mark of its source. */
export function writeAnswer(quotes: Quote[], question: Pick<Question, "all" | "language">): GeneratedAnswer {
  const written = quotes.map((quote, index) => writeQuote(quote, question, `[${index + 1}]`));
  const citations = quotes.map(({ chunk, best, units }, index) => {
    const shown = units.find(({ unit }) => unit.start === best.unit.start) ?? best;
    const { start, end } = clipSpan(chunk.text, shown.unit.quote ?? shown.unit, maxQuoteChars);
    return citationOf(index + 1, chunk, chunk.text.slice(start, end));
  });
  return { text: written.join("\n\n"), citations };
}

function writeQuote(quote: Quote, question: Pick<Question, "all" | "language">, mark: string): string {
  const paragraphs = introOf(quote, question);
  let previous: ScoredUnit | undefined;
  for (const each of quote.units) {
    const body = bodyOf(each);
    if (body === "") continue;
    const { label } = each.unit;
    if (previous && label !== previous.unit.label && label !== "") paragraphs.push(inBold(label));
    const last = paragraphs.at(-1);
    if (previous && last !== undefined && isSameParagraph(previous, each))
      paragraphs[paragraphs.length - 1] = `${last} ${body}`;
    else paragraphs.push(body);
    previous = each;
  }
  const last = paragraphs.pop();
  return last === undefined ? "" : [...paragraphs, marked(last, mark)].join("\n\n");
}

/** The heading of what is quoted, when it tells more than the question: whose steps these are, and which question they answer. */
function introOf({ units, best, chunk }: Quote, question: Pick<Question, "all" | "language">): string[] {
  const heading = headingOf(units[0] ?? best);
  const tells = heading !== chunk.title || isQuestion(heading, question.language);
  const isSaid = contentStems(heading, question.language).every((stem) => question.all.has(stem));
  return heading !== "" && tells && !isSaid ? [inBold(heading)] : [];
}

function inBold(heading: string): string {
  return `**${cleanSentence(heading).replaceAll("**", "")}**`;
}

function isSameParagraph(one: ScoredUnit, other: ScoredUnit): boolean {
  return one.unit.kind === "sentence" && other.unit.kind === "sentence" && other.unit.block === one.unit.block;
}

function bodyOf({ unit, chunk }: ScoredUnit): string {
  const raw = chunk.text.slice(unit.start, unit.end);
  if (unit.kind === "sentence") return cleanSentence(raw);
  if (unit.kind === "code") return leadAnd(unit, chunk, raw.slice((unit.lines[0]?.start ?? unit.start) - unit.start));
  const shown = unit.lines.slice(0, maxListLines).map((line) => chunk.text.slice(line.start, line.end));
  const lines = unit.kind === "table" ? tableLines(shown) : listLines(shown);
  return leadAnd(unit, chunk, lines.join("\n"));
}

/** The announcing sentence in front of a list, table or piece of code. */
function leadAnd(unit: ScoredUnit["unit"], chunk: RetrievedChunk, body: string): string {
  const lead = cleanSentence(chunk.text.slice(unit.start, unit.lines[0]?.start ?? unit.start));
  // pattern-example: /^  \t/gm
  const outdented = body.replace(new RegExp(`^${/^[ \t]*/.exec(body)?.[0] ?? ""}`, "gm"), "");
  return lead === "" ? outdented : `${lead}\n\n${outdented}`;
}

/** Items on one line each, numbered through; an item that only announces what was cut off is left out. */
function listLines(items: string[]): string[] {
  const lines = items.map((item) =>
    cleanMarkdown(item)
      .replace(/(?<!\s)\s*\n\s*/g, " ")
      .trimEnd(),
  );
  while (lines.length > 1 && /[:：]$/.test(lines.at(-1) ?? "")) lines.pop();
  let number = 0;
  return lines.map((line) => line.replace(/^(\d+)([.)])/, (_match, _written, mark: string) => `${++number}${mark}`));
}

/** A table needs its delimiter row, which passages leave out. */
function tableLines(lines: string[]): string[] {
  const [header, ...rows] = lines.map((line) => cleanMarkdown(line).trim());
  if (!header || rows.length === 0) return lines;
  return [header, header.replace(/[^|]+/g, " --- "), ...rows];
}

/** The mark goes behind the last line, never into code or a table. */
function marked(body: string, mark: string): string {
  return /(?:```|~~~|\|)\s*$/.test(body) ? `${body}\n\n${mark}` : `${body} ${mark}`;
}
