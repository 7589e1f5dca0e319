import { posix } from "node:path";
import * as smd from "streaming-markdown";

export interface RenderedPage {
  title: string;
  html: string;
}

/**
 * Renders a page of our own documentation as HTML. All text is escaped; links and pictures lead to other
 * pages of the documentation or to https addresses, anything else loses its address.
 * @param source path of the file from the project's root, against which its links are resolved.
 */
export function renderMarkdown(markdown: string, source: string): RenderedPage {
  const writer = new HtmlWriter(posix.dirname(source));
  const parser = smd.parser({
    data: writer,
    add_token: (data: HtmlWriter, token: smd.Token) => data.open(token),
    end_token: (data: HtmlWriter) => data.close(),
    add_text: (data: HtmlWriter, text: string) => data.text(text),
    set_attr: (data: HtmlWriter, attribute: smd.Attr, value: string) => data.attribute(attribute, value),
  });
  smd.parser_write(parser, markdown);
  smd.parser_end(parser);
  writer.finish();
  return { title: writer.title, html: writer.html };
}

const tags: Partial<Record<smd.Token, string>> = {
  [smd.PARAGRAPH]: "p",
  [smd.HEADING_1]: "h1",
  [smd.HEADING_2]: "h2",
  [smd.HEADING_3]: "h3",
  [smd.HEADING_4]: "h4",
  [smd.HEADING_5]: "h5",
  [smd.HEADING_6]: "h6",
  [smd.BLOCKQUOTE]: "blockquote",
  [smd.LIST_UNORDERED]: "ul",
  [smd.LIST_ORDERED]: "ol",
  [smd.LIST_ITEM]: "li",
  [smd.CODE_INLINE]: "code",
  [smd.ITALIC_AST]: "em",
  [smd.ITALIC_UND]: "em",
  [smd.STRONG_AST]: "strong",
  [smd.STRONG_UND]: "strong",
  [smd.STRIKE]: "s",
  [smd.LINK]: "a",
  [smd.RAW_URL]: "a",
  [smd.IMAGE]: "img",
  [smd.TABLE]: "table",
  [smd.TABLE_ROW]: "tr",
  [smd.TABLE_CELL]: "td",
};

/** Elements without content. */
const voidTokens: Partial<Record<smd.Token, string>> = { [smd.LINE_BREAK]: "<br>", [smd.RULE]: "<hr>" };

interface OpenElement {
  tag: string;
  attributes: string[];
  content: string;
  /** Text without markup, for headings' ids and pictures' descriptions. */
  plain: string;
}

/** Builds the HTML from the inside out: an element is written when it ends, its attributes come late. */
class HtmlWriter {
  title = "";
  readonly #folder: string;
  readonly #root: OpenElement = { tag: "", attributes: [], content: "", plain: "" };
  readonly #open: OpenElement[] = [this.#root];

  constructor(folder: string) {
    this.#folder = folder;
  }

  get html(): string {
    return this.#root.content;
  }

  open(token: smd.Token): void {
    const isCode = token === smd.CODE_BLOCK || token === smd.CODE_FENCE;
    const tag = isCode ? "pre" : (voidTokens[token] ?? tags[token] ?? "");
    this.#open.push({ tag, attributes: [], content: "", plain: "" });
  }

  close(): void {
    const element = this.#open.pop();
    const parent = this.#open.at(-1);
    if (!element || !parent) return;
    parent.plain += element.plain;
    parent.content += this.#write(element);
  }

  /** The parser leaves open what the text left open, such as a table in the last line. */
  finish(): void {
    while (this.#open.length > 1) this.close();
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (!element) return;
    element.content += escapeHtml(text);
    element.plain += text;
  }

  attribute(attribute: smd.Attr, value: string): void {
    const element = this.#open.at(-1);
    if (!element) return;
    if (attribute === smd.HREF || attribute === smd.SRC) {
      const address = this.#address(value);
      if (address !== null)
        element.attributes.push(`${attribute === smd.HREF ? "href" : "src"}="${escapeHtml(address)}"`);
    } else if (attribute === smd.START) {
      element.attributes.push(`start="${Number(value)}"`);
    }
  }

  #write(element: OpenElement): string {
    const { tag, content, plain } = element;
    if (tag === "" || tag.startsWith("<")) return tag + content;
    if (tag === "img") return `<img ${[...element.attributes, `alt="${escapeHtml(plain)}"`].join(" ")}>`;
    if (tag === "pre") return `<pre tabindex="0"><code>${content}</code></pre>\n`;
    if (tag === "h1" && this.title === "") this.title = plain;
    const attributes = /^h[1-6]$/.test(tag) ? [...element.attributes, `id="${slug(plain)}"`] : element.attributes;
    return `<${[tag, ...attributes].join(" ")}>${content}</${tag}>${isBlock(tag) ? "\n" : ""}`;
  }

  #address(value: string): string | null {
    if (value.startsWith("https://") || value.startsWith("http://localhost") || value.startsWith("#")) return value;
    if (value.includes(":") || value.startsWith("/")) return null;
    const [path = "", anchor] = value.split("#");
    const target = posix.normalize(posix.join(this.#folder, path));
    const tail = anchor === undefined ? "" : `#${anchor}`;
    if (target === "README.md") return `/docs/README${tail}`;
    return target.startsWith("docs/") ? `/${target.endsWith(".md") ? target.slice(0, -3) : target}${tail}` : null;
  }
}

/** The id of a heading, as links to it are written. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}

function isBlock(tag: string): boolean {
  return !["a", "code", "em", "strong", "s", "td"].includes(tag);
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
