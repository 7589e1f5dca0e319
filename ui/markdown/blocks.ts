import { isCode } from "./elements.ts";

/**
 * Limits of one block, in characters; elements count with the weight below. A browser lays out a block as a whole, and for some scripts the
 * time grows with the square of its length. A longer block therefore continues in a new part: between words from the first limit on, and at
 * any position, even inside an emphasis, at the second limit.
 */
const blockLoad = 2_000;
const fullBlockLoad = 2_500;
export const inlineElementLoad = 12;

/** A line that mixes scripts of both directions is split into runs, and marks pile up on a letter. Both cost more than a letter. */
const directionChange = /[A-Za-z\d][\u0590-\u08FF]|[\u0590-\u08FF][A-Za-z\d]/g;
const directionChangeLoad = 10;
const pileOfMarks = /\p{M}{4,}/gu;

/**
 * After this many blocks, the text continues in groups of this many blocks. A page lays out each group separately, so that the cost of
 * adding text stays constant.
 */
const stretchBlocks = 30;

/** Chooses the parent element for each block of a text. */
export class Stretches {
  #place: Element;
  readonly #root: Element;
  #blocks = 0;

  constructor(root: Element) {
    this.#root = root;
    this.#place = root;
  }

  /** The parent element for the next block. */
  next(): Element {
    if (this.#blocks > 0 && this.#blocks % stretchBlocks === 0) {
      this.#place = this.#root.appendChild(this.#root.ownerDocument.createElement("div"));
      this.#place.setAttribute("class", "stretch");
    }
    this.#blocks += 1;
    return this.#place;
  }
}

/** A node that the parser has open. */
export interface OpenNode {
  token: number;
  /** The node's element, or the element that contains it. */
  node: Element;
  /** Element that receives the text: the node's element or its newest part. */
  place: Element;
  /** False when the node has no element of its own, or lost it. */
  isOwn: boolean;
  opener: string | undefined;
  address?: string;
  /** For a block: the load of its newest part. For a table or row: the number of children. */
  load: number;
  /** For a row: its last cell, which takes the columns above the limit. */
  rest?: OpenNode;
}

/** True when the newest part of a block should end here. `isOnTop`: no inline element is open in the block. */
export function isFull({ load, place, token }: OpenNode, isOnTop: boolean): boolean {
  const isAtGap = isOnTop && place.lastChild?.nodeValue?.endsWith(gapOf(token)) === true;
  return load >= (isAtGap ? blockLoad : fullBlockLoad);
}

/** Number of characters that fit into the newest part of the block: the whole text, or up to a position where the part may end. */
export function roomFor(text: string, block: OpenNode | undefined): number {
  const load = block?.load ?? 0;
  if (load + text.length <= blockLoad) return text.length;
  const room = Math.max(1, fullBlockLoad - load);
  const end = text.indexOf(gapOf(block?.token), Math.max(0, blockLoad - load)) + 1;
  if (end > 0 && end <= room) return end;
  // Do not split a surrogate pair.
  return Math.min(text.length, /[\uD800-\uDBFF]/.test(text[room - 1] ?? "") ? room + 1 : room);
}

/** Code is split between lines, other text between words. */
function gapOf(token: number | undefined): string {
  return isCode(token) ? "\n" : " ";
}

/** Layout cost of a text, in plain letters. */
export function loadOf(text: string): number {
  const changes = text.match(directionChange)?.length ?? 0;
  const piled = text.match(pileOfMarks)?.join("").length ?? 0;
  return text.length + changes * directionChangeLoad + piled;
}
