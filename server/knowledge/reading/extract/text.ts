import { type Block, cleanText, countVisible, type Extraction } from "./blocks.ts";

/** Reads plain text: blank lines separate paragraphs, and line breaks inside a paragraph stay. */
export function extractText(source: string): Extraction {
  const blocks: Block[] = cleanText(source)
    .split(/\n[ \t]*\n/)
    .map((paragraph) =>
      paragraph
        .split("\n")
        .map((line) => line.trimEnd())
        .join("\n")
        .replace(/^\n+|(?<!\n)\n+$/g, ""),
    )
    .filter((text) => countVisible(text) > 0)
    .map((text) => ({ type: "paragraph", text }));
  return { title: null, blocks, coverage: blocks.length > 0 ? 1 : 0 };
}
