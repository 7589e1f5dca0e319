import { isCode } from "./elements.ts";

/**
 * So much stands in one block at most: characters, and elements at the weight below. A browser lays out a block whole,
 * and the time grows with the square of its length for some scripts, so a longer one goes on in a block of its own:
 * between words from the first limit on, anywhere and in the middle of an emphasis at the second.
 */
const blockLoad = 2_000;
const fullBlockLoad = 2_500;
export const inlineElementLoad = 12;

/** Between scripts of both directions a line is cut into runs, and marks pile up on a letter: each costs more than a letter. */
const directionChange = /[A-Za-z\d][\u0590-\u08FF]|[\u0590-\u08FF][A-Za-z\d]/g;
const directionChangeLoad = 10;
const pileOfMarks = /\p{M}{4,}/gu;

/** After so many blocks a text goes on in stretches of as many, which a page keeps apart in layout: what is added then costs the same all along. */
const stretchBlocks = 30;

/** Where the blocks of a text stand. */
export class Stretches {
  #place: Element;
  readonly #root: Element;
  #blocks = 0;

  constructor(root: Element) {
    this.#root = root;
    this.#place = root;
  }

  /** The place of one more block. */
  next(): Element {
    if (this.#blocks > 0 && this.#blocks % stretchBlocks === 0) {
      this.#place = this.#root.appendChild(this.#root.ownerDocument.createElement("div"));
      this.#place.setAttribute("class", "stretch");
    }
    this.#blocks += 1;
    return this.#place;
  }
}

/** What the parser has open. */
export interface OpenNode {
  token: number;
  /** Its element, or that of what it stands in. */
  node: Element;
  /** Where text goes: the element, or its newest part. */
  place: Element;
  /** False for what got no element, or lost it. */
  isOwn: boolean;
  opener: string | undefined;
  address?: string;
  /** Of a block: how much stands in its newest part. Of a table or row: how many children. */
  load: number;
  /** Of a row: its last cell, which takes what has no room. */
  rest?: OpenNode;
}

/** True when the newest part of a block should end here. `isOnTop`: nothing inline is open in it. */
export function isFull({ load, place, token }: OpenNode, isOnTop: boolean): boolean {
  const isAtGap = isOnTop && place.lastChild?.nodeValue?.endsWith(gapOf(token)) === true;
  return load >= (isAtGap ? blockLoad : fullBlockLoad);
}

/** How much of a text goes into the newest part of the block: all, or up to a place where the part may end. */
export function roomFor(text: string, block: OpenNode | undefined): number {
  const load = block?.load ?? 0;
  if (load + text.length <= blockLoad) return text.length;
  const room = Math.max(1, fullBlockLoad - load);
  const end = text.indexOf(gapOf(block?.token), Math.max(0, blockLoad - load)) + 1;
  if (end > 0 && end <= room) return end;
  // A character of two halves stays whole.
  return Math.min(text.length, /[\uD800-\uDBFF]/.test(text[room - 1] ?? "") ? room + 1 : room);
}

/** Code ends at a line, other text between words. */
function gapOf(token: number | undefined): string {
  return isCode(token) ? "\n" : " ";
}

/** What a text costs to lay out, in plain letters. */
export function loadOf(text: string): number {
  const changes = text.match(directionChange)?.length ?? 0;
  const piled = text.match(pileOfMarks)?.join("").length ?? 0;
  return text.length + changes * directionChangeLoad + piled;
}
