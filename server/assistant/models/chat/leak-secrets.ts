/** Consecutive letters of a marker, in any disguise, that no answer contains by chance. */
export const markerRun = 8;
/** Consecutive letters and digits of the instructions that count as a recitation, about eight words. */
export const recitedRun = 44;
/** Consecutive letters that identify a text in an encoding. */
const encodedRun = 12;
/** Length of such a piece in encodings with two characters per letter; in base64 it covers eighteen letters. */
export const anchorRun = 24;
/** Distance between the stored pieces of an encoded text, in letters. The answer is checked after every letter. */
const anchorStep = 8;
/** Length of the pieces that identify a slightly changed text, about two words. */
export const phraseRun = 8;
/** Quoted text in the guidance that the assistant should say. A single quoted word may be a secret. */
const quoted = /["“„«](?=[^"”“„«»\s]*\s[^"”“„«»\s]*\s)[^"”“„«»\n]{8,400}["”“»]/g;

/** Texts that a `LeakGuard` searches for. */
export interface LeakSecrets {
  markerParts: ReadonlySet<string>;
  recitedParts: ReadonlySet<string>;
  /** Pieces of the texts in encodings that look like words. */
  anchors: ReadonlySet<string>;
  /**
   * Pieces of the texts encoded as numbers, by their length. A shorter piece could be any number or address that an answer explains in
   * binary or hex.
   */
  codes: ReadonlyMap<number, ReadonlySet<string>>;
  /** Plain pieces of the texts, each with the number of its sentence. */
  phrases: ReadonlyMap<string, number>;
  sentences: number;
  /** The answer may contain one of the sentences, because the guidance may ask for it. */
  maySayOne: boolean;
}

/** The constant texts that models receive. @param prompts each contains the marker. */
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
 * A tenant's guidance for answers. As a whole it is confidential. A single sentence may be meant for visitors, and quoted text is meant to
 * be said. @param labelled each text with its label in the prompt.
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

/** Only letters and digits, in lower case, so that spacing, punctuation, formatting and invisible characters cannot hide a text. */
export function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

function anchorsOf(text: string): string[] {
  const whole = bare(text);
  return [rot13(text), reversed(text), ...base64Of(text)].flatMap((form) => {
    const runs = runsOf(bare(form), anchorRun).filter((_run, at) => at % anchorStep === 0);
    // A word of the text itself may look like an encoding of another one, e.g. a number.
    return runs.filter((run) => !whole.includes(run));
  });
}

/** Disguises of a word that anyone can undo. Separators and case do not matter (`bare`). */
function disguisesOf(marker: string): string[] {
  return [marker, rot13(marker)].flatMap((form) => [form, reversed(form)]);
}

/** Base64 depends on the text's offset in a group of three bytes; its first and last characters also depend on the neighbouring text. */
function base64Of(text: string): string[] {
  return [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), Buffer.from(text)])
      .toString("base64")
      .replace(/={1,2}$/, "")
      .slice(shift === 0 ? 0 : 4, -2),
  );
}

/**
 * Encodes a text as numbers in several ways and cuts it into pieces of `letters` letters, one every `step` letters. @returns the pieces by
 * their length.
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
