import { secretSpans } from "./secrets.ts";

/** Letters of a word that may be a secret: not those of scripts without spaces (Thai to Tibetan, Burmese, Khmer, Chinese, Japanese). */
const letter = "[^\\s\\u0e00-\\u0fff\\u1000-\\u109f\\u1780-\\u17ff\\u3000-\\u30ff\\u3400-\\u9fff\\uff00-\\uffef]";
const wordLetter = new RegExp(letter);
/** Longest word that is released before it is complete: no secret of the rules is this short and contains only letters. */
const plainWordChars = 20;
/** Characters of released text that are kept: enough for the words before a secret that identify it. */
const contextChars = 96;
/** A longer word cannot be a secret of the rules and is released. */
const maxHeldChars = 16_000;

/** Text ends that may be the beginning of a secret. */
const openings = [
  /(?<![\d.,-])\d(?:[ -]?\d){3,18}[ -]?$/,
  new RegExp(`\\b(?:bearer|basic)\\s{1,4}${letter}*$`, "i"),
  new RegExp(
    `\\b(?:pass(?:word|wd|phrase|code)?|pwd|secret|(?:api|access)[_ -]?key|token|pin)\\b["'\`*_]{0,3}\\s{0,2}(?:is|=|:|=>)["'\`*_\\s]{0,4}(?:(?!(?<!\\w)(?:pass|pwd|secret|api|access|token|pin))${letter})*$`,
    "i",
  ),
];
const telling = /-----|bearer|basic|pass|pwd|secret|key|token|pin|\d[ -]*$/i;
const keyEnd = /-----END [A-Z ]*PRIVATE KEY-----/g;

/**
 * Passes text through as it arrives, without the secrets in it. Holds back only a possible beginning of a secret, so ordinary words are
 * released at once; secrets split over many pieces are found too.
 */
export class SecretFilter {
  readonly #emit: (text: string) => void;
  /** The end of the released text, then the held text. */
  #text = "";
  #sent = 0;

  constructor(emit: (text: string) => void) {
    this.#emit = emit;
  }

  push(piece: string): void {
    this.#text += piece;
    this.#release(this.#holdFrom());
  }

  /** Releases the held text: no further text can make it a secret. */
  end(): void {
    this.#release(this.#text.length);
  }

  #holdFrom(): number {
    const word = this.#openWordStart();
    const open = this.#text.slice(word);
    if (this.#text.length - this.#sent > maxHeldChars) return this.#text.length;
    let from = this.#text.length;
    if (
      open.length > plainWordChars ||
      (open.length > 1 && /\d|[-_.][A-Za-z0-9]|:\/\/|^\W?(?:eyJ|A[KS]IA|AIza)/.test(open))
    )
      from = word;
    const recent = Math.max(0, Math.min(this.#sent, word) - contextChars);
    const near = this.#text.slice(recent);
    if (!telling.test(near)) return from;
    const key = openKeyAt(near);
    if (key >= 0) from = Math.min(from, recent + key);
    for (const opening of openings) {
      const match = opening.exec(near);
      if (match) from = Math.min(from, recent + match.index);
    }
    return from;
  }

  #openWordStart(): number {
    let index = this.#text.length;
    while (index > 0 && wordLetter.test(this.#text[index - 1] ?? "")) index -= 1;
    return index;
  }

  #release(upTo: number): void {
    if (upTo <= this.#sent) return;
    const known = this.#text.slice(0, upTo);
    let out = "";
    let at = this.#sent;
    // Most pieces are plain words; only those that may contain a secret are checked in full, together with the words before them.
    const suspicious = /\d|KEY|:\/\//.test(known.slice(this.#sent));
    for (const { start, end, name } of suspicious ? secretSpans(known) : []) {
      if (end <= at) continue;
      out += `${known.slice(at, Math.max(at, start))}[${name}]`;
      at = end;
    }
    out += known.slice(at);
    const keepFrom = Math.max(0, upTo - contextChars);
    this.#text = this.#text.slice(keepFrom);
    this.#sent = upTo - keepFrom;
    if (out !== "") this.#emit(out);
  }
}

/** Start of a private key that does not end in this text; negative if there is none. */
function openKeyAt(text: string): number {
  const closed = [...text.matchAll(keyEnd)].at(-1);
  return text.indexOf("-----BEGIN", closed ? closed.index + closed[0].length : 0);
}
