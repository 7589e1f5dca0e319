import * as smd from "streaming-markdown";
import { safeLink } from "../links/safe-link.ts";
import { shownPlace } from "../links/shown-place.ts";
import { citationLabel } from "./citation-label.ts";
import { appendText, putBack } from "./text-nodes.ts";

/** Class and attribute of a citation mark, for code that handles its events. */
export const markClass = "mark";
export const markIndexAttribute = "data-index";

/** Characters that end a sentence and do not belong to an address. */
const trailing = /[.,;:!?'"*_~>\]}]$/;

interface Reference {
  address: string | undefined;
  opener: string;
  /** Number of citation marks that may still be created. */
  maxMarks: number;
}

/**
 * Ends a complete `[label](address)` or `[label]`: it becomes a link, citation marks, or the text as written. Returns the number of new
 * marks.
 */
export function endReference(node: Element, { address, opener, maxMarks }: Reference): number {
  const label = node.textContent ?? "";
  const target = address === undefined ? undefined : safeLink(withoutTitle(address));
  if (target !== undefined) {
    becomeLink(node, label, target);
    return 0;
  }
  const cited = citationLabel.test(label) ? label.split(",") : [];
  if (cited.length === 0 || cited.length > maxMarks) {
    putBack(node, opener, address === undefined ? "]" : `](${address})`);
    return 0;
  }
  const { parentNode } = node;
  node.remove();
  if (!parentNode) return 0;
  appendText(parentNode, opener.slice(0, -1));
  for (const part of cited) parentNode.appendChild(createMark(node.ownerDocument, Number(part)));
  appendText(parentNode, address === undefined ? "" : `(${address})`);
  return cited.length;
}

/** The characters that closed an inline element which turned out to be text. */
export function closingOf(token: number, opener: string, address: string | undefined): string {
  if (token !== smd.LINK && token !== smd.IMAGE) return opener;
  return address === undefined ? "]" : `](${address})`;
}

/** Links a complete bare address, without the character that ends the sentence. */
export function endRawAddress(node: Element): void {
  const written = node.textContent ?? "";
  const address = withoutEnd(written);
  const target = safeLink(address);
  if (target === undefined) return putBack(node, "", "");
  const { parentNode } = node;
  node.textContent = address;
  becomeLink(node, address, target);
  if (parentNode) appendText(parentNode, written.slice(address.length));
}

function withoutEnd(written: string): string {
  const opening = written.indexOf("(");
  let end = written.length;
  while (end > 0) {
    const sign = written[end - 1] ?? "";
    const isLoneBracket = sign === ")" && (opening < 0 || opening >= end);
    if (!isLoneBracket && !trailing.test(sign)) break;
    end--;
  }
  return written.slice(0, end);
}

/** `address "title"`: the title is not shown. */
function withoutTitle(address: string): string {
  return address.trim().replace(/[ \t]("[^"]*"|'[^']*')$/, "");
}

function becomeLink(node: Element, label: string, target: string): void {
  const document = node.ownerDocument;
  const anchor = document.createElement("a");
  anchor.setAttribute("href", target);
  anchor.setAttribute("target", "_blank");
  anchor.setAttribute("rel", "noopener noreferrer nofollow");
  const shown = label.trim() === "" ? target : label;
  if (shown !== target) anchor.setAttribute("title", target);
  anchor.append(...(label.trim() === "" ? [target] : node.childNodes));
  const place = shownPlace(shown, target);
  if (place !== undefined) {
    const host = document.createElement("bdi");
    host.setAttribute("class", "host");
    host.append(` (${place})`);
    anchor.append(host);
  }
  node.replaceWith(anchor);
}

/** Runs on the final text: marks without a source become text again, the others become active. */
export function settleMarks(root: Element, citations: ReadonlySet<number>): void {
  for (const mark of root.querySelectorAll(`.${markClass}`)) {
    const index = Number(mark.getAttribute(markIndexAttribute));
    if (citations.has(index)) mark.removeAttribute("disabled");
    else mark.replaceWith(`[${index}]`);
  }
}

/** Citations arrive with the final message, so a mark is disabled until then. */
function createMark(document: Document, index: number): Element {
  const mark = document.createElement("button");
  mark.setAttribute("type", "button");
  mark.setAttribute("class", markClass);
  mark.setAttribute("part", "citation-mark");
  mark.setAttribute(markIndexAttribute, String(index));
  mark.setAttribute("disabled", "");
  mark.append(String(index));
  return mark;
}
