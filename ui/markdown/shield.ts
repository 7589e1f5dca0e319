import * as smd from "streaming-markdown";
import { isCode } from "./elements.ts";

/**
 * Placeholders for characters that the Markdown parser would read as syntax although they are ordinary text: Unicode noncharacters, one for
 * each character of these lists. Writing the text replaces them with the characters. A character that was escaped with a backslash gets the
 * backslash back inside code.
 */
const plainSigns = "$_]\\*~`!<>#-+|.[";
const escapedSigns = "([]";
const firstPlain = 0xfdd0;
const firstEscaped = firstPlain + plainSigns.length;
const anyStandIn = /[\uFDD0-\uFDEF]/g;

/** Characters that can open something. They are text when too much is open already. */
const openers = "*_~`!<>#-+|.[";

/**
 * Search limit for the end of a link's address; without an end the bracket is text. Fits the longest allowed address and the bracket around
 * it.
 */
const maxAddressChars = 2_048;

/**
 * Limit for open or undecided elements in the parser, which counts to 24 and forgets the rest: seven nested lists with bold, italic and
 * code inside. Deeper, and in runs that would open more, the characters are text.
 */
const maxOpen = 19;

/** Longest run of a character that has a meaning. A longer run is text, or a rule if it is alone on its line. */
const longestRun: Readonly<Record<string, number>> = { "*": 3, _: 3, "~": 2, "`": 8, "-": 3 };

/** Search limit for rules, in characters. */
const maxRuleChars = 200;

/** Replaces the placeholders with their characters, as they look in text or in code. */
export function unshield(text: string, inCode: boolean): string {
  return text.replace(anyStandIn, (sign) => {
    const place = sign.charCodeAt(0) - firstPlain;
    const plain = plainSigns[place];
    return plain ?? (inCode ? "\\" : "") + (escapedSigns[place - plainSigns.length] ?? "");
  });
}

interface Step {
  /** Text for the parser. */
  out: string;
  /** Length of the input that it replaces, in characters. */
  length: number;
}

/**
 * Feeds text to the parser and prevents it from reading money, paths, `snake_case` names, lone brackets, long runs of a character and
 * endless nesting as syntax. The parser's input stays short and shallow, so that no character costs more than another. Holds back only the
 * start of something undecided.
 */
export class Shield {
  readonly #parser: smd.Parser;
  #held = "";
  #last = "\n";
  /** Character of the current run when the run is too long to have a meaning. */
  #run = "";
  #isLineStart = true;

  constructor(parser: smd.Parser) {
    this.#parser = parser;
  }

  /** Feeds the part of the text that can be decided; with `isFinal` the whole text. */
  push(chunk: string, isFinal: boolean): void {
    const text = this.#held + chunk.replace(anyStandIn, "\uFFFD");
    let at = 0;
    let ready = "";
    while (at < text.length) {
      const sign = text[at] ?? "";
      if (!isSyntax(sign)) {
        const end = endOfWords(text, at, isFinal);
        if (end === at) break;
        ready += text.slice(at, end);
        this.#note(text.slice(at, end));
        at = end;
        continue;
      }
      // The meaning of a character depends on the parser's open elements, so the parser must know all earlier text.
      this.#feed(ready);
      ready = "";
      const step = this.#next(text, at, isFinal);
      if (!step) break;
      this.#feed(step.out);
      this.#note(text.slice(at, at + step.length));
      at += step.length;
    }
    this.#feed(ready);
    this.#held = text.slice(at);
  }

  #feed(text: string): void {
    if (text !== "") smd.parser_write(this.#parser, text);
  }

  #note(passed: string): void {
    const newLine = passed.lastIndexOf("\n");
    if (newLine >= 0) this.#isLineStart = true;
    if (passed.slice(newLine + 1).trim() !== "") this.#isLineStart = false;
    this.#last = passed.at(-1) ?? "";
  }

  #next(text: string, at: number, isFinal: boolean): Step | undefined {
    const sign = text[at] ?? "";
    const following = text[at + 1];
    if (sign !== this.#run) this.#run = "";
    if (sign === "$" || this.#run !== "" || this.#isCode(sign) || this.#isCrowded(sign)) return one(standIn(sign));
    if (sign === "\\") {
      if (following === undefined && !isFinal) return undefined;
      return shieldEscape(following);
    }
    if (sign === "]") {
      if (following === undefined && !isFinal) return undefined;
      return following === "(" ? shieldAddress(text, at, isFinal) : { out: sign, length: 1 };
    }
    return sign in longestRun ? this.#readRun(text, at, isFinal) : { out: sign, length: 1 };
  }

  /** Inside code only the end of the code has a meaning. */
  #isCode(sign: string): boolean {
    const { len, tokens, token } = this.#parser;
    return sign !== "`" && token !== smd.LINE_BREAK && isCode(tokens[len]);
  }

  /** When much is open, characters can close but not open something. Lines of a table are not read again, however long they are. */
  #isCrowded(sign: string): boolean {
    const { len, pending, tokens } = this.#parser;
    const token = tokens[len];
    if (len + pending.length < maxOpen || token === smd.TABLE || !openers.includes(sign)) return false;
    if (sign === "*") return token !== smd.ITALIC_AST && token !== smd.STRONG_AST;
    if (sign === "_") return token !== smd.ITALIC_UND && token !== smd.STRONG_UND;
    if (sign === "`") return token !== smd.CODE_INLINE && token !== smd.CODE_FENCE;
    return sign !== "~" || token !== smd.STRIKE;
  }

  #readRun(text: string, at: number, isFinal: boolean): Step | undefined {
    const sign = text[at] ?? "";
    const limit = longestRun[sign] ?? 1;
    let end = at;
    while (end - at <= limit && text[end] === sign) end++;
    if (end === text.length && end - at <= limit && !isFinal) return undefined;
    if (end - at > limit) return this.#isLineStart || sign !== "-" ? this.#readLongRun(text, at, isFinal) : one(sign);
    const run = text.slice(at, end);
    const isInWord = sign === "_" && isWordSign(this.#last) && isWordSign(signAt(text, end));
    return { out: isInWord ? standIn(sign).repeat(run.length) : run, length: run.length };
  }

  #readLongRun(text: string, at: number, isFinal: boolean): Step | undefined {
    const sign = text[at] ?? "";
    if (this.#isLineStart && "*_-".includes(sign)) {
      const line = text.slice(at, at + maxRuleChars);
      const [run] = /^(.)\1*[ \t]*/.exec(line) ?? [""];
      const isWhole = run.length === line.length;
      if (isWhole && !isFinal && line.length < maxRuleChars) return undefined;
      if (isWhole || line[run.length] === "\n") return { out: sign.repeat(3), length: run.length };
    }
    this.#run = sign;
    return { out: standIn(sign), length: 1 };
  }
}

function one(sign: string): Step {
  return { out: sign, length: 1 };
}

/** True for a character that may have a meaning. Letters and spaces pass unchanged. */
function isSyntax(sign: string): boolean {
  return plainSigns.includes(sign);
}

function endOfWords(text: string, at: number, isFinal: boolean): number {
  let end = at;
  while (end < text.length && !isSyntax(text[end] ?? "")) end++;
  // Half of a surrogate pair waits for the other half.
  const isHalf = end === text.length && !isFinal && /[\uD800-\uDBFF]/.test(text[end - 1] ?? "");
  return isHalf ? end - 1 : end;
}

function standIn(sign: string): string {
  return String.fromCharCode(firstPlain + plainSigns.indexOf(sign));
}

/** Only punctuation can be escaped; before any other character a backslash is text. */
const escapable = /[!-/:-@[-`{-~]/;

function shieldEscape(following = ""): Step {
  if (!escapable.test(following)) return one(standIn("\\"));
  const place = escapedSigns.indexOf(following);
  if (place >= 0) return { out: String.fromCharCode(firstEscaped + place), length: 2 };
  if (following === "$") return { out: `\\${standIn("$")}`, length: 2 };
  return { out: `\\${following}`, length: 2 };
}

/** `](` begins an address only if a `)` follows on the same line. */
function shieldAddress(text: string, at: number, isFinal: boolean): Step | undefined {
  const rest = text.slice(at + 2, at + 2 + maxAddressChars);
  const end = /[)\n]/.exec(rest);
  if (end?.[0] === ")") return { out: text.slice(at, at + 2), length: 2 };
  if (end || isFinal || rest.length === maxAddressChars) return one(standIn("]"));
  return undefined;
}

function signAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function isWordSign(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign);
}
