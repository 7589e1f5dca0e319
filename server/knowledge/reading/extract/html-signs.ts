import type { parseHTML } from "linkedom";
import { type FormulaNode, formulaText } from "../formula.ts";
import { countVisible } from "./blocks.ts";
import { markedItems } from "./html-lists.ts";
import type { DomNode } from "./html-table.ts";

export type HtmlPage = ReturnType<typeof parseHTML>["document"];
export type HtmlElement = ReturnType<HtmlPage["createElement"]>;

const signs = "sup,sub,s,strike,del,[style*=line-through],input[type=checkbox],math,h1 a,h2 a,h3 a,h4 a,h5 a,h6 a";
/** Classes of the links that pages add to their headings. */
const headingLink = /(?:^|[\s_-])(?:header-?link|anchor|permalink|hash-?link)/i;
const superscripts = new Map(Array.from("0123456789+-=()n", (sign, index) => [sign, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ"[index] ?? ""]));
const subscripts = new Map(Array.from("0123456789+-=()", (sign, index) => [sign, "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"[index] ?? ""]));
/** Longest index or exponent. Longer raised text is small print. */
const maxRaisedChars = 12;
/** Ticked and empty boxes, as in Word. */
export const boxes = { ticked: "☒", empty: "☐" };

/**
 * Replaces elements whose meaning is more than their text: powers and indices become signs, formulas one line, boxes ticks. Removes struck
 * text, which is no longer valid, and the marks of links to a heading. @returns letters and digits of the struck text
 */
export function replaceSigns(page: HtmlPage): number {
  let struck = 0;
  for (const element of page.querySelectorAll(signs)) {
    const text = textFor(element);
    if (isStruck(element)) struck += countVisible(element.textContent ?? "");
    if (text !== undefined) element.replaceWith(text);
  }
  // In a cell everything becomes one line, so that its lists need their numbers in the text.
  for (const list of page.querySelectorAll("td ol,th ol")) {
    // A node of linkedom has more than the interface names.
    for (const { item, mark } of markedItems(list as unknown as DomNode))
      (item as unknown as HtmlElement).prepend(`${mark} `);
  }
  return struck;
}

function isStruck(element: HtmlElement): boolean {
  return /^(?:S|STRIKE|DEL)$/i.test(element.nodeName) || (element.getAttribute("style") ?? "").includes("line-through");
}

/** The text instead of an element; undefined for an element that stays. */
function textFor(element: HtmlElement): string | undefined {
  if (isStruck(element)) return "";
  const whole = element.textContent ?? "";
  const text = whole.trim();
  switch (element.nodeName.toUpperCase()) {
    case "SUP":
      // A link inside raised text leads to a footnote.
      if (element.querySelector("a")) return /[[(]/.test(text) ? whole : `[${text}]`;
      return whole.replace(text, () => raisedText(text));
    case "SUB":
      return whole.replace(text, () => loweredText(text));
    case "INPUT":
      return ` ${element.hasAttribute("checked") ? boxes.ticked : boxes.empty} `;
    case "MATH":
      return ` ${mathText(element)} `;
    case "A":
      return isHeadingLink(element, text) ? "" : undefined;
    default:
      return undefined;
  }
}

/** True for the link to a heading that a page adds to it: a sign, or words with a known class. */
function isHeadingLink(link: HtmlElement, text: string): boolean {
  if (/^[¶#§🔗\u200b]*$/u.test(text)) return link.querySelector("img") === null;
  const isMarked = headingLink.test(link.className) && /^#/.test(link.getAttribute("href") ?? "");
  const rest = (link.closest("h1,h2,h3,h4,h5,h6")?.textContent ?? "").trim().length - text.length;
  return isMarked && rest > 0;
}

/** A power as signs (`10³`), or with a mark in front of it (`2^10k`). Ordinals (`1st`) and small print stay as they are. */
export function raisedText(text: string): string {
  const mapped = mappedText(text, superscripts);
  if (mapped !== undefined) return mapped;
  return isIndex(text) && /\p{N}/u.test(text) ? `^${text}` : text;
}

/** An index as signs (`H₂O`), or with a mark in front of it (`V_max`). */
export function loweredText(text: string): string {
  return mappedText(text, subscripts) ?? (isIndex(text) ? `_${text}` : text);
}

function mappedText(text: string, signsOf: Map<string, string>): string | undefined {
  if (text === "" || text.length > maxRaisedChars) return undefined;
  const mapped = Array.from(text.replaceAll("−", "-"), (sign) => signsOf.get(sign));
  return mapped.every((sign) => sign !== undefined) ? mapped.join("") : undefined;
}

function isIndex(text: string): boolean {
  return text.length <= maxRaisedChars && /^[\p{L}\p{N}+\-−]+$/u.test(text);
}

function mathText(math: HtmlElement): string {
  const source =
    math.querySelector('annotation[encoding="application/x-tex"]')?.textContent ?? math.getAttribute("alttext");
  // A node of linkedom has more than the interface names.
  return (source ?? formulaText(math as unknown as FormulaNode)).replace(/\s+/g, " ").trim();
}
