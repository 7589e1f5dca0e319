import type { GeneratedAnswer, RetrievedChunk } from "../../assistant/ports.ts";
import { clipSpan, type Span } from "../../text/sentences.ts";
import { citationOf } from "../citations.ts";
import { cleanMarkdown, cleanSentence } from "./clean-markdown.ts";
import type { ScoredUnit } from "./score-units.ts";

/** Longest quote a citation may carry (protocol/messages.ts). */
const maxQuoteChars = 300;
/** Items of a list shown; a longer list is an inventory and its document is one click away. */
const maxListLines = 15;

interface Source extends Span {
  chunk: RetrievedChunk;
}

/** Writes the picked units as Markdown, each with the mark of its source. */
export function writeAnswer(picked: ScoredUnit[]): GeneratedAnswer {
  const sources: Source[] = [];
  let text = "";
  let previous: ScoredUnit | undefined;
  for (const each of picked) {
    const body = bodyOf(each);
    if (body === "") continue;
    const mark = `[${indexFor(each, sources)}]`;
    const piece = each.unit.kind === "sentence" ? `${body} ${mark}` : markBlock(body, mark);
    text += joinerFor(previous, each) + piece;
    previous = each;
  }
  const citations = sources.map(({ chunk, start, end }, index) =>
    citationOf(index + 1, chunk, chunk.text.slice(start, end)),
  );
  return { text, citations };
}

/** Sentences that follow each other in their passage share a citation as long as its quote holds them all. */
function indexFor({ unit, chunk }: ScoredUnit, sources: Source[]): number {
  const last = sources.at(-1);
  if (
    last &&
    last.chunk.chunk_id === chunk.chunk_id &&
    unit.start >= last.end &&
    unit.end - last.start <= maxQuoteChars &&
    /^\s*$/.test(chunk.text.slice(last.end, unit.start))
  ) {
    last.end = unit.end;
    return sources.length;
  }
  sources.push({ chunk, ...clipSpan(chunk.text, unit.quote ?? unit, maxQuoteChars) });
  return sources.length;
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
  const outdented = body.replace(new RegExp(`^${/^[ \t]*/.exec(body)?.[0] ?? ""}`, "gm"), "");
  return lead === "" ? outdented : `${lead}\n\n${outdented}`;
}

/** Items on one line each, numbered through; an item that only announces what was cut off is left out. */
function listLines(items: string[]): string[] {
  const lines = items.map((item) =>
    cleanMarkdown(item)
      .replace(/\s*\n\s*/g, " ")
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

/** The mark goes behind the announcing sentence, or else behind the last line, never into code or a table. */
function markBlock(body: string, mark: string): string {
  const gap = body.indexOf("\n\n");
  const lead = gap > 0 && !/^(?:[-*+|`]|\d+[.)])/.test(body);
  if (lead) return `${body.slice(0, gap)} ${mark}${body.slice(gap)}`;
  return /(?:```|~~~|\|)\s*$/.test(body) ? `${body}\n\n${mark}` : `${body} ${mark}`;
}

function joinerFor(previous: ScoredUnit | undefined, next: ScoredUnit): string {
  if (!previous) return "";
  const sameParagraph =
    previous.unit.kind === "sentence" &&
    next.unit.kind === "sentence" &&
    previous.chunk === next.chunk &&
    next.unit.block - previous.unit.block <= 1;
  return sameParagraph ? " " : "\n\n";
}
