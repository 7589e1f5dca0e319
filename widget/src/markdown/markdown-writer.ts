import * as smd from "streaming-markdown";
import { isCode, openerOf, tagOf } from "./elements.ts";
import { endRawAddress, endReference, settleMarks } from "./references.ts";
import { Shield, unshield } from "./shield.ts";

/** Deeper nesting than any answer needs; the parser itself counts to 24. */
const maxDepth = 20;

const textNodeType = 3;

/** Adding to a text costs its length, so a long one goes on in a new node. */
const maxTextNodeChars = 500;

interface OpenNode {
  token: smd.Token;
  node: Element;
  address?: string;
}

/**
 * Writes Markdown into an element, append only: what stands there is not touched again until its own end.
 * The one way from text to DOM for streamed, final and stored messages. It makes only the elements of
 * `elements.ts`, links that passed `safe-link.ts`, and text; there is no path from markup in the text to an element.
 */
export class MarkdownWriter {
  readonly #root: Element;
  readonly #document: Document;
  readonly #parser: smd.Parser;
  readonly #shield = new Shield();
  readonly #open: OpenNode[] = [];
  #isFinished = false;
  /** The text is over: what is still open was never closed. */
  #isCutOff = false;

  constructor(root: Element) {
    this.#root = root;
    this.#document = root.ownerDocument;
    root.replaceChildren();
    this.#parser = smd.parser({
      data: undefined,
      add_token: (_data, token) => this.#begin(token),
      end_token: () => this.#end(),
      add_text: (_data, text) => this.#append(text),
      set_attr: (_data, attribute, value) => this.#attribute(attribute, value),
    });
  }

  /** Adds a piece of text. */
  write(chunk: string): void {
    const ready = this.#shield.push(chunk);
    if (ready !== "") smd.parser_write(this.#parser, ready);
  }

  /** Ends the text. `citations` are the numbers that have a source; other numbers in brackets are just text. */
  finish(citations: ReadonlySet<number>): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    const rest = this.#shield.flush();
    if (rest !== "") smd.parser_write(this.#parser, rest);
    smd.parser_end(this.#parser);
    this.#isCutOff = true;
    while (this.#open.length > 0) this.#end();
    settleMarks(this.#root, citations);
  }

  #begin(token: smd.Token): void {
    const parent = this.#open.at(-1)?.node ?? this.#root;
    if (this.#open.length >= maxDepth) {
      this.#open.push({ token, node: parent });
      return;
    }
    this.#open.push({ token, node: this.#create(token, parent) });
  }

  #create(token: smd.Token, parent: Element): Element {
    const node = this.#document.createElement(token === smd.TABLE_CELL && isFirstRow(parent) ? "th" : tagOf(token));
    if (token === smd.CODE_BLOCK || token === smd.CODE_FENCE) this.#scroller("pre", parent).append(node);
    else if (token === smd.TABLE) this.#scroller("div", parent).append(node);
    else parent.append(node);
    if (token === smd.CHECKBOX) node.append("☐ ");
    return node;
  }

  /** Wide content scrolls inside its message, also by keyboard. */
  #scroller(tag: "pre" | "div", parent: Element): Element {
    const scroller = this.#document.createElement(tag);
    scroller.setAttribute("class", "wide");
    scroller.setAttribute("tabindex", "0");
    parent.append(scroller);
    return scroller;
  }

  #append(text: string): void {
    const top = this.#open.at(-1);
    const node = top?.node ?? this.#root;
    const plain = unshield(text, top !== undefined && isCode(top.token));
    const last = node.lastChild;
    if (last?.nodeType === textNodeType && (last.nodeValue?.length ?? 0) < maxTextNodeChars) last.nodeValue += plain;
    else node.append(plain);
  }

  #attribute(attribute: smd.Attr, value: string): void {
    const top = this.#open.at(-1);
    if (!top) return;
    if (attribute === smd.HREF || attribute === smd.SRC) top.address = unshield(value, true);
    if (attribute === smd.CHECKED) top.node.textContent = "☑ ";
    if (attribute === smd.START && /^\d{1,9}$/.test(value)) top.node.setAttribute("start", value);
  }

  #end(): void {
    const top = this.#open.pop();
    if (!top || top.node === this.#root || top.node === this.#open.at(-1)?.node) return;
    if (top.token === smd.RAW_URL) endRawAddress(top.node);
    else if (!this.#isClosed(top.token)) unwrap(top.node, openerOf(top.token) ?? "");
    else if (top.token === smd.LINK || top.token === smd.IMAGE)
      endReference(top.node, { address: top.address, prefix: top.token === smd.IMAGE ? "!" : "" });
  }

  /** An inline element that ends with its paragraph, or with the text, was never one. */
  #isClosed(token: smd.Token): boolean {
    const opener = openerOf(token);
    if (opener === undefined) return true;
    if (this.#isCutOff) return false;
    const pending = this.#parser.pending;
    if (token === smd.CODE_INLINE) return !pending.startsWith("\n");
    if (token === smd.LINK || token === smd.IMAGE) return pending.startsWith("]");
    return pending.startsWith(opener.charAt(0));
  }
}

function isFirstRow(row: Element): boolean {
  return row.parentElement?.firstElementChild === row;
}

function unwrap(node: Element, opener: string): void {
  node.replaceWith(opener, ...node.childNodes);
}
