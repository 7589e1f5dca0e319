import * as smd from "streaming-markdown";
import { inlineElementLoad, isFull, loadOf, type OpenNode, roomFor, Stretches } from "./blocks.ts";
import { appendCodeBox, type CopyWords, nameLanguage } from "./code-box.ts";
import { headingLevel, isClosedBy, isCode, isInline, openerOf, tagOf } from "./elements.ts";
import { closingOf, endRawAddress, endReference, settleMarks } from "./references.ts";
import { Shield, unshield } from "./shield.ts";
import { appendText, putBack } from "./text-nodes.ts";

/**
 * Browsers lay out tables and lists as a whole, too. Further rows continue in another table or list; further columns stay in the last cell.
 */
const maxRows = 200;
const maxColumns = 60;

/** Most citation marks of one text, more than an answer has. Further numbers in brackets are text. */
const maxMarks = 200;

/** Cost to build and lay out an element, in characters; a list item takes the time of about forty. */
const elementCost = 40;
const boxCost = 5 * elementCost;

export interface WriterOptions {
  /** Element for headings; default `h3` to `h5`, by level. */
  heading?: "p";
  /** Labels of the copy button for code; without them there is no button. */
  copyWords?: CopyWords | undefined;
}

/**
 * Writes Markdown into an element, append only: an existing element changes again only when it ends. All streamed, final and stored
 * messages in widget and console become DOM here. The writer creates only the elements of `elements.ts`, links that passed `safe-link.ts`,
 * and text; markup in the text cannot become an element.
 */
export class MarkdownWriter {
  readonly #root: HTMLElement;
  readonly #document: Document;
  readonly #options: WriterOptions;
  readonly #parser: smd.Parser;
  readonly #shield: Shield;
  readonly #stretches: Stretches;
  readonly #open: OpenNode[] = [];
  #text = "";
  #marks = 0;
  #hasDirection = false;
  #isFinished = false;
  /** The text has ended: elements that are still open were never closed. */
  #isCutOff = false;
  /** Cost of all text written so far, in characters. */
  cost = 0;

  constructor(root: HTMLElement, options: WriterOptions = {}) {
    this.#root = root;
    this.#document = root.ownerDocument;
    this.#options = options;
    root.replaceChildren();
    this.#stretches = new Stretches(root);
    this.#parser = smd.parser({
      data: undefined,
      add_token: (_data, token) => this.#begin(token),
      end_token: () => this.#end(),
      add_text: (_data, text) => {
        this.#text += text;
      },
      set_attr: (_data, attribute, value) => this.#attribute(attribute, value),
    });
    this.#shield = new Shield(this.#parser);
  }

  /** Adds a piece of text. */
  write(chunk: string): void {
    this.#shield.push(chunk, false);
    this.#flush();
  }

  /** Ends the text. `citations`: numbers that have a source. Other numbers in brackets stay text. */
  finish(citations: ReadonlySet<number>): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#shield.push("", true);
    smd.parser_end(this.#parser);
    this.#isCutOff = true;
    this.#flush();
    while (this.#open.length > 0) this.#end();
    settleMarks(this.#root, citations);
  }

  #begin(token: number): void {
    this.#flush();
    const inline = isInline(token);
    const parent = this.#open.at(-1);
    if (parent) parent.load += inline ? 0 : 1;
    if (parent?.token === smd.TABLE_ROW && parent.load > maxColumns) return this.#stayInLastCell(token, parent);
    if (inline) this.#makeRoom();
    else if (parent) parent.place = parent.node;
    const block = inline ? this.#block() : undefined;
    if (block) block.load += inlineElementLoad;
    const node = this.#create(token, parent);
    const ticks = "`".repeat(Math.max(1, this.#parser.fence_start));
    const opener = token === smd.CODE_INLINE ? ticks : openerOf(token);
    this.#open.push({ token, node, place: node, isOwn: true, opener, load: 0 });
    this.cost += elementCost;
  }

  /** Keeps the further columns of a full row in its last cell. */
  #stayInLastCell(token: number, row: OpenNode): void {
    const node = row.node.lastElementChild ?? row.node;
    row.rest ??= { token, node, place: node, isOwn: false, opener: undefined, load: 0 };
    this.#open.push(row.rest);
    this.#text = "|";
  }

  #create(token: number, parent: OpenNode | undefined): Element {
    const place = parent?.place ?? this.#stretches.next();
    const level = headingLevel(token);
    if (level !== undefined) {
      const heading = this.#make(this.#options.heading ?? (level < 3 ? "h3" : level < 5 ? "h4" : "h5"), place);
      heading.setAttribute("class", "heading");
      return heading;
    }
    if (token === smd.CODE_BLOCK || token === smd.CODE_FENCE) return this.#codeIn(place);
    if (token === smd.TABLE) return this.#make("table", this.#scroller("div", place));
    if ((token === smd.TABLE_ROW || token === smd.LIST_ITEM) && parent && parent.load > maxRows) this.#continue(parent);
    const table = this.#open.at(-2);
    const isHead = token === smd.TABLE_CELL && table?.load === 1 && !table.node.hasAttribute("class");
    const node = this.#make(isHead ? "th" : tagOf(token), parent?.place ?? place);
    if (token === smd.CHECKBOX) node.append("☐ ");
    return node;
  }

  /** Code is left to right in every language. */
  #codeIn(place: Element): Element {
    const { copyWords } = this.#options;
    const pre = this.#scroller("pre", copyWords ? appendCodeBox(place, copyWords) : place);
    pre.setAttribute("dir", "ltr");
    this.cost += copyWords ? boxCost : 0;
    return this.#make("code", pre);
  }

  /** Continues in another table or list. */
  #continue(rows: OpenNode): void {
    const before = rows.node;
    rows.node = this.#make(before.localName, before.parentElement ?? before);
    rows.node.setAttribute("class", "on");
    if (rows.token === smd.LIST_ORDERED) {
      rows.node.setAttribute("start", String(Number(before.getAttribute("start") ?? 1) + maxRows));
    }
    rows.place = rows.node;
    rows.load = 1;
  }

  #make(tag: string, parent: Element): Element {
    return parent.appendChild(this.#document.createElement(tag));
  }

  /** Wide content scrolls inside its message, also by keyboard. */
  #scroller(tag: "pre" | "div", parent: Element): Element {
    const scroller = this.#make(tag, parent);
    scroller.setAttribute("class", "wide");
    scroller.setAttribute("tabindex", "0");
    return scroller;
  }

  /** Writes the text that the parser has delivered since the last element. */
  #flush(): void {
    let text = unshield(this.#text, isCode(this.#open.at(-1)?.token));
    this.#text = "";
    this.cost += loadOf(text);
    const direction = this.#hasDirection ? undefined : directionOf(text);
    if (direction) this.#root.setAttribute("dir", direction);
    this.#hasDirection ||= direction !== undefined;
    while (text !== "") {
      this.#makeRoom();
      const block = this.#block();
      const shown = text.slice(0, roomFor(text, block));
      appendText(this.#open.at(-1)?.place ?? this.#root, shown);
      if (block) block.load += loadOf(shown);
      text = text.slice(shown.length);
    }
  }

  #block(): OpenNode | undefined {
    return this.#open.findLast(({ token }) => !isInline(token));
  }

  /** Starts a new part when the block is full. */
  #makeRoom(): void {
    const block = this.#block();
    if (!block || !isFull(block, this.#open.at(-1) === block)) return;
    // Elements that are still open here were not meant as markup: their opening characters become text.
    for (let at = this.#open.length - 1; this.#open[at] !== block; at--) this.#giveUp(at);
    block.place = this.#make("span", block.node);
    block.place.setAttribute("class", "more");
    block.load = 0;
    for (const later of this.#open.slice(this.#open.indexOf(block) + 1)) later.node = later.place = block.place;
  }

  #giveUp(at: number): void {
    const inline = this.#open[at];
    if (!inline?.isOwn) return;
    inline.isOwn = false;
    putBack(inline.node, inline.opener ?? "", "");
  }

  #attribute(attribute: smd.Attr, value: string): void {
    const top = this.#open.at(-1);
    if (!top) return;
    if (attribute === smd.HREF || attribute === smd.SRC) top.address = unshield(value, true);
    if (attribute === smd.LANG) nameLanguage(top.node, unshield(value, true));
    if (attribute === smd.CHECKED) top.node.textContent = "☑ ";
    if (attribute === smd.START && /^\d{1,9}$/.test(value)) top.node.setAttribute("start", value);
  }

  #end(): void {
    this.#flush();
    const top = this.#open.pop();
    if (!top) return;
    // The end of the text is like the end of a paragraph.
    const isClosed = isClosedBy(top.token, this.#isCutOff ? "\n" : this.#parser.pending);
    if (!top.isOwn) {
      if (isClosed && top.opener !== undefined) this.#text += closingOf(top.token, top.opener, top.address);
    } else if (top.token === smd.RAW_URL) endRawAddress(top.node);
    else if (!isClosed) putBack(top.node, top.opener ?? "", "");
    else if (top.token === smd.LINK || top.token === smd.IMAGE) this.#endReference(top);
  }

  #endReference({ token, node, address }: OpenNode): void {
    const opener = token === smd.IMAGE ? "![" : "[";
    this.#marks += endReference(node, { address, opener, maxMarks: maxMarks - this.#marks });
  }
}

const firstLetter = /\p{L}/u;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The direction of a text by its first letter, like `dir=auto`, which would scan the whole text at each change. */
function directionOf(text: string): "ltr" | "rtl" | undefined {
  const letter = firstLetter.exec(text)?.[0];
  return letter === undefined ? undefined : rightToLeft.test(letter) ? "rtl" : "ltr";
}
