import { type Block, countVisible } from "../extract/blocks.ts";
import { withoutFurniture } from "./furniture.ts";
import { headingSizes } from "./headings.ts";
import { joinLines, type WordList, wordListOf } from "./join-lines.ts";
import { type Segment, segmentsOf } from "./lines.ts";
import { blocksOfRegion } from "./page-blocks.ts";
import { type Region, readingOrder } from "./reading-order.ts";
import type { PageText } from "./text-runs.ts";

export interface Layout {
  /** Blocks by page, in the order of the pages. */
  blocks: Map<number, Block[]>;
  /** Letters and digits that stand on the pages, without what repeats around the text. */
  visible: number;
}

/** Turns what pages draw into blocks in reading order. */
export function layoutPages(pages: PageText[], outline: Map<string, number>): Layout {
  const groups = groupsOfPages(pages);
  const regions = groups.map(({ page, groups }) => ({
    page,
    regions: groups.flatMap((group) => readingOrder(group, page)),
  }));
  const rows = regions.flatMap((each) =>
    each.regions.flatMap((region) => (region.type === "lines" ? region.rows : [])),
  );
  const sizes = headingSizes(rows, outline);
  const words = wordListOf(rows.map(({ text }) => text));
  const toBlocks = (page: number, list: Region[]) =>
    list.flatMap((region) => blocksOfRegion(region, { page, sizes, words }));
  const blocks = new Map(regions.map(({ page, regions: list }) => [page, toBlocks(page, list)]));
  joinPages(blocks, words);
  const texts = groups.flatMap((each) => each.groups.flat().map(({ text }) => text));
  return {
    blocks,
    visible: countVisible(texts.join(" ")),
  };
}

/** What is turned on a page (a table laid across, a stamp at the side) is read after the rest. */
function groupsOfPages(pages: PageText[]): { page: number; groups: Segment[][] }[] {
  const turned = pages.map(({ runs }) =>
    [0, 1, 2, 3].map((turn) => segmentsOf(runs.filter((run) => run.turn === turn))),
  );
  const upright = pages.map(({ page, height }, index) => ({ page, height, segments: turned[index]?.[0] ?? [] }));
  return withoutFurniture(upright).map(({ page, segments }, index) => ({
    page,
    groups: [segments, ...(turned[index] ?? []).slice(1)].filter((group) => group.length > 0),
  }));
}

type Text = Extract<Block, { type: "paragraph" | "item" }>;

/**
 * Joins paragraphs that a page break divides, in place: the first ends without an end, the next goes on with a small
 * letter. The whole stands on the page where it begins.
 */
function joinPages(pages: Map<number, Block[]>, words: WordList): void {
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
