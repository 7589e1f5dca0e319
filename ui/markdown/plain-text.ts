import * as smd from "streaming-markdown";
import { citationLabel } from "./citation-label.ts";
import { isClosedBy, isCode, isInline, openerOf } from "./elements.ts";
import { Shield, unshield } from "./shield.ts";

/** An excerpt may begin inside a table row. The parser knows a row by its first character. */
const cutRow = /^[^|\n]+\|[^\n]*\|[ \t]*(?=\n|$)/;
/** An address in angle brackets, which the parser leaves as text. */
const bracketed = /<(https?:[^<>\s]*)>/g;
/** The end of bold or struck text whose beginning an excerpt has cut off. */
const strayEnd = /(?<=[\p{L}\p{N}.,!?)%])(?:\*\*|~~|__)(?=[\s.,;:!?]|$)/gu;

interface PlainOptions {
  /** Leaves out citation marks such as `[1]`, for texts that have sources. */
  dropsMarks?: boolean;
}

/**
 * Markdown as a reader sees it: without syntax, also where an excerpt has cut it in two. Commas separate the cells of a table row, and line
 * breaks stay. It uses the parser of `markdown-writer.ts`, so a text has the same words here and on the page. No DOM is needed.
 */
export function plainText(markdown: string, options: PlainOptions = {}): string {
  return new PlainWords(options).read(cutRow.test(markdown) ? `|${markdown}` : markdown);
}

/** The same on one line, for titles, list rows and notices. */
export function plainLine(markdown: string, options: PlainOptions = {}): string {
  return plainText(markdown, options).replace(/\s+/g, " ");
}

/** An open element. */
interface Open {
  token: number;
  opener: string | undefined;
  /** The opener follows a space, or begins the line. */
  beginsWord: boolean;
  /** Index of the part that stays empty, unless the opener turns out to be text. */
  place: number;
  address?: string;
  /** Number of the next item of an ordered list. */
  next: number;
}

/** Collects the words that the parser reports. */
class PlainWords {
  readonly #parts: string[] = [];
  readonly #open: Open[] = [];
  readonly #parser: smd.Parser;
  readonly #dropsMarks: boolean;
  /** Reported, but not yet written. */
  #text = "";
  /** Written before the next words: line breaks between blocks, a comma between cells. */
  #gap = "";
  #isLineStart = true;
  #isEmpty = true;
  #isCutOff = false;

  constructor({ dropsMarks = false }: PlainOptions) {
    this.#dropsMarks = dropsMarks;
    this.#parser = smd.parser({
      data: undefined,
      add_token: (_data, token) => this.#begin(token),
      end_token: () => this.#end(),
      add_text: (_data, text) => {
        this.#text += text;
      },
      set_attr: (_data, attribute, value) => this.#attribute(attribute, value),
    });
  }

  read(markdown: string): string {
    new Shield(this.#parser).push(markdown, true);
    smd.parser_end(this.#parser);
    this.#isCutOff = true;
    while (this.#open.length > 0) this.#end();
    this.#flush();
    const lines = this.#parts.join("").split("\n");
    return lines.map((line) => line.trimEnd()).join("\n");
  }

  #begin(token: number): void {
    this.#flush();
    const parent = this.#open.at(-1);
    if (token === smd.TABLE_CELL) this.#gap ||= this.#isLineStart ? "" : ", ";
    else if (token === smd.LINE_BREAK || !isInline(token)) this.#break(breaksBefore(token, parent?.token));
    else this.#fillGap();
    const opener = token === smd.CODE_INLINE ? "`".repeat(Math.max(1, this.#parser.fence_start)) : openerOf(token);
    const beginsWord = this.#isLineStart || /\s$/.test(this.#parts.at(-1) ?? "");
    this.#open.push({ token, opener, beginsWord, place: this.#parts.push("") - 1, next: 1 });
    if (token === smd.LIST_ITEM && parent?.token === smd.LIST_ORDERED) this.#put(`${parent.next++}. `);
  }

  #break(lines: number): void {
    if (lines > this.#gap.length || this.#gap === ", ") this.#gap = "\n".repeat(lines);
    this.#isLineStart = true;
  }

  #flush(): void {
    const inCode = isCode(this.#open.at(-1)?.token);
    const text = unshield(this.#text, inCode);
    this.#text = "";
    if (inCode) this.#put(text);
    else
      this.#put(
        (this.#isLineStart || this.#gap ? text.trimStart() : text).replace(bracketed, "$1").replace(strayEnd, ""),
      );
  }

  #put(text: string): void {
    if (text === "") return;
    this.#fillGap();
    this.#isLineStart = false;
    this.#isEmpty = false;
    this.#parts.push(text);
  }

  #fillGap(): void {
    if (!this.#isEmpty && this.#gap) this.#parts.push(this.#gap);
    this.#gap = "";
  }

  #attribute(attribute: smd.Attr, value: string): void {
    const top = this.#open.at(-1);
    if (!top) return;
    if (attribute === smd.HREF || attribute === smd.SRC) top.address = unshield(value, true);
    if (attribute === smd.START && /^\d{1,9}$/.test(value)) top.next = Number(value);
  }

  #end(): void {
    this.#flush();
    const top = this.#open.pop();
    if (top?.token === smd.TABLE_CELL) this.#parts.push((this.#parts.pop() ?? "").trimEnd());
    if (!top || top.opener === undefined) return;
    // Bold text whose end an excerpt has cut off; a lone star or a glob is meant as it is.
    const isExcerpt = top.beginsWord && /^(\*\*|__|~~)$/.test(top.opener);
    if (this.#isCutOff) this.#parts[top.place] = isExcerpt ? "" : top.opener;
    else if (!isClosedBy(top.token, this.#parser.pending)) this.#parts[top.place] = top.opener;
    else if (top.token === smd.LINK || top.token === smd.IMAGE) this.#endReference(top);
  }

  #endReference({ address, opener = "", place }: Open): void {
    const label = this.#parts.slice(place).join("");
    if (address !== undefined) {
      if (label.trim() === "") this.#parts.splice(place, Number.POSITIVE_INFINITY, address);
    } else if (this.#dropsMarks && citationLabel.test(label)) {
      this.#parts.length = place;
      this.#parts.push((this.#parts.pop() ?? "").trimEnd());
    } else {
      this.#parts[place] = opener;
      this.#put("]");
    }
  }
}

/** Line breaks before a token. */
function breaksBefore(token: number, parent: number | undefined): number {
  if (token === smd.LINE_BREAK || token === smd.LIST_ITEM || token === smd.TABLE_ROW) return 1;
  return parent === smd.LIST_ITEM || token === smd.LIST_ORDERED || token === smd.LIST_UNORDERED ? 1 : 2;
}
