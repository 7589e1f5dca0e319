import * as smd from "streaming-markdown";
import type { Citation } from "../../../protocol/messages.ts";
import { settleLink, settleRawUrl, unwrap } from "./links.ts";
import { closedProperly, elementFor, equationTokens, linkTokens, literalTokens, openingDelimiter } from "./tokens.ts";

/** The parser keeps 24 open tokens; text nested deeper is shown as it is. */
const deepestNesting = 20;

interface Frame {
  token: number;
  /** Where text goes. */
  node: HTMLElement;
  /** False when the token has no element of its own. */
  owns: boolean;
  opening: string;
  href: string | null;
}

/** What is being written on: the place, the elements that are open, the sources that may be marked. */
interface Sheet {
  root: HTMLElement;
  frames: Frame[];
  citations: readonly Citation[];
}

export interface MarkdownWriter {
  /** Appends a piece of Markdown; nothing that is already shown is built again. */
  write(text: string): void;
  /** Closes what is open. Nothing may be written afterwards. */
  end(): void;
}

/**
 * Writes untrusted Markdown below `root` as elements from a fixed list: no HTML is parsed, no image
 * is loaded, links are http, https or mailto. What the parser cannot make sense of stays visible as typed.
 */
export function writeMarkdown(root: HTMLElement, citations: readonly Citation[] = []): MarkdownWriter {
  const frames: Frame[] = [];
  const parser = smd.parser(rendererInto({ root, frames, citations }, () => parser));
  let source = "";
  let held = "";
  let previous = "";
  let plain = false;

  const attempt = (work: () => void) => {
    if (plain) return;
    try {
      work();
    } catch {
      plain = true;
    }
  };
  const feed = (text: string, final: boolean) => {
    const input = held + text;
    // What `_` and backslashes mean depends on what follows them.
    held = final ? "" : (/[\\_]+$/.exec(input)?.[0] ?? "");
    const ready = input.slice(0, input.length - held.length);
    let from = 0;
    for (const match of ready.matchAll(/_+|\\(?=\n|$)/g)) {
      const next = ready.codePointAt(match.index + match[0].length) ?? held.codePointAt(0);
      smd.parser_write(parser, ready.slice(from, match.index));
      const before = match.index > 0 ? lastCharacter(ready.slice(Math.max(0, match.index - 2), match.index)) : previous;
      smd.parser_write(
        parser,
        asTyped(
          parser,
          match[0],
          isWordCharacter(before) && next !== undefined && isWordCharacter(String.fromCodePoint(next)),
        ),
      );
      from = match.index + match[0].length;
    }
    smd.parser_write(parser, ready.slice(from));
    if (ready) previous = lastCharacter(ready.slice(-2));
  };

  return {
    write(text) {
      source += text;
      attempt(() => feed(text, false));
      if (plain) showPlain(root, source);
    },
    end() {
      attempt(() => {
        feed("", true);
        smd.parser_write(parser, "\n\n");
        while (frames.length > 0) closeFrame(frames, parser, citations);
        trimEnd(root);
      });
      if (plain) showPlain(root, source);
    },
  };
}

/** Underscores inside a word and backslashes at the end of a line are text, which the parser does not know. */
function asTyped(parser: smd.Parser, characters: string, insideWord: boolean): string {
  const inCode =
    literalTokens.has(parser.token) ||
    parser.indent_len >= 4 ||
    parser.pending.startsWith("](") ||
    parser.pending.startsWith("`");
  if (inCode) return characters;
  if (characters === "\\") return "\\\\";
  return insideWord ? "\\_".repeat(characters.length) : characters;
}

function rendererInto({ root, frames, citations }: Sheet, parser: () => smd.Parser): smd.Any_Renderer {
  const top = () => frames.at(-1)?.node ?? root;
  return {
    data: null,
    add_token(_data: unknown, token: number) {
      if (token === smd.DOCUMENT) return;
      if (frames.length >= deepestNesting) throw new Error("nested too deeply");
      const parent = top();
      const element = elementFor(token, parent);
      frames.push({
        token,
        node: element ?? parent,
        owns: element !== null,
        opening: openingDelimiter(token, parser()),
        href: null,
      });
      if (token === smd.CHECKBOX && element) element.textContent = "☐ ";
    },
    end_token() {
      closeFrame(frames, parser(), citations);
    },
    add_text(_data: unknown, text: string) {
      const node = top();
      const last = node.lastChild;
      if (last?.nodeType === 3) last.nodeValue = (last.nodeValue ?? "") + text;
      else node.appendChild(node.ownerDocument.createTextNode(text));
    },
    set_attr(_data: unknown, attribute: number, value: string) {
      const frame = frames.at(-1);
      if (!frame) return;
      if (attribute === smd.HREF || attribute === smd.SRC) frame.href = value;
      else if (attribute === smd.CHECKED) frame.node.textContent = "☑ ";
      else if (attribute === smd.START && /^\d{1,9}$/.test(value)) frame.node.setAttribute("start", value);
    },
  };
}

function closeFrame(frames: Frame[], parser: smd.Parser, citations: readonly Citation[]): void {
  const frame = frames.pop();
  if (!frame?.owns) return;
  const { token, node } = frame;
  if (token === smd.RAW_URL) return settleRawUrl(node);
  if (linkTokens.has(token)) {
    const closed = parser.pending === "]";
    const rest = frame.href === null && parser.pending.startsWith("](") ? parser.pending.trimEnd() : "";
    if (rest) node.appendChild(node.ownerDocument.createTextNode(rest));
    return settleLink(node, { href: frame.href, closed, image: token === smd.IMAGE }, citations);
  }
  const closed = closedProperly(token, parser);
  if (equationTokens.has(token)) {
    const line = token === smd.EQUATION_BLOCK ? "\n" : "";
    const closing = frame.opening.startsWith("$") ? frame.opening : frame.opening === "\\(" ? "\\)" : "\\]";
    return unwrap(node, frame.opening + line, closed ? closing : "");
  }
  if (frame.opening && !closed) unwrap(node, frame.opening, "");
}

function showPlain(root: HTMLElement, source: string): void {
  const paragraph = root.ownerDocument.createElement("p");
  paragraph.className = "md-plain";
  paragraph.textContent = source;
  root.replaceChildren(paragraph);
}

/** Takes away the line breaks that were written only to flush the parser. */
function trimEnd(root: HTMLElement): void {
  let last: ChildNode | null = root.lastChild;
  while (last?.lastChild) last = last.lastChild;
  if (last?.nodeType === 3) last.nodeValue = (last.nodeValue ?? "").replace(/\n+$/, "");
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

function lastCharacter(text: string): string {
  return [...text].at(-1) ?? "";
}
