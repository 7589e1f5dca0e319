import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from "marked";
import { tableOf } from "../table.ts";
import { type Block, countVisible } from "./blocks.ts";
import { boxes } from "./html-signs.ts";
import { plainInline } from "./markdown-inline.ts";

/** Deepest nesting of lists and of indentation; each level is parsed again. */
const maxDepth = 5;
/** Largest input, in characters, of rules whose cost grows faster than the text. Longer lists and paragraphs are split at a line break. */
const maxLookChars = 32_000;
/** Fenced code, indented like its component or item. An unclosed fence extends to the end of the text. */
const fencePattern =
  /^[ \t]*(`{3,}(?!`)|~{3,}(?!~))[ \t]*(?![ \t])([^\n`]*)(?:\n([\s\S]*?))??(?:\n[ \t]*\1[`~]*[ \t]*(?=\n|$)|$)/;
/** An item or a heading that is indented too far for the parser, which would read it as a line of the text above. */
const innerBlock = /^(?: {4}| {0,3}\t)[ \t]*(?:[-*+]|\d{1,4}[.)]|#{1,6})[ \t]+\S/;
const textEnd = /\n(?=[ \t]*(?:\n|`{3,}[^\n`]*(?:\n|$)|~{3}|(?:[-*+]|\d{1,4}[.)]|#{1,6})[ \t]+\S))/;

/**
 * The parser's block rules, without quotes, HTML and definitions, whose markers are removed before. They need little lookahead: an
 * underline makes a heading of one line only, and indented lines interrupt a text.
 */
class BlockRules extends Tokenizer {
  #depth = 0;

  override list(src: string): Tokens.List | undefined {
    if (this.#depth >= maxDepth) return undefined;
    this.#depth += 1;
    const list = super.list(firstLines(src, maxLookChars));
    this.#depth -= 1;
    return list;
  }

  override paragraph(src: string): Tokens.Paragraph | undefined {
    const start = firstLines(src, maxLookChars / 8);
    const end = start.search(textEnd);
    return super.paragraph(end < 0 ? start : start.slice(0, end));
  }

  /** The lexer appends the result to the preceding text. */
  override code(src: string): Tokens.Code | undefined {
    return this.fences(src) ? undefined : super.code(src);
  }

  override fences(src: string): Tokens.Code | undefined {
    const [raw, , lang, text = ""] = fencePattern.exec(src) ?? [];
    if (raw !== undefined) return { type: "code", raw, lang, text };
    return isText(this.lexer.state.lastToken) && innerBlock.test(src) ? super.code(src) : undefined;
  }

  override lheading(src: string): Tokens.Heading | undefined {
    return isText(this.lexer.state.lastToken) ? undefined : super.lheading(twoLines(src));
  }

  override table(src: string): Tokens.Table | undefined {
    const table = super.table(twoLines(src));
    // Keeps the rows unchanged; the parser would pad each to the width of the first.
    return table && { ...table, raw: this.rules.block.table.exec(src)?.[0] ?? table.raw };
  }

  override blockquote(): undefined {}
  override html(): undefined {}
  override def(): undefined {}
}

function isText(token: Token | undefined): token is Tokens.Paragraph | Tokens.Text {
  return token?.type === "paragraph" || token?.type === "text";
}

function firstLines(src: string, chars: number): string {
  const end = src.indexOf("\n", chars);
  return end < 0 ? src : src.slice(0, end);
}

function twoLines(src: string): string {
  return firstLines(src, src.indexOf("\n") + 1);
}

/**
 * Blocks of Markdown without tags, quotes and front matter. Indentation alone does not mark code, because pages with components indent
 * their text.
 */
export function* blocksOfMarkdown(text: string, depth = 0): Generator<Block> {
  const tokens = new Lexer({ gfm: true, tokenizer: new BlockRules() }).blockTokens(text, []);
  yield* blocksOfTokens(depth === 0 ? withoutLinkSections(tokens) : tokens, depth);
}

function* blocksOfTokens(tokens: Token[], depth: number): Generator<Block> {
  let open = "";
  // Without extensions, the lexer creates only the parser's own tokens.
  for (const token of tokens as MarkedToken[]) {
    // A split paragraph continues in the next token. Between two separate paragraphs there is a space token.
    if (isText(token)) {
      open += open === "" ? token.text : `\n${token.text}`;
      continue;
    }
    yield* paragraphOf(open);
    open = "";
    if (token.type === "heading") yield* headingOf(token.depth, token.text);
    else if (token.type === "list") yield* itemsOf(token, depth);
    else if (token.type === "table") yield tableBlock(token.raw);
    else if (token.type === "code") yield* codeOf(token, depth);
  }
  yield* paragraphOf(open);
}

function* headingOf(level: number, raw: string): Generator<Block> {
  const text = plainInline(raw.replace(/ ?\{#[\w-]{1,200}\}$/, "")).trim();
  if (text !== "") yield { type: "heading", level, text };
}

function* itemsOf(list: Tokens.List, depth: number): Generator<Block> {
  for (const [index, item] of list.items.entries()) {
    const mark = list.ordered ? `${Number(list.start) + index}.` : "-";
    const box = item.task ? `${item.checked ? boxes.ticked : boxes.empty} ` : "";
    let prefix = `${"  ".repeat(Math.min(depth, maxDepth - 1))}${mark} ${box}`;
    for (const block of blocksOfTokens(item.tokens, depth + 1)) {
      if (block.type === "paragraph" && prefix !== "") {
        // Whether a task is done may be the answer. The parser leaves the box in a loose list.
        const text = block.text.replace(item.task ? /^\[[ xX]\]\s+/ : "", "").replaceAll("\n", " ");
        yield { type: "item", text: prefix + text };
      } else yield block;
      prefix = "";
    }
  }
}

/** Uses the rows as written; the parser would drop cells without a column. */
function tableBlock(raw: string): Block {
  const [header = [], , ...rows] = raw.split("\n").map(cellsOf);
  return { type: "table", ...tableOf([header, ...rows], 1) };
}

function cellsOf(line: string): string[] {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/);
  return cells.map((cell) => plainInline(cell.replaceAll("\\|", "|")).trim());
}

function* codeOf(code: Tokens.Code, depth: number): Generator<Block> {
  const text = withoutIndent(code.text);
  if (code.codeBlockStyle !== "indented") {
    if (text !== "") yield { type: "code", language: /^[\w+#.-]*/.exec(code.lang ?? "")?.[0] ?? "", text };
  } else if (depth < maxDepth) yield* blocksOfMarkdown(text, depth + 1);
  else yield* paragraphOf(text);
}

function* paragraphOf(raw: string): Generator<Block> {
  const text = plainInline(raw)
    .replace(/(?<!\s)\s*\n\s*/g, "\n")
    .trim();
  if (countVisible(text) > 0) yield { type: "paragraph", text };
}

function withoutIndent(text: string): string {
  const indents = text.match(/^[ \t]*(?=\S)/gm) ?? [];
  const indent = indents.reduce((least, each) => Math.min(least, each.length), Number.POSITIVE_INFINITY);
  const lines = text.split("\n").map((line) => line.slice(indent).trimEnd());
  return lines.join("\n").replace(/^\n+/, "").trimEnd();
}

/** A link to a page, with nothing but punctuation around it. An e-mail address or a phone number is content, not only a link. */
const linkAlone =
  /^\s*(?:\[[^\][]{0,300}\]\((?!(?:mailto|tel|sms):)[^()\s]{0,500}(?:\s+"[^"]{0,200}")?\)[\s.,;|·•-]*|<?https?:\/\/[^\s<>]+(?:[>\s][\s.,;|·•-]*)?)$/;
const linkSomewhere = /\]\(|https?:\/\//;

/**
 * Removes sections that contain only links ("Additional resources", "See also"), because they repeat the titles of other pages and answer
 * nothing. A page with nothing else is a table of contents and stays.
 */
function withoutLinkSections(tokens: Token[]): Token[] {
  const sections: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === "heading") sections.push([]);
    sections.at(-1)?.push(token);
  }
  const kept = sections.filter((section) => !holdsLinksAlone(section));
  return kept.some((section) => section.some(isContent)) ? kept.flat() : tokens;
}

function holdsLinksAlone(section: Token[]): boolean {
  const content = section.filter(isContent);
  // An empty item is not a link: the heading above it would be lost. Without extensions there are only the parser's own tokens.
  return (content as MarkedToken[]).every(isLinks) && content.some(({ raw }) => linkSomewhere.test(raw));
}

function isContent({ type }: Token): boolean {
  return type !== "heading" && type !== "space" && type !== "hr";
}

function isLinks(token: MarkedToken): boolean {
  if (token.type === "paragraph" || token.type === "text")
    return token.text.split("\n").every((line) => linkAlone.test(line));
  return token.type === "list" && token.items.every(({ text }) => text.split("\n").every((line) => isItemLink(line)));
}

/** A nested item keeps its bullet. */
function isItemLink(line: string): boolean {
  return line.trim() === "" || linkAlone.test(line.replace(/^\s*(?:[-*+]|\d{1,4}[.)])\s+/, ""));
}
