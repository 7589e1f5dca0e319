import { sentenceSpans } from "../../core/text/sentences.ts";
import { type Block, blockText } from "../reading/extract/blocks.ts";
import { isLabelRow, type Table, tableLines } from "../reading/table.ts";
import { lengthOfPieces, type Piece, packPieces, targetChars } from "./pack-pieces.ts";
import { withQuestionHeadings } from "./question-pairs.ts";

/** A passage of a document. */
export interface Passage {
  /** Headings above it, the outermost first, without the document's title; null at the top. */
  heading: string | null;
  page: number | null;
  text: string;
}

interface Section {
  path: string[];
  page: number | null;
  pieces: Piece[];
}

/**
 * Splits a document into passages: first at headings, so that a passage never spans two sections, then between blocks, rows, lines and
 * sentences. Leaves out tables of contents, because search would find them instead of the sections.
 */
export function* passagesOf(blocks: Block[], title: string): Generator<Passage> {
  for (const section of sectionsOf(withQuestionHeadings(withoutContents(blocks)), title)) yield* splitSection(section);
}

/** Fewest consecutive list items that equal headings of the document. Such a list is a table of contents. */
const minContents = 2;

/** The blocks without tables of contents and without the lines that introduce them. */
function withoutContents(blocks: Block[]): Block[] {
  const headings = new Set(blocks.flatMap((block) => (block.type === "heading" ? [bare(block.text)] : [])));
  const isEntry = (block: Block | undefined) => block?.type === "item" && headings.has(bare(block.text));
  const kept: Block[] = [];
  for (let at = 0; at < blocks.length; ) {
    let end = at;
    while (isEntry(blocks[end])) end += 1;
    if (end - at >= minContents) {
      const before = kept.at(-1);
      if (before?.type === "paragraph" && /[:：]\s*$/.test(before.text)) kept.pop();
      at = end;
      continue;
    }
    const block = blocks[at];
    if (block) kept.push(block);
    at += 1;
  }
  return kept;
}

/** Only the words of a text; ignores punctuation and spaces. */
function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function sectionsOf(blocks: Block[], title: string): Section[] {
  const sections: Section[] = [];
  const open: { level: number; text: string }[] = [];
  let current: Section = { path: [], page: null, pieces: [] };
  for (const block of blocks) {
    if (block.type !== "heading") {
      current.page ??= block.page ?? null;
      current.pieces.push(...piecesOf(block, current.pieces.length > 0));
      continue;
    }
    if (current.pieces.length === 0) {
      // A heading without text and without subsections becomes a line of the previous section.
      const line = open.at(-1);
      if (line && line.level >= block.level) addLine(sections.at(-1), line.text);
    } else sections.push(current);
    while ((open.at(-1)?.level ?? 0) >= block.level) open.pop();
    open.push({ level: block.level, text: block.text });
    const path = open.map(({ text }) => text).filter((text, index) => index > 0 || !isSame(text, title));
    current = { path, page: block.page ?? null, pieces: [] };
  }
  if (current.pieces.length > 0) sections.push(current);
  else addLine(sections.at(-1), open.at(-1)?.text);
  return sections;
}

function addLine(section: Section | undefined, text: string | undefined): void {
  if (text !== undefined) section?.pieces.push({ text, joiner: "\n\n", isProse: false });
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function piecesOf(block: Block, follows: boolean): Piece[] {
  const joiner = follows ? "\n\n" : "";
  switch (block.type) {
    case "table":
      return tablePieces(block, joiner);
    case "code":
      return cutLines(block.text, targetChars - 20).map((text, index) => ({
        text: blockText({ ...block, text }),
        joiner: index === 0 ? joiner : "\n\n",
        isProse: false,
      }));
    case "item":
      return cutProse(block.text).map((text, index) => ({
        text,
        joiner: follows ? (index === 0 ? "\n" : " ") : "",
        isProse: true,
      }));
    default:
      return cutProse(block.text).map((text, index) => ({ text, joiner: index === 0 ? joiner : " ", isProse: true }));
  }
}

/** Length of a row above which it is cut; a passage of this length still fits into the retrieval context. */
const maxRowChars = 8_000;

/** The rows of a table, each with its caption and header, and with the label of its group. */
function tablePieces(table: Table, joiner: string): Piece[] {
  const { lead, rows } = tableLines(table);
  const pieces: Piece[] = [];
  let label: string | undefined;
  for (const [index, text] of rows.entries()) {
    const isLabel = isLabelRow(table, index);
    if (isLabel) label = text;
    // The first row below a label carries it.
    if (isLabel && index + 1 < rows.length && !isLabelRow(table, index + 1)) continue;
    const parts = text.length > maxRowChars ? cutProse(text) : [text];
    pieces.push(
      ...parts.map((part, at) => ({
        text: part,
        joiner: at > 0 ? " " : pieces.length === 0 ? joiner : "\n",
        isProse: false,
        lead: lead.join("\n"),
        ...(label === undefined || isLabel ? {} : { label }),
      })),
    );
  }
  return pieces.length > 0 ? pieces : [{ text: lead.join("\n"), joiner, isProse: false }];
}

/** Splits a text between sentences if it is longer than a passage. */
function cutProse(text: string): string[] {
  if (text.length <= targetChars) return [text];
  const spans = sentenceSpans(text);
  const parts = spans.map(({ start, end }) => text.slice(start, end));
  return (parts.length > 0 ? parts : [text]).flatMap((part) => cutWords(part));
}

/** Splits a long sentence between words, and a long word between characters. */
function cutWords(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > targetChars) {
    const space = rest.lastIndexOf(" ", targetChars);
    const high = rest.charCodeAt(targetChars - 1);
    const cut = space > targetChars / 2 ? space : high >= 0xd800 && high <= 0xdbff ? targetChars - 1 : targetChars;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return [...parts, rest].filter((part) => part !== "");
}

function cutLines(text: string, limit: number): string[] {
  if (text.length <= limit) return [text];
  const parts: string[] = [];
  let open = "";
  for (const line of text.split("\n").flatMap((each) => (each.length > limit ? cutWords(each) : [each]))) {
    if (open !== "" && open.length + line.length + 1 > limit) {
      parts.push(open);
      open = line;
    } else open = open === "" ? line : `${open}\n${line}`;
  }
  return [...parts, open].filter((part) => part.trim() !== "");
}

function splitSection(section: Section): Passage[] {
  const heading = section.path.length > 0 ? section.path.join(" > ") : null;
  return packPieces(section.pieces, lengthOfPieces(section.pieces)).map((text) => ({
    heading,
    page: section.page,
    text,
  }));
}
