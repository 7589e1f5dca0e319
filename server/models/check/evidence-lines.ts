import type { RetrievedChunk } from "../../assistant/ports.ts";
import type { Language } from "../../text/language.ts";
import type { Span } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { unitsOf } from "./passage-units.ts";

/** One sentence, item or row of a passage: what a statement is held against. */
export interface EvidenceLine extends Span {
  /** Place of the passage among those read. */
  passage: number;
  text: string;
  /** Its own stems. */
  stems: ReadonlySet<string>;
  /** Those of its neighbours, and of the headings above it: what "it" stands for. */
  around: ReadonlySet<string>;
  /** The heading right above it. */
  heading: string;
  /** With its neighbours, in which numbers and names are looked for as well. */
  nearby: string;
}

/** The passages as lines, in their order. Stems are those of each passage's language. */
export function linesOf(chunks: readonly RetrievedChunk[], languages: readonly Language[]): EvidenceLine[] {
  return chunks.flatMap((chunk, passage) => linesOfPassage(chunk, passage, languages[passage] ?? "en"));
}

function linesOfPassage(chunk: RetrievedChunk, passage: number, language: Language): EvidenceLine[] {
  const { text, title } = chunk;
  const spans = unitsOf(text).flatMap((unit) => {
    const lead = { start: unit.start, end: unit.lines[0]?.start ?? unit.end };
    const parts = unit.lines.length > 0 && unit.kind !== "code" ? [lead, ...unit.lines] : [unit];
    const heading = unit.label || (chunk.heading?.split(" > ").at(-1) ?? "") || title;
    return parts
      .filter(({ start, end }) => text.slice(start, end).trim() !== "")
      .map((span) => ({ span, heading, lead }));
  });
  const stems = spans.map(({ span }) => contentStems(text.slice(span.start, span.end), language));
  const above = contentStems(`${title} ${chunk.heading ?? ""}`, language);
  return spans.map(({ span, heading, lead }, index) => {
    const { start, end } = trimmed(text, span);
    const [before, behind] = [spans[index - 1]?.span ?? span, spans[index + 1]?.span ?? span];
    const words = [...above, ...contentStems(`${heading} ${text.slice(lead.start, lead.end)}`, language)];
    return {
      start,
      end,
      passage,
      text: text.slice(start, end),
      stems: new Set(stems[index]),
      around: new Set([...words, ...(stems[index - 1] ?? []), ...(stems[index] ?? []), ...(stems[index + 1] ?? [])]),
      heading,
      nearby: `${heading}\n${text.slice(Math.min(before.start, lead.start), behind.end)}`,
    };
  });
}

function trimmed(text: string, { start, end }: Span): Span {
  const slice = text.slice(start, end);
  return { start: end - slice.trimStart().length, end: start + slice.trimEnd().length };
}
