import { type Block, cleanText, countVisible, coverageOf, type Extraction } from "./blocks.ts";
import { tablesOfHtml } from "./html-blocks.ts";
import { isKnownElement, plainInline, splitCode, stripTags } from "./markdown-inline.ts";

const fencePattern = /^\s*(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/;
const headingPattern = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const itemPattern = /^(\s*)([-*+]|\d{1,4}[.)])\s+(.*)$/;
const delimiterRow = /^\s*\|?\s*:?-{1,}:?\s*(?:\|\s*:?-{1,}:?\s*)*\|?\s*$/;
/** Deepest indentation of a list item that is kept, in levels. */
const maxItemDepth = 4;

/**
 * Reads Markdown and MDX line by line. Indentation never makes code here: pages written with components
 * indent their prose, and CommonMark would take that for code.
 */
export function extractMarkdown(source: string): Extraction {
  const { body, title } = splitFrontMatter(cleanText(source));
  const prepared = withoutMarkup(body);
  const blocks = new BlockReader(prepared.split("\n")).read();
  const heading = blocks.find((block) => block.type === "heading" && block.level === 1);
  return {
    title: title ?? (heading?.type === "heading" ? heading.text : null),
    blocks,
    coverage: coverageOf(blocks, countVisible(outsideFences(prepared, plainInline))),
  };
}

function splitFrontMatter(text: string): { body: string; title: string | null } {
  const match = /^\s*---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (!match) return { body: text, title: null };
  const title = /^title[ \t]*:[ \t]*(.+)$/m.exec(match[1] ?? "")?.[1]?.trim() ?? "";
  const plain = title.replace(/^(["'])(.*)\1$/, "$2").trim();
  return { body: text.slice(match[0].length), title: plain === "" ? null : plain };
}

/** The text without comments, imports, tags and tables in HTML; code stays as it is. */
function withoutMarkup(body: string): string {
  const closed = new Set(Array.from(body.matchAll(/<\/([A-Za-z][\w.-]{0,60})\s?>/g), ([, name]) => name));
  const isElement = (name: string) => isKnownElement(name) || (name.includes("-") && closed.has(name));
  return outsideFences(body, (text) => {
    const plain = text
      .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
      .replace(/\{\/\*[\s\S]{0,2000}?\*\/\}/g, "")
      .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s?>|$)/gi, "")
      .replace(
        /^(?:import\s[^\n]{0,500}\sfrom\s["'][^\n]*|import\s["'][^\n]*|export\s(?:const|default|function|let)\b[^\n]*)$/gm,
        "",
      )
      .replace(
        /<table\b[\s\S]*?(?:<\/table\s?>|$)/gi,
        (table) => `\n\n${tablesOfHtml(table).map(tableText).join("\n\n")}\n\n`,
      )
      .replace(/^\[[^\]^]{1,200}\]:[ \t]{1,10}\S[^\n]*$/gm, "");
    return outsideCode(plain, (part) => stripTags(part, isElement));
  });
}

function outsideCode(text: string, change: (part: string) => string): string {
  return splitCode(text)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}

/** Applies `change` to everything between fenced code. A fence that is never closed runs to the end. */
function outsideFences(text: string, change: (part: string) => string): string {
  return text
    .split(/^([ \t]*(?:`{3,}|~{3,})[^\n`]*\n[\s\S]*?(?:^[ \t]*(?:`{3,}|~{3,})[ \t]*$|$(?![\s\S])))/gm)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}

function tableText(block: Block): string {
  if (block.type !== "table") return "";
  const header = block.header ?? "| |";
  return [header, header.replace(/[^|]+/g, "-"), ...block.rows].join("\n");
}

/** Turns lines into blocks. */
class BlockReader {
  readonly #lines: string[];
  readonly #blocks: Block[] = [];
  #at = 0;
  /** Last number of the open ordered list at each depth: writers number every item 1 and let the page count. */
  #numbers: number[] = [];
  #open: { type: "paragraph" | "item"; prefix: string; lines: string[] } | undefined;

  constructor(lines: string[]) {
    this.#lines = lines;
  }

  read(): Block[] {
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at] ?? "";
      if (line.trim() === "") this.#close();
      else if (!(this.#readFence(line) || this.#readHeading(line) || this.#readTable(line) || this.#readItem(line)))
        this.#addText(line);
      this.#at += 1;
    }
    this.#close();
    return this.#blocks;
  }

  #readFence(line: string): boolean {
    const fence = fencePattern.exec(line);
    if (!fence) return false;
    this.#close();
    const mark = fence[1] ?? "```";
    const code: string[] = [];
    while (++this.#at < this.#lines.length) {
      const inner = this.#lines[this.#at] ?? "";
      if (inner.trim().startsWith(mark) && /^\s*(`{3,}|~{3,})\s*$/.test(inner)) break;
      code.push(inner);
    }
    if (code.some((each) => each.trim() !== ""))
      this.#blocks.push({ type: "code", language: fence[2] ?? "", text: withoutIndent(code) });
    return true;
  }

  #readHeading(line: string): boolean {
    const heading = headingPattern.exec(line);
    const underline = /^\s{0,3}(=+|-+)\s*$/.exec(line);
    if (heading) {
      this.#close();
      this.#addHeading(heading[1]?.length ?? 1, heading[2] ?? "");
      return true;
    }
    if (!underline) return false;
    // A line of `=` or `-` below a single line makes that line a heading; alone, `---` is a rule.
    const title = this.#open?.type === "paragraph" && this.#open.lines.length === 1 ? this.#open.lines[0] : undefined;
    if (title !== undefined) {
      this.#open = undefined;
      this.#addHeading(underline[1]?.startsWith("=") ? 1 : 2, title);
      return true;
    }
    return underline[1] !== undefined && underline[1].length >= 3;
  }

  #addHeading(level: number, raw: string): void {
    const text = plainInline(raw)
      .replace(/\s*\{#[\w-]+\}\s*$/, "")
      .replace(/\s+/g, " ")
      .trim();
    this.#numbers = [];
    if (text !== "") this.#blocks.push({ type: "heading", level, text });
  }

  #readTable(line: string): boolean {
    if (!line.includes("|") || !delimiterRow.test(this.#lines[this.#at + 1] ?? "")) return false;
    this.#close();
    const header = rowText(line);
    const rows: string[] = [];
    this.#at += 1;
    while ((this.#lines[this.#at + 1] ?? "").includes("|")) {
      this.#at += 1;
      const row = rowText(this.#lines[this.#at] ?? "");
      if (/[^|\s]/.test(row)) rows.push(row);
    }
    this.#blocks.push({ type: "table", header: /[^|\s]/.test(header) ? header : null, rows });
    return true;
  }

  #readItem(line: string): boolean {
    const item = itemPattern.exec(line);
    if (!item || /^\s*([-*+])(?:\s*\1){2,}\s*$/.test(line)) return false;
    this.#close();
    const depth = Math.min(maxItemDepth, Math.floor((item[1] ?? "").replaceAll("\t", "    ").length / 2));
    const mark = this.#markOf(item[2] ?? "-", depth);
    this.#open = {
      type: "item",
      prefix: `${"  ".repeat(depth)}${mark} `,
      lines: [(item[3] ?? "").replace(/^\[[ xX]\]\s+/, "")],
    };
    return true;
  }

  #markOf(written: string, depth: number): string {
    const number = Number.parseInt(written, 10);
    const last = this.#numbers[depth];
    this.#numbers.length = depth;
    if (Number.isNaN(number)) return "-";
    this.#numbers[depth] = last !== undefined && number <= last ? last + 1 : number;
    return `${this.#numbers[depth]}.`;
  }

  #addText(line: string): void {
    const text = line
      .trim()
      .replace(/^(?:>\s?)+(?:\[![A-Z]+\])?/, "")
      .trim();
    if (/^(?:\*\s*){3,}$|^(?:_\s*){3,}$|^:::/.test(text)) return this.#close();
    if (text === "") return this.#close();
    if (!this.#open) {
      this.#open = { type: "paragraph", prefix: "", lines: [] };
      // Text at the margin ends a list; indented text belongs to its item.
      if (/^\S/.test(line)) this.#numbers = [];
    }
    this.#open.lines.push(text);
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    const text = plainInline(open.lines.join("\n"))
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join(open.type === "item" ? " " : "\n");
    if (countVisible(text) > 0) this.#blocks.push({ type: open.type, text: `${open.prefix}${text}` });
  }
}

function rowText(line: string): string {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/);
  return `| ${cells.map((cell) => plainInline(cell.replaceAll("\\|", "|")).trim()).join(" | ")} |`;
}

function withoutIndent(lines: string[]): string {
  const filled = lines.filter((line) => line.trim() !== "");
  const indent = Math.min(...filled.map((line) => line.length - line.trimStart().length));
  return lines
    .map((line) => line.slice(indent).trimEnd())
    .join("\n")
    .replace(/^\n+|\n+$/g, "");
}
