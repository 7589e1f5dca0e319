import { parseHTML } from "linkedom";
import mammoth from "mammoth";
import type { FileInHand } from "../child/read-file.ts";
import { UnreadableFile } from "../child/unreadable-file.ts";
import { type Block, cleanText, countVisible, coverageOf } from "../extract/blocks.ts";
import { blocksOfElement } from "../extract/html-blocks.ts";
import type { Reading } from "../parsers/parsed-file.ts";
import { tidyPage } from "./tidy-page.ts";
import { unpackDocx } from "./unpack-docx.ts";

const options = {
  styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"],
  convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
  // Empty lines in the cells of a table keep its lines level.
  ignoreEmptyParagraphs: false,
  // Links to files stay links: nothing outside the document is opened.
  externalFileAccess: false,
};

/** Reads the text of a Word document: body, tables and notes; insertions are taken, deletions are not. */
export async function readDocx({ bytes }: Pick<FileInHand, "bytes">): Promise<Reading> {
  const { archives, visible } = unpackDocx(bytes);
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
      coverage: coverageOf(blocks, Math.max(visible, 1)),
    },
    pages: 1,
    notes: [],
  };
}

/** Footnotes come as a list at the end, with arrows back to the text. @param before notes of earlier parts of the document */
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
