import { CallError } from "./failures.ts";
import { anchorRun, bare, type LeakSecrets, markerRun, phraseRun, recitedRun } from "./leak-secrets.ts";

/** Long runs are checked once per this many letters. They are found at most that much later, at a fraction of the cost. */
const step = 4;
/** Detects a recitation with changed or inserted words: `spanHits` of `span` letters belong to phrases of the secret. */
const span = 96;
const spanHits = 44;
/** Hits per sentence of guidance. Two sentences must reach this number, because the guidance may ask the assistant to say a single one. */
const sentenceHits = 12;
/** This many hits in a row may be the start of a recitation. The text is held until `calmLetters` letters in a row are not a hit. */
const alarmHits = 12;
const calmLetters = 24;
/** Share of the guidance that must not be repeated anywhere in the answer: for several sentences, or for a single one. */
const tooMuch = { many: 0.6, one: 0.9 };
/** Shorter guidance (in runs of eight letters) cannot be distinguished from ordinary text, except by its label. */
const leastPhrases = 30;
/** Twelve letters in binary. */
const longestCode = 96;
/** Letters that occur in texts encoded as numbers. */
const codeLetter = /[0-9a-fux]/;

/**
 * Stops an answer that reveals its instructions or the tenant's guidance: their marker, or a long piece of the text, plain, slightly
 * changed, backwards, spelled out, or in an encoding that is easy to undo. Holds text that may become a recitation, so that little of it is
 * shown. Text that the passages also contain is not secret. Linear in the length of the answer.
 */
export class LeakGuard {
  readonly #secrets: LeakSecrets[];
  readonly #emit: (text: string) => void;
  readonly #isPublic: (letters: string) => boolean;
  #recent = "";
  #sinceCheck = 0;
  #held = "";
  #row = 0;
  #calm = 0;
  #isAlarmed = false;
  /** Number of letters at the end that may be an encoding as numbers. */
  #codeRow = 0;
  /** Number of letters of the answer so far, and the hits among the last of them. */
  #at = 0;
  #hits: { at: number; source: LeakSecrets; sentence: number }[] = [];
  readonly #found = new Map<LeakSecrets, Set<string>>();

  /** @param options.publicText text that the answer may repeat. */
  constructor(
    secrets: LeakSecrets | LeakSecrets[],
    options: { emit?: (text: string) => void; publicText?: () => string } = {},
  ) {
    this.#secrets = [secrets].flat();
    this.#emit = options.emit ?? (() => {});
    let known: string | null = null;
    this.#isPublic = (letters) => {
      known ??= bare(options.publicText?.() ?? "");
      return known.includes(letters);
    };
  }

  /** @throws CallError `refused` when the text so far reveals a secret; the caller must not show the piece then. */
  push(piece: string): void {
    const letters = bare(piece);
    if (letters !== "") {
      const text = this.#recent + letters;
      this.#lookForRuns(text, letters.length);
      for (let end = this.#recent.length + 1; end <= text.length; end += 1) this.#lookForPhrases(text, end);
      this.#recent = text.slice(-longestCode);
    }
    this.#held += piece;
    if (!this.#isAlarmed) this.end();
  }

  /** Emits the held text. */
  end(): void {
    const held = this.#held;
    this.#held = "";
    if (held !== "") this.#emit(held);
  }

  #lookForRuns(text: string, added: number): void {
    for (let end = this.#recent.length + step - this.#sinceCheck; end <= text.length; end += step) {
      const marker = end >= markerRun ? text.slice(end - markerRun, end) : "";
      const recited = end >= recitedRun ? text.slice(end - recitedRun, end) : "";
      for (const secrets of this.#secrets)
        if (secrets.markerParts.has(marker) || secrets.recitedParts.has(recited)) throw givenAway();
    }
    this.#sinceCheck = (this.#sinceCheck + added) % step;
  }

  #lookForPhrases(text: string, end: number): void {
    this.#at += 1;
    const anchor = end >= anchorRun ? text.slice(end - anchorRun, end) : "";
    const phrase = end >= phraseRun ? text.slice(end - phraseRun, end) : "";
    this.#lookForCodes(text, end);
    let isHit = false;
    for (const source of this.#secrets) {
      if (source.anchors.has(anchor) && !this.#isPublic(anchor)) throw givenAway();
      const sentence = source.phrases.get(phrase);
      if (sentence === undefined || this.#isPublic(phrase)) continue;
      isHit = true;
      this.#note(source, sentence, phrase);
    }
    this.#row = isHit ? this.#row + 1 : 0;
    this.#calm = isHit ? 0 : this.#calm + 1;
    if (this.#row >= alarmHits) this.#isAlarmed = true;
    else if (this.#calm >= calmLetters) this.#isAlarmed = false;
  }

  /** Ordinary words rarely have three such letters in a row. */
  #lookForCodes(text: string, end: number): void {
    this.#codeRow = codeLetter.test(text[end - 1] ?? "") ? this.#codeRow + 1 : 0;
    if (this.#codeRow < 2 * markerRun) return;
    for (const { codes } of this.#secrets) {
      for (const [length, known] of codes) {
        const code = this.#codeRow >= length ? text.slice(end - length, end) : "";
        if (known.has(code) && !this.#isPublic(code)) throw givenAway();
      }
    }
  }

  #note(source: LeakSecrets, sentence: number, phrase: string): void {
    this.#hits.push({ at: this.#at, source, sentence });
    const from = this.#hits.findIndex(({ at }) => at > this.#at - span);
    if (from > 0) this.#hits.splice(0, from);
    const near = this.#hits.filter((hit) => hit.source === source);
    if (near.length >= spanHits && (!source.maySayOne || sentencesIn(near) > 1)) throw givenAway();
    const found = this.#found.get(source) ?? new Set();
    this.#found.set(source, found.add(phrase));
    const { phrases, sentences, maySayOne } = source;
    const share = sentences > 1 ? tooMuch.many : tooMuch.one;
    if (maySayOne && phrases.size >= leastPhrases && found.size >= share * phrases.size) throw givenAway();
  }
}

/** True when a whole text reveals a secret. */
export function givesAway(text: string, secrets: LeakSecrets | LeakSecrets[]): boolean {
  try {
    new LeakGuard(secrets).push(text);
    return false;
  } catch {
    return true;
  }
}

function sentencesIn(hits: { sentence: number }[]): number {
  const counts = new Map<number, number>();
  for (const { sentence } of hits) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return [...counts.values()].filter((count) => count >= sentenceHits).length;
}

function givenAway(): CallError {
  return new CallError("refused", "the model repeated its instructions");
}
