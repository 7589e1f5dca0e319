import { CallError } from "./failures.ts";

/** Letters and digits of a marker in a row, in whatever disguise, that no answer has by chance. */
const markerRun = 8;
/** Letters and digits of the instructions in a row that are a recitation, about eight words. */
const recitedRun = 44;
/** Looked at after every so many letters: a run is found that much later at most, at a fraction of the cost. */
const step = 4;

/**
 * Stops an answer that gives away its instructions: their marker, plainly, backwards, spelled out, or in one of the encodings that
 * need no tool to undo, or a long piece of their text. Linear in the answer: a few look-ups for each word.
 */
export class LeakGuard {
  readonly #markerParts: ReadonlySet<string>;
  readonly #recitedParts: ReadonlySet<string>;
  #recent = "";
  #sinceLook = 0;

  constructor(secrets: LeakSecrets) {
    this.#markerParts = secrets.markerParts;
    this.#recitedParts = secrets.recitedParts;
  }

  /** @throws CallError `refused` when the text so far gives something away; the piece must not be shown then. */
  push(piece: string): void {
    const letters = bare(piece);
    if (letters === "") return;
    const text = this.#recent + letters;
    for (let end = this.#recent.length + step - this.#sinceLook; end <= text.length; end += step) {
      if (
        (end >= markerRun && this.#markerParts.has(text.slice(end - markerRun, end))) ||
        (end >= recitedRun && this.#recitedParts.has(text.slice(end - recitedRun, end)))
      )
        throw new CallError("refused", "the model repeated its instructions");
    }
    this.#sinceLook = (this.#sinceLook + letters.length) % step;
    this.#recent = text.slice(-recitedRun);
  }
}

/** What a `LeakGuard` looks for; made once for each process. */
export interface LeakSecrets {
  markerParts: ReadonlySet<string>;
  recitedParts: ReadonlySet<string>;
}

/** @param prompts the unchanging texts that models get, each with the marker in it. */
export function leakSecrets(marker: string, prompts: string[]): LeakSecrets {
  return {
    markerParts: new Set(disguisesOf(marker).flatMap((text) => runsOf(bare(text), markerRun))),
    recitedParts: new Set(prompts.flatMap((text) => runsOf(bare(text), recitedRun))),
  };
}

/** True for a whole text that gives something away. */
export function givesAway(text: string, secrets: LeakSecrets): boolean {
  try {
    new LeakGuard(secrets).push(text);
    return false;
  } catch {
    return true;
  }
}

/** The ways to write a word that anyone can undo; separators and case do not matter (`bare`). */
function disguisesOf(marker: string): string[] {
  const bytes = Buffer.from(marker);
  const upper = Buffer.from(marker.toUpperCase());
  const forms = [
    marker,
    rot13(marker),
    bytes.toString("hex"),
    upper.toString("hex"),
    [...bytes].join(" "),
    [...upper].join(" "),
    [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join(" "),
    [...bytes].map((byte) => `u00${byte.toString(16)}`).join(""),
    [...bytes].map((byte) => `x${byte.toString(16)}`).join(""),
    // Base64 depends on where in a group of three bytes the marker begins; its first and last sign also on its neighbours.
    ...[0, 1, 2].flatMap((shift) =>
      [bytes, upper].map((form) =>
        Buffer.concat([Buffer.alloc(shift), form])
          .toString("base64")
          .replace(/=+$/, "")
          .slice(shift === 0 ? 0 : 4, -2),
      ),
    ),
  ];
  return forms.flatMap((form) => [form, [...form].toReversed().join("")]);
}

function rot13(text: string): string {
  return text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));
}

function runsOf(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_one, start) =>
    text.slice(start, start + length),
  );
}

/** Letters and digits alone, in lower case: spacing, punctuation, marks of formatting and invisible signs hide nothing. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
