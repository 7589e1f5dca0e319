import type { Block } from "../extract/blocks.ts";
import { joinLines, type WordList } from "./join-lines.ts";

type Text = Extract<Block, { type: "paragraph" | "item" }>;

/**
 * Joins paragraphs that a page break divides, in place: the first ends without an end, the next goes on with a small
 * letter. The whole stands on the page where it begins.
 */
export function joinPages(pages: Map<number, Block[]>, words: WordList): void {
  let open: { page: number; block: Text } | undefined;
  for (const [page, blocks] of pages) {
    const [first] = blocks;
    if (open?.page === page - 1 && first?.type === "paragraph" && goesOn(open.block.text, first.text)) {
      open.block.text = joinLines([open.block.text, first.text], words);
      blocks.shift();
    }
    const last = blocks.at(-1);
    open = last?.type === "paragraph" || last?.type === "item" ? { page, block: last } : undefined;
  }
}

function goesOn(before: string, after: string): boolean {
  return /^\p{Ll}/u.test(after) && !/[.!?:;。！？]["'”’)]*$/u.test(before);
}
