import type { GeneratedAnswer, RetrievedChunk } from "../../assistant/ports.ts";
import { quoteFor } from "../../text/claims.ts";
import { headingOf } from "../../text/section.ts";
import { contentStems } from "../../text/words.ts";
import { citationOf } from "../citations.ts";
import { cleanMarkdown } from "./clean-markdown.ts";
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
