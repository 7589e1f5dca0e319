import type { CopilotChunk } from "../../../copilot/ports.ts";
import { type Language, languageOf } from "../../../text/language.ts";
import { type Span, sentenceSpans, trimSpan } from "../../../text/sentences.ts";
import { contentStems } from "../../../text/words.ts";
import type { EvidenceLine } from "../../check/evidence-lines.ts";
import { type Unit, unitsOf } from "../../check/passage-units.ts";
import { blanked, type Fact, factsIn } from "./facts.ts";
import { plainOf, wordsKey } from "./plain.ts";

/** One statement of a document: a sentence, an item, a row or a heading. */
export interface Line extends EvidenceLine {
  chunk: CopilotChunk;
  kind: "sentence" | "item" | "row" | "code" | "heading";
  /** Without markup, on one line. */
  plain: string;
  /** What it is about: its stems without those of numbers and dates, which may change while the matter stays. */
  topic: ReadonlySet<string>;
  /** Numbers, dates and duties of `plain`. */
  facts: readonly Fact[];
  /** Equal for two lines that say the same in the same words. */
  key: string;
  /** Ends with a colon: says nothing without what follows it. */
  announces: boolean;
  language: Language;
}

/** A passage repeats at most so much of the one before it (`server/knowledge/pack-pieces.ts`: one and a half times its overlap). */
const mostRepeated = 225;

/**
 * The statements of a document in reading order, each once: what a passage repeats of the one before it is left out. A heading is a line before
 * those below it and points at the first of them.
 * @param chunks of one version, in any order
 */
export function linesOfDocument(chunks: readonly CopilotChunk[], locale: string): Line[] {
  const ordered = chunks.toSorted((one, other) => one.ordinal - other.ordinal);
  const language = languageOf(ordered.map(({ text }) => text).join("\n"), locale);
  const lines: Line[] = [];
  let before: CopilotChunk | undefined;
  for (const [passage, chunk] of ordered.entries()) {
    const from = before?.ordinal === chunk.ordinal - 1 ? repeatedUntil(before, chunk) : 0;
    const own = linesOfChunk(chunk, { passage, language }).filter(({ end }) => end > from);
    const [first] = own;
    if (first && chunk.heading !== null && chunk.heading !== before?.heading)
      lines.push(...headingLines({ chunk, before, first, language }));
    lines.push(...own);
    before = chunk;
  }
  return lines;
}

/** Where what is new in a passage begins. */
function repeatedUntil(before: CopilotChunk, chunk: CopilotChunk): number {
  if (before.heading !== chunk.heading) return 0;
  // The header of a table stands on top of each passage of it.
  const [header = ""] = chunk.text.split("\n");
  const table = /^\s*\|.*\|\s*$/.test(header) && before.text.split("\n").includes(header) ? header.length : 0;
  for (let length = Math.min(mostRepeated, chunk.text.length, before.text.length); length > table; length -= 1)
    if (before.text.endsWith(chunk.text.slice(0, length))) return length;
  return table;
}

/** The headings that are new above a passage, the outermost first. */
function headingLines({
  chunk,
  before,
  first,
  language,
}: {
  chunk: CopilotChunk;
  before: CopilotChunk | undefined;
  first: Line;
  language: Language;
}): Line[] {
  const path = (chunk.heading ?? "").split(" > ");
  const above = (before?.heading ?? "").split(" > ");
  const shared = path.findIndex((part, index) => above[index] !== part);
  return path.slice(Math.max(0, shared)).map((heading) => {
    const plain = plainOf(heading);
    const stems = new Set(contentStems(plain, language));
    return {
      ...first,
      kind: "heading",
      plain,
      key: wordsKey(plain),
      stems,
      topic: stems,
      facts: factsIn(plain, language),
    };
  });
}

function linesOfChunk(chunk: CopilotChunk, { passage, language }: { passage: number; language: Language }): Line[] {
  const found = unitsOf(chunk.text).flatMap((unit) => partsOf(chunk.text, unit).map((part) => ({ ...part, unit })));
  const above = contentStems(`${chunk.title} ${chunk.heading ?? ""}`, language);
  const read = found.flatMap(({ span, kind, unit }) => {
    const { start, end } = trimSpan(chunk.text, span);
    const text = chunk.text.slice(start, end);
    const plain = kind === "code" ? text : plainOf(text);
    if (!/[\p{L}\p{N}]{2}/u.test(plain)) return [];
    const stems = new Set(contentStems(plain, language));
    const facts = kind === "code" ? [] : factsIn(plain, language);
    return [
      { start, end, text, plain, kind, stems, facts, heading: unit.label || lastOf(chunk.heading) || chunk.title },
    ];
  });
  return read.map((line, index) => {
    const [previous, next] = [read[index - 1] ?? line, read[index + 1] ?? line];
    const lead = contentStems(line.heading, language);
    return {
      ...line,
      chunk,
      passage,
      language,
      topic: topicOf(line, language),
      key: wordsKey(line.plain),
      announces: /[:：]["')*_]*$/.test(line.plain),
      around: new Set([...above, ...lead, ...previous.stems, ...line.stems, ...next.stems]),
      nearby: `${line.heading}\n${chunk.text.slice(previous.start, next.end)}`,
    };
  });
}

function topicOf({ plain, facts }: Pick<Line, "plain" | "facts">, language: Language): ReadonlySet<string> {
  const values = facts.filter(({ kind }) => kind !== "obligation");
  const topic = new Set(contentStems(blanked(plain, values), language));
  return topic.size > 0 ? topic : new Set(contentStems(plain, language));
}

function lastOf(heading: string | null): string {
  return heading?.split(" > ").at(-1) ?? "";
}

/** A sentence as it is; of a list the announcement and the sentences of each item; of a table its rows. */
function partsOf(text: string, unit: Unit): { span: Span; kind: Line["kind"] }[] {
  if (unit.kind === "sentence") return [{ span: unit, kind: "sentence" }];
  const lead = { start: unit.start, end: unit.lines[0]?.start ?? unit.start };
  const leads =
    lead.end > lead.start ? sentenceSpans(text, lead).map((span) => ({ span, kind: "sentence" as const })) : [];
  if (unit.kind === "code") return [...leads, { span: { start: lead.end, end: unit.end }, kind: "code" }];
  if (unit.kind === "table") return [...leads, ...unit.lines.map((span) => ({ span, kind: "row" as const }))];
  const items = unit.lines.flatMap((line) => sentenceSpans(text, line));
  return [...leads, ...items.map((span) => ({ span, kind: "item" as const }))];
}

/** Whether a statement fixes a number, a date or an obligation. */
export function fixesSomething({ facts }: Pick<Line, "facts">): boolean {
  return facts.some(({ kind, value }) => kind !== "obligation" || value === "must" || value === "forbidden");
}
