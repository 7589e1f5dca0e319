import { decodeHTMLStrict } from "entities";
import { type NumeralStyle, numeralOf } from "../numerals.ts";
import { cleanText, countVisible } from "./blocks.ts";
import { numeralTypes } from "./html-lists.ts";
import { loweredText, raisedText } from "./html-signs.ts";

/** Names of HTML elements in Markdown. Other `<words>`, such as `<your-key>`, are text. */
const htmlNames = new Set(
  `a abbr address article aside audio b big blockquote br button center cite code col colgroup dd del details dfn div dl dt em embed
  figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hr i iframe img input ins kbd label li link main mark nav ol p picture pre q s
  samp section select small source span strike strong style sub summary sup svg table tbody td tfoot th thead time tr tt u ul var video wbr`.split(
    /\s+/,
  ),
);
// Quantifiers in this file are bounded and do not overlap, so that a hostile document costs no more than a long one does.
const tagPattern =
  /<(\/?)([A-Za-z][\w.-]{0,60})((?:\s(?:[^<>"'{}]|"[^"]{0,2000}"|'[^']{0,2000}'|\{[^{}]{0,2000}\}){0,4000})?\/?)>/g;
/** Attributes of components whose values are visible on the page. */
const shownAttribute =
  /\b(?:title|label|caption|header|summary)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*["'`]([^"'`]*)["'`]\s*\})/;
/** Components and elements whose name is the heading of their content. */
const namedPart = /^(?:Tab|TabItem|TabPanel|Accordion|AccordionItem|Expandable|Details|details)$/;
/** Struck text, which is no longer valid. */
const struckTags = /<(s|del|strike)>(?:(?!<(?:s|del|strike)>)[^\n]){0,1000}?<\/\1>/gi;
const struckMarks = /~~(?=\S)((?:(?!~~\S)[\s\S]){0,1000}?\S)~~/g;
/** Raised and lowered text without other tags. */
const raisedTags = /<(su[pb])>([^<>\n]{0,100})<\/\1>/gi;

/**
 * Lines around a part with its own name, which `nameParts` makes a heading. The characters are removed from every document before.
 */
export const partMarks = { start: "\ufdd2", end: "\ufdd3end", unnamed: "\ufdd4unnamed" };

/** Stands behind the mark of an item whose text may begin in a later line; removed with the spaces after it. */
const itemStart = "\ufdd5";

/** Turns the tags of HTML lists in Markdown into marks of Markdown. One for a text, because its parts are read one after the other. */
export class ListTags {
  readonly #open: { name: string; next: number; style: NumeralStyle; isTermOpen: boolean }[] = [];

  /** What stands for the tag; undefined when it belongs to no list. */
  replace(tag: string, isClosing: boolean, attributes: string): string | undefined {
    const name = tag.toLowerCase();
    const list = this.#open.at(-1);
    if (name === "ol" || name === "ul" || name === "dl") {
      if (!isClosing) {
        const start = /\sstart\s?=\s?["']?(-?\d{1,6})\b/i.exec(attributes)?.[1] ?? "1";
        const type = /\stype\s?=\s?["']?([aAiI])\b/.exec(attributes)?.[1] ?? "";
        this.#open.push({ name, next: Number(start), style: numeralTypes[type] ?? "decimal", isTermOpen: false });
        return "\n";
      }
      const closed = this.#open.pop();
      return closed?.isTermOpen ? `\n\n${partMarks.end}\n\n` : "\n\n";
    }
    if (name === "li" && list && list.name !== "dl") return isClosing ? "" : this.#item(list, attributes);
    if (list?.name !== "dl" || (name !== "dt" && name !== "dd")) return undefined;
    if (name === "dd" || isClosing) return "\n\n";
    const end = list.isTermOpen ? `\n\n${partMarks.end}` : "";
    list.isTermOpen = true;
    return `${end}\n\n${partMarks.start}`;
  }

  #item(list: { name: string; next: number; style: NumeralStyle }, attributes: string): string {
    const indent = "    ".repeat(Math.min(this.#open.length - 1, maxListIndent));
    if (list.name === "ul") return `\n${indent}- ${itemStart}`;
    const value = /\svalue\s?=\s?["']?(-?\d{1,6})\b/i.exec(attributes)?.[1];
    const number = value === undefined ? list.next : Number(value);
    // Markdown has no letters, no negative numbers and no gaps: such numbers are the item's text.
    const isPlain = list.style === "decimal" && number >= 0 && number < 10_000 && number === list.next;
    list.next = number + 1;
    return `\n${indent}${isPlain ? "" : "- "}${numeralOf(number, list.style)}${isPlain ? "" : "\\"}. ${itemStart}`;
  }
}

const maxListIndent = 4;

/**
 * Removes HTML and JSX tags from Markdown and keeps their content. A title in an attribute of a component (`<Accordion title="..">`) is
 * visible, so the function puts it on its own line.
 */
export function stripTags(
  text: string,
  isElement: (name: string) => boolean = isKnownElement,
  lists = new ListTags(),
): string {
  const plain = text
    .replace(struckTags, "")
    .replace(raisedTags, (_, name: string, inner: string) =>
      name.toLowerCase() === "sup" ? raisedText(inner.trim()) : loweredText(inner.trim()),
    );
  const stripped = plain.replace(tagPattern, (whole: string, ...groups: string[]) => {
    const [closing = "", name = "", attributes = ""] = groups;
    if (!isElement(name) && !attributes.endsWith("/")) return whole;
    if (closing === "" && /^[A-Z]/.test(name)) {
      const shown = shownAttribute.exec(attributes);
      const title = shown?.[1] ?? shown?.[2] ?? shown?.[3];
      const isPart = namedPart.test(name) && !attributes.endsWith("/");
      if (title) return `\n\n${isPart ? partMarks.start : ""}${title}\n\n`;
      if (isPart) return `\n\n${partMarks.unnamed}\n\n`;
    }
    if (closing === "/" && namedPart.test(name)) return `\n\n${partMarks.end}\n\n`;
    if (/^summary$/i.test(name)) return closing === "/" ? "\n\n" : `\n\n${partMarks.start}`;
    if (/^br$/i.test(name)) return "\n";
    const ofList = lists.replace(name, closing === "/", attributes);
    if (ofList !== undefined) return ofList;
    return /^(?:td|th)$/i.test(name) ? " " : "";
  });
  return stripped.includes(itemStart) ? stripped.replace(/\ufdd5\s*/g, "") : stripped;
}

/** True for HTML elements, and for components, whose names start with a capital letter. */
export function isKnownElement(name: string): boolean {
  return /^[A-Z]/.test(name) ? true : htmlNames.has(name.toLowerCase());
}

/** One line or paragraph as a reader sees it: link texts without addresses, no emphasis markers. Code is unchanged. */
export function plainInline(text: string): string {
  // Code and escaped characters are put aside while markers are removed, because a link may contain both.
  const kept: string[] = [];
  const aside = (part: string) => {
    kept.push(part);
    return `\ufdd0${kept.length - 1}\ufdd1`;
  };
  const guarded = splitCode(text)
    .map((part, index) =>
      index % 2 === 1 ? aside(part) : part.replace(/\\([!-/:-@[-`{-~])/g, (_, escaped: string) => aside(escaped)),
    )
    .join("");
  return decodeEntities(withoutMarks(guarded))
    .replace(/[^\S\n]+/g, " ")
    .replace(/\ufdd0(\d+)\ufdd1/g, (_, index: string) => kept[Number(index)] ?? "");
}

/** Splits a text into alternating parts outside and inside code spans. The inside parts keep their backticks. */
export function splitCode(text: string): string[] {
  return text
    .split(/((?<!`)(`{1,8})(?!`)(?:(?!\n\s*\n)[\s\S]){1,1000}?(?<!`)\2(?!`))/g)
    .filter((_, index) => index % 3 !== 2);
}

function withoutMarks(text: string): string {
  return text
    .replace(/!\[[^[\]]{0,1000}\](?:\((?:[^()]|\([^()]{0,500}\)){0,2000}\)|\[[^[\]]{0,200}\])/g, "")
    .replace(/\[\^[^[\]]{1,100}\]/g, "")
    .replace(/\[((?:[^[\]]|\[[^[\]]{0,200}\]){0,1000})\]\((?:[^()]|\([^()]{0,500}\)){0,2000}\)/g, "$1")
    .replace(/\[([^[\]]{1,500})\]\[[^[\]]{0,200}\]/g, "$1")
    .replace(/<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/g, "$1")
    .replace(/(\*\*|__)(?=\S)((?:(?!\1\S)[\s\S]){0,1000}?\S)\1/g, "$2")
    .replace(/(?<![\w*])\*(?=[^\s*])([^*]{0,1000}?[^\s*])\*(?![\w*])/g, "$1")
    .replace(/(?<![\w_])_(?=[^\s_])([^_]{0,1000}?[^\s_])_(?![\w_])/g, "$1")
    .replace(struckMarks, "")
    .replace(/\{%(?:(?!\{%)[\s\S]){0,500}?%\}/g, "")
    .replace(/\{\{[<%](?:(?!\{\{)[\s\S]){0,500}?[%>]\}\}/g, "")
    .replace(/\{\s?"([^"{]{0,500})"\s?\}/g, "$1");
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]\w{1,31});/gi, (entity) => {
    const sign = decodeHTMLStrict(entity);
    return sign < " " ? "" : cleanText(sign);
  });
}

/** Letters and digits of the struck text, which is left out. */
export function countStruck(text: string): number {
  return [struckTags, struckMarks].reduce(
    (sum, pattern) => sum + countVisible((text.match(pattern) ?? []).join(" ").replace(/<\/?\w+>/g, "")),
    0,
  );
}
