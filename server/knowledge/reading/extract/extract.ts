import type { PlainFormat } from "../../../../protocol/admin-documents.ts";
import { tableLines } from "../table.ts";
import { type Block, cleanText, countVisible, coverageOf, type Extraction } from "./blocks.ts";
import { extractHtml } from "./html.ts";
import { tablesOfHtml } from "./html-blocks.ts";
import { blocksOfMarkdown } from "./markdown-blocks.ts";
import {
  countStruck,
  isKnownElement,
  ListTags,
  partMarks,
  plainInline,
  splitCode,
  stripTags,
} from "./markdown-inline.ts";
import { type Heading, lowestLevel, SectionBlocks } from "./section-blocks.ts";
import { extractText } from "./text.ts";

/** Reads text of a known format into blocks. The text may be hostile, so this runs in a parser's process. */
export function extract(content: string, format: PlainFormat): Extraction {
  switch (format) {
    case "markdown":
      return extractMarkdown(content);
    case "html":
      return extractHtml(content);
    case "text":
      return extractText(content);
    default:
      return format satisfies never;
  }
}

/** Reads Markdown and MDX. First removes syntax that is not Markdown. */
function extractMarkdown(source: string): Extraction {
  const { body, title } = splitFrontMatter(cleanText(source));
  const prepared = withoutMarkup(body);
  const read = [...blocksOfMarkdown(prepared)];
  const heading = read.find((block) => block.type === "heading" && block.level === 1);
  const own = title ?? (heading?.type === "heading" ? heading.text : null);
  const blocks = prepared.includes(partMarks.end) ? nameParts(read, own) : read;
  let struck = 0;
  if (/~~|<(?:s|del|strike)>/i.test(body)) {
    outsideFences(body, (part) => {
      struck += countStruck(part);
      return "";
    });
  }
  // The box of a task is read as a sign.
  const shown = withoutMarks(prepared).replace(/^([ \t]*(?:[-*+]|\d{1,4}[.)])[ \t]+)\[[xX]\](?=\s)/gm, "$1");
  const visible = countVisible(outsideFences(shown, plainInline));
  return { title: own, blocks, coverage: coverageOf(blocks, visible + struck) };
}

function withoutMarks(text: string): string {
  return text.includes(partMarks.end) ? text.replaceAll(partMarks.end, "").replaceAll(partMarks.unnamed, "") : text;
}

/** Makes the name of an accordion's or tab's content its heading, and lets the heading end with the content. */
function nameParts(blocks: Block[], title: string | null): Block[] {
  const sections = new SectionBlocks(title);
  /** The section around each open part; undefined for a part without a name. */
  const around: ({ of: Heading | undefined } | undefined)[] = [];
  for (const block of blocks) {
    if (!("text" in block)) sections.push(block);
    else if (block.text.includes(partMarks.end)) {
      const section = around.pop();
      if (section !== undefined) sections.resume(section.of);
    } else if (block.text.startsWith(partMarks.unnamed)) around.push(undefined);
    else if (block.text.startsWith(partMarks.start)) {
      const current = sections.current;
      around.push({ of: current });
      const text = block.text.slice(partMarks.start.length).trim();
      sections.push({ type: "heading", level: Math.min(lowestLevel, (current?.level ?? 1) + 1), text });
    } else sections.push({ ...block, text: block.text.replaceAll(partMarks.start, "") });
  }
  return sections.withoutLinkSections();
}

function splitFrontMatter(text: string): { body: string; title: string | null } {
  const match = /^\s*---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (!match) return { body: text, title: null };
  const title = /^title[ \t]*:[ \t]*(.+)$/m.exec(match[1] ?? "")?.[1]?.trim() ?? "";
  const plain = title.replace(/^(["'])(.*)\1$/, "$2").trim();
  return { body: text.slice(match[0].length), title: plain === "" ? null : plain };
}

/** The text without comments, imports, tags and HTML tables; code stays unchanged. */
function withoutMarkup(body: string): string {
  const closed = new Set(Array.from(body.matchAll(/<\/([A-Za-z][\w.-]{0,60})\s?>/g), ([, name]) => name));
  const isElement = (name: string) => isKnownElement(name) || (name.includes("-") && closed.has(name));
  return outsideFences(body, (text) => {
    const plain = text
      .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
      .replace(/\{\/\*(?:(?!\{\/\*)[\s\S]){0,2000}?\*\/\}/g, "")
      .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s?>|$)/gi, "")
      .replace(
        /^(?:import\s.{0,500}\sfrom\s["'][^\n]*|import\s["'][^\n]*|export\s(?:const|default|function|let)\b[^\n]*)$/gm,
        "",
      )
      .replace(
        /<table\b[\s\S]*?(?:<\/table\s?>|$)/gi,
        (table) => `\n\n${tablesOfHtml(table).map(tableText).join("\n\n")}\n\n`,
      )
      // A line break or a block in a cell would end the row.
      .replace(rowPattern, (row) => (row.includes("<") ? row.replace(blockTag, " ") : row))
      .replace(/^\[[^[\]^\n]{1,200}\]:[ \t]{1,10}\S+(?:[ \t]+["'(][^\n]*)?[ \t]*$/gm, "")
      // An item that starts with an anchor alone continues with the line below it.
      .replace(/^([ \t]*(?:[-*+]|\d{1,4}[.)])[ \t]+)<a\s[^<>]{0,300}><\/a>\s*/gim, "$1");
    const lists = new ListTags();
    return splitCode(plain)
      .map((part, index) => (index % 2 === 1 ? part : stripTags(part, isElement, lists)))
      .join("")
      .replace(/^([ \t]*)(?:>[ \t]?)+(?:\[![A-Z]+\])?/gm, "$1")
      .replace(/^[ \t]*:::[^\n]*$/gm, "");
  });
}

const rowPattern = /^[^\n\r\u2028\u2029|]*\|[^\n\r\u2028\u2029]*$/gm;
const blockTag = /<\/?(?:br|p|div|ul|ol|li)(?:\s[^<>]{0,300})?\/?>/gi;

/** Applies `change` to everything outside fenced code. An unclosed fence extends to the end of the text. */
function outsideFences(text: string, change: (part: string) => string): string {
  return text
    .split(
      /^([ \t]*(?:`{3,}(?!`)|~{3,}(?!~))[^\n\r\u2028\u2029`]*\r?\n[\s\S]*?(?:^[ \t]*(?:`{3,}|~{3,})[ \t]*$|$(?![\s\S])))/gm,
    )
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}

function tableText(block: Block): string {
  if (block.type !== "table") return "";
  // Signs that were written as entities are text, not tags.
  const escaped = (text: string) =>
    splitCode(text)
      .map((part, index) => (index % 2 === 1 ? part : part.replace(/[<>&]/g, "\\$&")))
      .join("");
  const { lead, rows } = tableLines({
    ...block,
    header: block.header.map((row) => row.map(escaped)),
    rows: block.rows.map((row) => row.map(escaped)),
  });
  const header = block.header.length > 0 ? (lead.pop() ?? "") : "| |";
  return [...lead.flatMap((caption) => [caption, ""]), header, header.replace(/[^|]+/g, "-"), ...rows].join("\n");
}
