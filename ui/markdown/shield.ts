import * as smd from "streaming-markdown";
import { isCode } from "./elements.ts";

/**
 * Stand-ins for signs that the Markdown parser would take for syntax though they are ordinary text: Unicode
 * noncharacters, one for each sign of these lists, put back when the text is written. A sign that was escaped with a
 * backslash gets the backslash back inside code.
 */
const plainSigns = "$_]\\*~`!<>#-+|.[";
const escapedSigns = "([]";
const firstPlain = 0xfdd0;
const firstEscaped = firstPlain + plainSigns.length;
const anyStandIn = /[\uFDD0-\uFDEF]/g;

/** Signs that can open something, and so are text where too much is open already. */
const openers = "*_~`!<>#-+|.[";

/**
 * An address in a link is looked for this far; beyond it the bracket was just a bracket.
 * The longest allowed address and the bracket around it.
 */
const maxAddressChars = 2_048;

/**
 * So much may be open or undecided in the parser, which counts to 24 and forgets the rest: seven lists in each other
 * with bold, soft and code inside. Deeper, and in runs that would open more, signs are text.
 */
const maxOpen = 19;

/** The longest run of a sign that means something; a longer one is text, or a rule if it has its line to itself. */
const longestRun: Readonly<Record<string, number>> = { "*": 3, _: 3, "~": 2, "`": 8, "-": 3 };

/** Rules are looked for this far. */
const maxRuleChars = 200;

/** Puts the shielded signs back, as they look in text or in code. */
export function unshield(text: string, inCode: boolean): string {
  return text.replace(anyStandIn, (sign) => {
    const place = sign.charCodeAt(0) - firstPlain;
    const plain = plainSigns[place];
    return plain ?? (inCode ? "\\" : "") + (escapedSigns[place - plainSigns.length] ?? "");
  });
}

interface Step {
  /** What the parser gets. */
  out: string;
  /** How much of the text that was. */
  length: number;
}

/**
 * Feeds text to the parser and keeps money, paths, `snake_case` names, lone brackets, long runs of a sign and nesting
 * without end from being read as syntax. What the parser reads is short and shallow, so that no sign costs more than
 * another. Holds back at most the beginning of something undecided.
 */
export class Shield {
  readonly #parser: smd.Parser;
  #held = "";
  #last = "\n";
  /** The sign of a run too long to mean anything, while it lasts. */
  #run = "";
  #isLineStart = true;

  constructor(parser: smd.Parser) {
    this.#parser = parser;
  }

  /** Feeds what can be decided of the text so far; all of it with `isFinal`. */
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
      // What a sign means depends on what the parser has open, so it must know all that came before.
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

  /** Inside code only the end of the code means something. */
  #isCode(sign: string): boolean {
    const { len, tokens, token } = this.#parser;
    return sign !== "`" && token !== smd.LINE_BREAK && isCode(tokens[len]);
  }

  /** Where much is open, signs close but open nothing. A table's lines are not read again, however long they are. */
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

/** Letters and spaces go through as they are; a sign that may mean something is looked at. */
function isSyntax(sign: string): boolean {
  return plainSigns.includes(sign);
}

function endOfWords(text: string, at: number, isFinal: boolean): number {
  let end = at;
  while (end < text.length && !isSyntax(text[end] ?? "")) end++;
  // Half of a character waits for its other half.
  const isHalf = end === text.length && !isFinal && /[\uD800-\uDBFF]/.test(text[end - 1] ?? "");
  return isHalf ? end - 1 : end;
}

function standIn(sign: string): string {
  return String.fromCharCode(firstPlain + plainSigns.indexOf(sign));
}

/** Only a sign is escaped; before anything else a backslash is a backslash. */
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
