/** Letters and digits of a marker in a row, in whatever disguise, that no answer has by chance. */
export const markerRun = 8;
/** Letters and digits of the instructions in a row that are a recitation, about eight words. */
export const recitedRun = 44;
/** Length of the pieces by which an encoded text is known: eighteen letters in base64, twelve in hex. No number is as long by chance. */
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
  /** Pieces of the texts in their encodings. */
  anchors: ReadonlySet<string>;
  /** Pieces of the texts as they are, each with the number of its sentence. */
  phrases: ReadonlyMap<string, number>;
  sentences: number;
  /** One of the sentences may be said: it may be what the text asks for. */
  maySayOne: boolean;
}

/** The unchanging texts that models get. @param prompts each with the marker in it. */
export function leakSecrets(marker: string, prompts: string[]): LeakSecrets {
  return {
    markerParts: new Set(disguisesOf(marker).flatMap((text) => runsOf(bare(text), markerRun))),
    recitedParts: new Set(prompts.flatMap((text) => runsOf(bare(text), recitedRun))),
    anchors: new Set(prompts.flatMap(anchorsOf)),
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
  return encodingsOf(text).flatMap((form) => {
    const letters = bare(form);
    const runs = Array.from({ length: Math.floor((letters.length - anchorRun) / anchorStep) + 1 }, (_one, index) =>
      letters.slice(index * anchorStep, index * anchorStep + anchorRun),
    );
    // A word of the text itself may read like an encoding of another, e.g. a number.
    return runs.filter((run) => run.length === anchorRun && !whole.includes(run));
  });
}

/** The ways to write a word that anyone can undo; separators and case do not matter (`bare`). */
function disguisesOf(marker: string): string[] {
  const forms = [marker, marker.toUpperCase()].flatMap((text) => [text, ...writings(text)]);
  return forms.flatMap((form) => [form, reversed(form)]);
}

/** A whole text in the encodings that need no tool to undo; not as it is. */
function encodingsOf(text: string): string[] {
  return [...writings(text), reversed(text)];
}

function writings(text: string): string[] {
  const bytes = Buffer.from(text);
  const each = (write: (byte: number) => string) => Array.from(bytes, write).join(" ");
  return [
    rot13(text),
    bytes.toString("hex"),
    each(String),
    each((byte) => byte.toString(2).padStart(8, "0")),
    each((byte) => byte.toString(8)),
    each((byte) => `u00${byte.toString(16).padStart(2, "0")}`),
    each((byte) => `x${byte.toString(16)}`),
    // Base64 depends on where in a group of three bytes the text begins; its first and last sign also on its neighbours.
    ...[0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString("base64")
        .replace(/={1,2}$/, "")
        .slice(shift === 0 ? 0 : 4, -2),
    ),
  ];
}

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
