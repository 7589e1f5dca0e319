import { type NumeralStyle, numeralOf } from "../numerals.ts";
import { type DomNode, oneLine } from "./html-table.ts";

/** The items of a list with the marks that the page shows: start, values, direction and kind of the numbers. */
export function markedItems(list: DomNode): { item: DomNode; mark: string }[] {
  const items = [...list.childNodes].filter((item) => item.nodeType === 1);
  if (list.nodeName.toUpperCase() !== "OL") return items.map((item) => ({ item, mark: "-" }));
  const isReversed = list.getAttribute?.("reversed") != null;
  const style = numeralStyleOf(list);
  let number = integerOf(list, "start") ?? (isReversed ? items.length : 1);
  return items.map((item) => {
    const value = integerOf(item, "value") ?? number;
    number = value + (isReversed ? -1 : 1);
    return { item, mark: `${numeralOf(value, style)}.` };
  });
}

/** The definitions of a list, each with its terms; several terms in a row share them. */
export function definitionsOf(list: DomNode): { name: string; definitions: DomNode[] }[] {
  const entries: { terms: string[]; definitions: DomNode[] }[] = [];
  for (const part of partsOf(list)) {
    const last = entries.at(-1);
    const isTerm = part.nodeName.toUpperCase() === "DT";
    const open = last && !(isTerm && last.definitions.length > 0) ? last : { terms: [], definitions: [] };
    if (open !== last) entries.push(open);
    if (isTerm) open.terms.push(oneLine(part.textContent ?? ""));
    else open.definitions.push(part);
  }
  return entries.map(({ terms, definitions }) => ({
    name: terms.filter((term) => term !== "").join(" / "),
    definitions,
  }));
}

/** The terms and definitions of a list; groups of them may have a wrapper. */
function partsOf(list: DomNode): DomNode[] {
  return [...list.childNodes].flatMap((child) => {
    if (child.nodeType !== 1) return [];
    const isGroup = child.nodeName.toUpperCase() === "DIV";
    return isGroup ? [...child.childNodes].filter((part) => part.nodeType === 1) : [child];
  });
}

/** Styles of numbers by the `type` of a list. */
export const numeralTypes: Record<string, NumeralStyle> = {
  a: "lower-letter",
  A: "upper-letter",
  i: "lower-roman",
  I: "upper-roman",
};

/** The style of a list's numbers, from its `type` or its own CSS. */
function numeralStyleOf(list: DomNode): NumeralStyle {
  const type = numeralTypes[list.getAttribute?.("type") ?? ""];
  if (type) return type;
  const [, size, kind] = /(lower|upper)-(alpha|latin|roman)/.exec(list.getAttribute?.("style") ?? "") ?? [];
  if (size === undefined) return "decimal";
  const isRoman = kind === "roman";
  return size === "lower" ? (isRoman ? "lower-roman" : "lower-letter") : isRoman ? "upper-roman" : "upper-letter";
}

/** The value of a numeric attribute. */
export function integerOf(node: DomNode, name: string): number | undefined {
  const value = node.getAttribute?.(name)?.trim() ?? "";
  return /^-?\d{1,6}$/.test(value) ? Number(value) : undefined;
}
