/** The settings of the published figures for the sets. */
const k1 = 0.9;
const b = 0.4;

const stopWords = new Set(
  `a about after all also am an and any are as at be because been before being between both but by can could did do does doing down during
  each few for from further had has have having he her here hers him his how i if in into is it its itself just me more most my no nor not
  now of off on once only or other our ours out over own same she should so some such than that the their theirs them then there these they
  this those through to too under until up very was we were what when where which while who whom why will with would you your yours`.split(
    /\s+/,
  ),
);

/** A plain BM25 over a list of texts. It is separate from the product's on purpose, because it is the reference. */
export class ReferenceBm25 {
  readonly #ids: string[];
  readonly #lengths: number[] = [];
  readonly #postings = new Map<string, [place: number, count: number][]>();
  readonly #meanLength: number;

  constructor(texts: { id: string; text: string }[]) {
    this.#ids = texts.map(({ id }) => id);
    for (const [place, { text }] of texts.entries()) {
      const counts = new Map<string, number>();
      const terms = termsOf(text);
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const [term, count] of counts) {
        const posting = this.#postings.get(term);
        if (posting) posting.push([place, count]);
        else this.#postings.set(term, [[place, count]]);
      }
      this.#lengths.push(terms.length);
    }
    this.#meanLength = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
  }

  /** Ids of the best texts, best first. */
  search(question: string, limit: number): string[] {
    const scores = new Map<number, number>();
    for (const term of termsOf(question)) {
      const posting = this.#postings.get(term) ?? [];
      const weight = Math.log(1 + (this.#ids.length - posting.length + 0.5) / (posting.length + 0.5));
      for (const [place, count] of posting) {
        const norm = 1 - b + (b * (this.#lengths[place] ?? 0)) / this.#meanLength;
        scores.set(place, (scores.get(place) ?? 0) + (weight * count * (k1 + 1)) / (count + k1 * norm));
      }
    }
    return [...scores]
      .sort(([onePlace, one], [otherPlace, other]) => other - one || onePlace - otherPlace)
      .slice(0, limit)
      .map(([place]) => this.#ids[place] ?? "");
  }
}

function termsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !stopWords.has(word)).map(lightStem);
}

function lightStem(word: string): string {
  if (word.length < 4) return word;
  const singular = word
    .replace(/ies$/, "y")
    .replace(/([^su])s$/, "$1")
    .replace(/sses$/, "ss");
  return singular
    .replace(/(?<=[a-z]{3})(?:ing|ed)$/, "")
    .replace(/(?<=[a-z]{3})e$/, "")
    .replace(/(?<=[a-z]{2})y$/, "i");
}
