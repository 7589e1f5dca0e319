import type { Block } from "./blocks.ts";

export type Heading = Extract<Block, { type: "heading" }>;

/** The lowest heading level. */
export const lowestLevel = 6;

/** Collects the blocks of a page, and knows which heading the next one belongs to. */
export class SectionBlocks {
  readonly #blocks: Block[] = [];
  readonly #title: string | null;
  /** The open headings, the outermost first. */
  readonly #path: Heading[] = [];
  /** The heading to which the text after a named part belongs. */
  #resumed: Heading | undefined;
  readonly #linksAlone = new Set<Block>();

  /** @param title heading of the text after a named part without a section around it */
  constructor(title: string | null) {
    this.#title = title;
  }

  push(block: Block, isLinksAlone = false): void {
    const resumed = this.#resumed;
    this.#resumed = undefined;
    // Text after a named part belongs to the section around it.
    if (resumed && (block.type !== "heading" || block.level > resumed.level + 1)) this.push(resumed);
    if (block.type === "heading") {
      while ((this.#path.at(-1)?.level ?? 0) >= block.level) this.#path.pop();
      this.#path.push(block);
    }
    this.#blocks.push(block);
    if (isLinksAlone) this.#linksAlone.add(block);
  }

  /** The section of the next block. */
  get current(): Heading | undefined {
    return this.#resumed ?? this.#path.at(-1);
  }

  /** The section around another one. */
  around(section: Heading | undefined): Heading | undefined {
    return this.#path.findLast(({ level }) => level < (section?.level ?? 1));
  }

  /** The next text belongs to this section, not to the part that has just ended. */
  resume(section: Heading | undefined): void {
    this.#resumed = section ?? (this.#title ? { type: "heading", level: 1, text: this.#title } : undefined);
  }

  /**
   * The blocks without sections that contain only links, as for Markdown: they repeat the titles of other pages. A page with nothing else is
   * a table of contents and stays.
   */
  withoutLinkSections(): Block[] {
    const sections: Block[][] = [[]];
    for (const block of this.#blocks) {
      if (block.type === "heading") sections.push([]);
      sections.at(-1)?.push(block);
    }
    const contentOf = (section: Block[]) => section.filter(({ type }) => type !== "heading");
    const kept = sections.filter((section) => {
      const content = contentOf(section);
      return content.length === 0 || !content.every((block) => this.#linksAlone.has(block));
    });
    return kept.some((section) => contentOf(section).length > 0) ? kept.flat() : this.#blocks;
  }
}
