import { parseHTML } from "linkedom";
import mammoth from "mammoth";
import type { FileInHand } from "../child/read-file.ts";
import { UnreadableFile } from "../child/unreadable-file.ts";
import { type Block, cleanText, countVisible } from "../extract/blocks.ts";
import { blocksOfElement, itemLevel } from "../extract/html-blocks.ts";
import { replaceSigns } from "../extract/html-signs.ts";
import type { Reading } from "../parsers/parsed-file.ts";
import { coverageOfDocx, notesOn } from "./losses.ts";
import { itemLevels, itemStyle } from "./plain-parts.ts";
import { unpackDocx } from "./unpack-docx.ts";

const options = {
  styleMap: [
    "p[style-name='Title'] => h1:fresh",
    "p[style-name='Subtitle'] => h2:fresh",
    ...Array.from({ length: itemLevels }, (_, level) => `p.${itemStyle}${level} => p.${itemStyle}${level}:fresh`),
  ],
  convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
  // Empty lines in table cells keep the lines of a row aligned.
  ignoreEmptyParagraphs: false,
  // Links to files stay links: the reader opens nothing outside the document.
  externalFileAccess: false,
};

/** Reads the text of a Word document: body, tables and notes, with insertions and without deletions. */
export async function readDocx({ bytes }: Pick<FileInHand, "bytes">): Promise<Reading> {
  const { archives, visible, losses } = unpackDocx(bytes);
  const blocks: Block[] = [];
  let notes = 0;
  for await (const buffer of archives) {
    const { value: html } = await mammoth.convertToHtml({ buffer }, options).catch((cause: unknown) => {
      throw new UnreadableFile("The file is damaged: its text could not be read.", cause);
    });
    const part = blocksOfHtml(cleanText(html), notes);
    blocks.push(...part.blocks);
    notes += part.notes;
  }
  const title = blocks.find((block) => block.type === "heading" && block.level === 1);
  return {
    format: "docx",
    extraction: {
      title: title?.type === "heading" ? title.text : null,
      blocks,
      coverage: coverageOfDocx(blocks, visible, losses),
    },
    pages: 1,
    notes: notesOn(losses),
  };
}

/**
 * Converts HTML to blocks. Footnotes become a list at the end, with arrows back to the text. @param before number of notes in earlier parts
 * of the document
 */
function blocksOfHtml(html: string, before: number): { blocks: Block[]; notes: number } {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  for (const back of document.querySelectorAll('a[href^="#footnote-ref"],a[href^="#endnote-ref"]')) back.remove();
  if (before > 0) {
    for (const mark of document.querySelectorAll('a[href^="#footnote-"],a[href^="#endnote-"]')) {
      mark.textContent = String(mark.textContent ?? "").replace(/\d+/, (number) => String(Number(number) + before));
    }
  }
  const notes = [...document.querySelectorAll('li[id^="footnote-"],li[id^="endnote-"]')];
  const texts = notes.map((note) =>
    blocksOfElement(note)
      .map((block) => ("text" in block ? block.text : ""))
      .join(" "),
  );
  for (const note of notes) note.remove();
  tidyPage(document);
  const body = blocksOfElement(document.body);
  const lines = texts.flatMap((text, index): Block[] =>
    countVisible(text) > 0 ? [{ type: "paragraph", text: `[${before + index + 1}] ${text}` }] : [],
  );
  return { blocks: [...body, ...lines], notes: notes.length };
}

type Page = ReturnType<typeof parseHTML>["document"];
type PageElement = ReturnType<Page["createElement"]>;

/** A bold line is a heading if it has at most this length and at most this share of the document is bold. */
const maxHeadingChars = 90;
const maxBoldShare = 0.3;
const boldLevel = "h3";

/** Prepares the HTML of a Word document for the block reader: separates lines and marks headings. */
function tidyPage(document: Page): void {
  replaceSigns(document);
  for (const item of document.querySelectorAll(`p[class^="${itemStyle}"]`)) {
    item.setAttribute(itemLevel, item.className.slice(itemStyle.length));
  }
  for (const row of document.querySelectorAll("tr")) divideRow(document, row);
  for (const line of document.querySelectorAll("td p,th p,td li,th li")) line.append(" ");
  for (const end of document.querySelectorAll("td br,th br")) end.replaceWith(" ");
  promoteBoldLines(document);
}

/** Splits a row in which authors wrote several lines into each cell. Cells with the same number of lines become that many rows. */
function divideRow(document: Page, row: PageElement): void {
  const cells = [...row.children];
  const lines = cells.map((cell) => [...cell.children].filter((child) => child.nodeName === "P"));
  const [first = []] = lines;
  const isEven = lines.every(
    (list, index) => list.length === first.length && list.length === cells[index]?.children.length,
  );
  // A number beside the wrong name would be worse than several numbers in one cell.
  const isLevel = first.every((line, index) => lines.every((list) => isEmpty(list[index]) === isEmpty(line)));
  if (cells.length < 2 || first.length < 2 || !isEven || !isLevel) return;
  const rows = first.map((_, line) => {
    const divided = document.createElement("tr");
    cells.forEach((cell, column) => {
      const part = document.createElement(cell.nodeName.toLowerCase());
      part.append(...(lines[column]?.[line] ? [lines[column][line]] : []));
      divided.append(part);
    });
    return divided;
  });
  row.replaceWith(...rows);
}

/** Turns bold lines into headings, for authors who use no styles. */
function promoteBoldLines(document: Page): void {
  const lines = [...document.querySelectorAll("body > p")].filter(
    (line) => textOf(line) !== "" && !line.hasAttribute(itemLevel),
  );
  const bold = lines.filter(isBoldLine);
  if (bold.length > lines.length * maxBoldShare) return;
  for (const line of bold) {
    const heading = document.createElement(boldLevel);
    heading.append(...line.childNodes);
    line.replaceWith(heading);
  }
}

function isBoldLine(line: PageElement): boolean {
  const text = textOf(line);
  const bold = [...line.querySelectorAll("strong")].map(textOf).join(" ");
  return (
    text.length <= maxHeadingChars &&
    !/[.,;]$/.test(text) &&
    /\p{L}/u.test(text) &&
    bold.replace(/\s/g, "") === text.replace(/\s/g, "")
  );
}

function isEmpty(line: PageElement | undefined): boolean {
  return line === undefined || textOf(line) === "";
}

function textOf(element: PageElement): string {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim();
}
