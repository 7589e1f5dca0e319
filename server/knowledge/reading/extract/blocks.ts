import { withoutInvisible } from "../../../core/text/invisible.ts";
import { type Table, tableLines } from "../table.ts";

/** A part of a document that stays together when it is split, as light Markdown without links and emphasis. */
export type Block =
  | { type: "heading"; level: number; text: string; page?: number }
  | { type: "paragraph"; text: string; page?: number }
  | { type: "item"; text: string; page?: number }
  | ({ type: "table"; page?: number } & Table)
  | { type: "code"; language: string; text: string; page?: number };

/** The visible content of a file, in order. */
export interface Extraction {
  /** The document's own title, if it has one. */
  title: string | null;
  blocks: Block[];
  /** Share of the file's visible text that the blocks contain, 0..1. */
  coverage: number;
}

/** The block's text as it appears in a passage. */
export function blockText(block: Block): string {
  switch (block.type) {
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`;
    case "paragraph":
    case "item":
      return block.text;
    case "table":
      return Object.values(tableLines(block)).flat().join("\n");
    case "code":
      return `\`\`\`${block.language}\n${block.text}\n\`\`\``;
    default:
      return block satisfies never;
  }
}

/** All blocks as one text, which the console shows as "extracted". */
export function renderBlocks(blocks: Block[]): string {
  let text = "";
  let previous: Block | undefined;
  for (const block of blocks) {
    const joiner = previous === undefined ? "" : previous.type === "item" && block.type === "item" ? "\n" : "\n\n";
    text += joiner + blockText(block);
    previous = block;
  }
  return text;
}

/** Counts letters and digits; ignores markup, spaces and punctuation. Coverage is measured with this number. */
export function countVisible(text: string): number {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).reduce((sum, run) => sum + run.length, 0);
}

/** Coverage of an extraction, 0..1; 0 for an empty file. */
export function coverageOf(blocks: Block[], visible: number): number {
  if (visible === 0) return 0;
  return Math.min(1, countVisible(renderBlocks(blocks)) / visible);
}

/** Normalizes line ends and spaces, and removes invisible characters. */
export function cleanText(text: string): string {
  return withoutInvisible(text.toWellFormed().replace(/\r\n?|\u2028|\u2029|\u0085/g, "\n")).replace(
    /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g,
    " ",
  );
}
