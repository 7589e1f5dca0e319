/**
 * What the Markdown parser would take for syntax though it is ordinary text, and what it shows instead.
 * Each is replaced by a Unicode noncharacter before parsing and put back when text is written.
 */
const standIns = {
  dollar: "\uFDD0",
  escapedParen: "\uFDD1",
  escapedBracket: "\uFDD2",
  wordUnderscore: "\uFDD3",
  plainBracket: "\uFDD4",
  backslash: "\uFDD5",
  escapedClose: "\uFDD6",
} as const;

const anyStandIn = /[\uFDD0-\uFDD6]/g;

const shown: Record<string, { text: string; code: string }> = {
  [standIns.dollar]: { text: "$", code: "$" },
  [standIns.escapedParen]: { text: "(", code: "\\(" },
  [standIns.escapedBracket]: { text: "[", code: "\\[" },
  [standIns.wordUnderscore]: { text: "_", code: "_" },
  [standIns.plainBracket]: { text: "]", code: "]" },
  [standIns.backslash]: { text: "\\", code: "\\" },
  [standIns.escapedClose]: { text: "]", code: "\\]" },
};

/** An address in a link is looked for this far; beyond it the bracket was just a bracket. */
const maxAddressChars = 2_048;

/** Puts the shielded characters back, as they look in text or in code. */
export function unshield(text: string, inCode: boolean): string {
  return text.replace(anyStandIn, (sign) => shown[sign]?.[inCode ? "code" : "text"] ?? sign);
}

/**
 * Streams text towards the parser and keeps money, paths, `snake_case` names and lone brackets from being read as
 * equations, escapes, emphasis and links. Holds back at most the beginning of something undecided.
 */
export class Shield {
  #held = "";
  #last = "";

  /** The part of the text so far that can be parsed already. */
  push(chunk: string): string {
    return this.#take(this.#held + chunk.replace(anyStandIn, "\uFFFD"), false);
  }

  /** What was held back. */
  flush(): string {
    return this.#take(this.#held, true);
  }

  #take(text: string, isFinal: boolean): string {
    let out = "";
    let at = 0;
    while (at < text.length) {
      const step = this.#next(text, at, isFinal);
      if (!step) break;
      out += step.out;
      at += step.length;
      this.#last = text[at - 1] ?? "";
    }
    this.#held = text.slice(at);
    return out;
  }

  #next(text: string, at: number, isFinal: boolean): { out: string; length: number } | undefined {
    const sign = text[at] ?? "";
    const following = text[at + 1];
    if (sign === "$") return { out: standIns.dollar, length: 1 };
    if (sign === "\\") {
      if (following === undefined) return isFinal ? { out: standIns.backslash, length: 1 } : undefined;
      return shieldEscape(following);
    }
    if (sign === "_" && isWordSign(this.#last)) {
      if (following === undefined && !isFinal) return undefined;
      const isInside = following !== undefined && (isWordSign(following) || following === "_");
      return { out: isInside ? standIns.wordUnderscore : sign, length: 1 };
    }
    if (sign === "]") {
      if (following === undefined) return isFinal ? { out: sign, length: 1 } : undefined;
      if (following === "(") return shieldAddress(text, at, isFinal);
    }
    return { out: sign, length: 1 };
  }
}

function shieldEscape(following: string): { out: string; length: number } {
  if (following === "(") return { out: standIns.escapedParen, length: 2 };
  if (following === "[") return { out: standIns.escapedBracket, length: 2 };
  if (following === "]") return { out: standIns.escapedClose, length: 2 };
  if (following === "\n") return { out: standIns.backslash, length: 1 };
  if (following === "$") return { out: `\\${standIns.dollar}`, length: 2 };
  return { out: `\\${following}`, length: 2 };
}

/** `](` begins an address only if a `)` follows on the same line. */
function shieldAddress(text: string, at: number, isFinal: boolean): { out: string; length: number } | undefined {
  const rest = text.slice(at + 2, at + 2 + maxAddressChars);
  const end = /[)\n]/.exec(rest);
  if (end?.[0] === ")") return { out: text.slice(at, at + 2), length: 2 };
  if (end || isFinal || rest.length === maxAddressChars) return { out: standIns.plainBracket, length: 1 };
  return undefined;
}

function isWordSign(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign);
}
