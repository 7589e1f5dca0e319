import { pointTo, safeLink } from "./safe-link.ts";

/** Class and attribute of a citation mark, for those who listen to it. */
export const markClass = "mark";
export const markIndexAttribute = "data-index";

/** One or more source numbers: `3`, `1, 2`. */
const numbers = /^\s*\d{1,3}(?:\s*,\s*\d{1,3})*\s*$/;

/** Signs that end a sentence rather than an address. */
const trailing = /[.,;:!?'"*_~>\]}]+$/;

/** `[label](address)` or `[label]` is complete: a link, citation marks, or just what was written. */
export function endReference(
  node: Element,
  { address, prefix }: { address: string | undefined; prefix: string },
): void {
  const label = node.textContent ?? "";
  const target = address === undefined ? undefined : safeLink(address);
  if (target !== undefined) {
    const anchor = node.ownerDocument.createElement("a");
    pointTo(anchor, target);
    anchor.append(...node.childNodes);
    if (label.trim() === "") anchor.append(target);
    node.replaceWith(anchor);
    return;
  }
  if (numbers.test(label)) {
    const rest = address === undefined ? "" : `(${address})`;
    node.replaceWith(prefix, ...label.split(",").map((part) => createMark(node.ownerDocument, Number(part))), rest);
    return;
  }
  // A refused address is left out, its label stays.
  if (address === undefined) node.replaceWith(`${prefix}[`, ...node.childNodes, "]");
  else node.replaceWith(...node.childNodes);
}

/** A bare address in the text is complete: link it, without the sign that ends the sentence. */
export function endRawAddress(node: Element): void {
  const written = node.textContent ?? "";
  let address = written.replace(trailing, "");
  if (address.endsWith(")") && !address.includes("(")) address = address.slice(0, -1).replace(trailing, "");
  const target = safeLink(address);
  if (target === undefined) {
    node.replaceWith(written);
    return;
  }
  const anchor = node.ownerDocument.createElement("a");
  pointTo(anchor, target);
  anchor.append(address);
  node.replaceWith(anchor, written.slice(address.length));
}

/** The final text is there: marks without a source become text again, the others can be used. */
export function settleMarks(root: Element, citations: ReadonlySet<number>): void {
  for (const mark of root.querySelectorAll(`.${markClass}`)) {
    const index = Number(mark.getAttribute(markIndexAttribute));
    if (citations.has(index)) mark.removeAttribute("disabled");
    else mark.replaceWith(`[${index}]`);
  }
}

/** Citations come with the final message, so a mark rests until then. */
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
