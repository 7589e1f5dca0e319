import { type Block, blockText } from "../reading/extract/blocks.ts";
import { sentenceSpans } from "../text/sentences.ts";
import { lengthOfPieces, type Piece, packPieces, targetChars } from "./pack-pieces.ts";

/** A passage as it is found, cited and read. */
export interface Passage {
  /** Headings above it from the outermost in, without the document's title; null at the top. */
  heading: string | null;
  page: number | null;
  text: string;
}

/** Sections shorter than this that follow each other are joined: alone they say too little to be found. */
const crumbChars = 120;

interface Section {
  path: string[];
  page: number | null;
  pieces: Piece[];
}

/** Cuts a document into passages: along its headings first, then between blocks, rows, lines and sentences. */
export function* passagesOf(blocks: Block[], title: string): Generator<Passage> {
  for (const section of joinCrumbs(sectionsOf(blocks, title))) yield* splitSection(section);
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
    sections.push(current);
    while ((open.at(-1)?.level ?? 0) >= block.level) open.pop();
    open.push({ level: block.level, text: block.text });
    const path = open.map(({ text }) => text).filter((text, index) => index > 0 || !isSame(text, title));
    current = { path, page: block.page ?? null, pieces: [] };
  }
  sections.push(current);
  return sections.filter((section) => section.pieces.length > 0 || section.path.length > 0);
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function piecesOf(block: Block, follows: boolean): Piece[] {
  const joiner = follows ? "\n\n" : "";
  switch (block.type) {
    case "table":
      return block.rows.length === 0
        ? [{ text: block.header ?? "", joiner, isProse: false }]
        : block.rows.flatMap((row, index) => rowPieces(row, block.header, index === 0 ? joiner : "\n"));
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

function rowPieces(row: string, header: string | null, joiner: string): Piece[] {
  // A row longer than a passage cannot be kept whole.
  return cutProse(row).map((text, index) => ({
    text,
    joiner: index === 0 ? joiner : " ",
    isProse: false,
    ...(header === null ? {} : { lead: header }),
  }));
}

/** A text as it is, or cut between sentences when it is longer than a passage. */
function cutProse(text: string): string[] {
  if (text.length <= targetChars) return [text];
  const spans = sentenceSpans(text);
  const parts = spans.map(({ start, end }) => text.slice(start, end));
  return (parts.length > 0 ? parts : [text]).flatMap((part) => cutWords(part));
}

/** A sentence without end is cut between words, and a word without end between characters. */
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

/** Joins sections that say too little alone with each other; their headings become lines of the text. */
function joinCrumbs(sections: Section[]): Section[] {
  const joined: Section[] = [];
  let group: Section[] = [];
  for (const section of sections) {
    const isWhole = lengthOf(section) >= crumbChars;
    const total = [...group, section].reduce((sum, each) => sum + lengthOf(each), 0);
    if (isWhole || total > targetChars) {
      const told = group.findLastIndex(({ pieces }) => pieces.length > 0) + 1;
      joined.push(mergeGroup(group.slice(0, told)));
      group = group.slice(told); // A heading without text belongs to what follows it.
    }
    group.push(section);
    if (isWhole) joined.push(mergeGroup(group.splice(0)));
  }
  joined.push(mergeGroup(group));
  return joined.filter((section) => section.pieces.length > 0);
}

/** Its path is that of all sections of it that have a text. */
function mergeGroup(group: Section[]): Section {
  const told = group.filter((section) => section.pieces.length > 0);
  const [first, ...others] = told.length > 0 ? told : group;
  if (!first || group.length === 1) return first ?? { path: [], page: null, pieces: [] };
  const path = first.path.slice(
    0,
    Math.min(...[first, ...others].map((other) => sharedLength(first.path, other.path))),
  );
  const pieces: Piece[] = [];
  for (const section of group) {
    const below = section.path.slice(sharedLength(path, section.path)).join(" > ");
    if (below !== "" && (section.pieces.length > 0 || !isParent(section, group))) {
      pieces.push({ text: below, joiner: pieces.length > 0 ? "\n\n" : "", isProse: false });
    }
    section.pieces.forEach((piece, index) => {
      pieces.push(index === 0 && pieces.length > 0 ? { ...piece, joiner: "\n" } : piece);
    });
  }
  return { path, page: first.page, pieces };
}

/** How many headings from the outermost in are the same. */
function sharedLength(one: string[], other: string[]): number {
  const differs = one.findIndex((text, index) => other[index] !== text);
  return differs < 0 ? one.length : differs;
}

/** A heading directly above another one of the group is repeated by it. */
function isParent(section: Section, group: Section[]): boolean {
  return group.some((other) => other.path.length > section.path.length && isPrefix(section.path, other.path));
}

function isPrefix(short: string[], long: string[]): boolean {
  return short.every((text, index) => long[index] === text);
}

function lengthOf(section: Section): number {
  return lengthOfPieces(section.pieces);
}

function splitSection(section: Section): Passage[] {
  const heading = section.path.length > 0 ? section.path.join(" > ") : null;
  return packPieces(section.pieces, lengthOf(section)).map((text) => ({ heading, page: section.page, text }));
}
