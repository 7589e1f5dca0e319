/** Letters of a marker in a row, in whatever disguise, that no answer has by chance. */
export const markerRun = 8;
/** Letters and digits of the instructions in a row that are a recitation, about eight words. */
export const recitedRun = 44;
/** Letters of a text by which it is known in an encoding. */
const encodedRun = 12;
/** The length of such a piece in encodings that write a letter as two; eighteen letters in base64. */
export const anchorRun = 24;
/** One piece in so many letters is kept of an encoded text: the answer is looked at after every letter. */
const anchorStep = 8;
/** Length of the pieces by which a text with small changes is known, about two words. */
export const phraseRun = 8;
/** Words between quotation marks that guidance wants to be said. A word or two may be a secret. */
const quoted = /["“„«](?=[^"”“„«»\s]*\s[^"”“„«»\s]*\s)[^"”“„«»\n]{8,400}["”“»]/g;

/** What a `LeakGuard` looks for. */
export interface LeakSecrets {
  markerParts: ReadonlySet<string>;
  recitedParts: ReadonlySet<string>;
  /** Pieces of the texts in encodings that look like words. */
  anchors: ReadonlySet<string>;
  /**
   * Pieces written as numbers, by their length: as long as so many letters are in that writing. A shorter piece may be any number or address
   * that an answer explains in binary or hex.
   */
  codes: ReadonlyMap<number, ReadonlySet<string>>;
  /** Pieces of the texts as they are, each with the number of its sentence. */
  phrases: ReadonlyMap<string, number>;
  sentences: number;
  /** One of the sentences may be said: it may be what the text asks for. */
  maySayOne: boolean;
}

/** The unchanging texts that models get. @param prompts each with the marker in it. */
export function leakSecrets(marker: string, prompts: string[]): LeakSecrets {
  const markers = [marker, marker.toUpperCase()];
  const inBase64 = markers.flatMap(base64Of).flatMap((text) => runsOf(bare(text), anchorRun));
  return {
    markerParts: new Set(disguisesOf(marker).flatMap((text) => runsOf(bare(text), markerRun))),
    recitedParts: new Set(prompts.flatMap((text) => runsOf(bare(text), recitedRun))),
    anchors: new Set([...prompts.flatMap(anchorsOf), ...inBase64]),
    codes: codesOf(
      prompts,
      { letters: encodedRun, step: anchorStep },
      codesOf(markers, { letters: markerRun, step: 1 }),
    ),
    phrases: new Map(prompts.flatMap((text) => runsOf(bare(text), phraseRun).map((run) => [run, 0] as const))),
    sentences: 1,
    maySayOne: false,
  };
}

/**
 * A tenant's own words about how to answer. Whole they are nobody's business; a sentence of them may be just what a visitor is to be told,
 * and words between quotation marks are there to be said. @param labelled each text with the name it has in the prompt.
 */
export function guidanceSecrets(labelled: { label: string; text: string }[]): LeakSecrets {
  const texts = labelled.map(({ text }) => text.replace(quoted, " "));
  const sentences = texts.flatMap((text) => text.split(/[.!?;]\s|\n/)).filter((sentence) => bare(sentence) !== "");
  const begun = labelled.map(({ label, text }) => bare(`${label}${text}`).slice(0, anchorRun));
  return {
    markerParts: new Set(),
    recitedParts: new Set(),
    anchors: new Set([...texts.flatMap(anchorsOf), ...begun.filter((run) => run.length === anchorRun)]),
    codes: codesOf(texts, { letters: encodedRun, step: anchorStep }),
    phrases: new Map(
      sentences.flatMap((sentence, index) => runsOf(bare(sentence), phraseRun).map((run) => [run, index] as const)),
    ),
    sentences: sentences.length,
    maySayOne: true,
  };
}

/** Letters and digits alone, in lower case: spacing, punctuation, marks of formatting and invisible signs hide nothing. */
export function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

function anchorsOf(text: string): string[] {
  const whole = bare(text);
  return [rot13(text), reversed(text), ...base64Of(text)].flatMap((form) => {
    const runs = runsOf(bare(form), anchorRun).filter((_run, at) => at % anchorStep === 0);
    // A word of the text itself may read like an encoding of another, e.g. a number.
    return runs.filter((run) => !whole.includes(run));
  });
}

/** The ways to write a word that anyone can undo; separators and case do not matter (`bare`). */
function disguisesOf(marker: string): string[] {
  return [marker, rot13(marker)].flatMap((form) => [form, reversed(form)]);
}

/** Base64 depends on where in a group of three bytes the text begins; its first and last sign also on its neighbours. */
function base64Of(text: string): string[] {
  return [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), Buffer.from(text)])
      .toString("base64")
      .replace(/={1,2}$/, "")
      .slice(shift === 0 ? 0 : 4, -2),
  );
}

/**
 * A text in the ways to write its letters as numbers, in pieces of so many letters, one of which begins every `step` letters; by the length of
 * the pieces.
 */
function codesOf(
  texts: string[],
  { letters, step }: { letters: number; step: number },
  codes = new Map<number, Set<string>>(),
): Map<number, Set<string>> {
  for (const bytes of texts.map((text) => Buffer.from(text))) {
    for (let at = 0; at + letters <= bytes.length; at += step) {
      for (const write of [hexOf, String, binaryOf, octalOf, escapeOf, shortEscapeOf]) {
        const code = Array.from(bytes.subarray(at, at + letters), write).join("");
        codes.set(code.length, (codes.get(code.length) ?? new Set()).add(code));
      }
    }
  }
  return codes;
}

const hexOf = (byte: number) => byte.toString(16).padStart(2, "0");
const binaryOf = (byte: number) => byte.toString(2).padStart(8, "0");
const octalOf = (byte: number) => byte.toString(8);
const escapeOf = (byte: number) => `u00${hexOf(byte)}`;
const shortEscapeOf = (byte: number) => `x${hexOf(byte)}`;

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}

function reversed(text: string): string {
  return [...text].toReversed().join("");
}

function runsOf(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_one, start) =>
    text.slice(start, start + length),
  );
}
