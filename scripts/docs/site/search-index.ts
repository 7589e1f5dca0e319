import { stemmer } from "@orama/stemmers/english";
import MiniSearch, { type SearchResult } from "minisearch";

/** Most sections of one page in the results: more would hide the other pages. */
const sectionsOfPage = 3;
const mostResults = 8;
/** Words of a section that a result shows. */
const excerptWords = 28;

/** Section for developers of Parley; its results come after those for users. */
const aside = "About";

/** Common words, which are ignored. */
const common = new Set(
  "a an and are as at be by can do does for from get has have how i if in is it its me my of on or our so that the there to use was we what when where which who why will with you your".split(
    " ",
  ),
);

/** A page as the build wrote it down: each section as anchor, heading and text. */
interface SearchablePage {
  address: string;
  title: string;
  section: string;
  sections: [id: string, heading: string, text: string][];
}

export interface Found {
  address: string;
  heading: string;
  /** Where it stands: section of the sidebar, title of the page. */
  trail: string;
  /** Pieces of the text; those that were looked for are marked. */
  excerpt: { text: string; isHit: boolean }[];
}

/** Finds sections of the documentation, in the browser: nothing of what is typed goes anywhere. */
export class SearchIndex {
  readonly #sections: { id: number; page: SearchablePage; anchor: string; heading: string; text: string }[];
  readonly #index = new MiniSearch({ fields: ["heading", "title", "text"], tokenize: wordsOf, processTerm: formsOf });

  constructor(pages: SearchablePage[]) {
    this.#sections = pages
      .flatMap((page) => page.sections.map(([anchor, heading, text]) => ({ page, anchor, heading, text })))
      .map((section, id) => ({ id, ...section }));
    this.#index.addAll(this.#sections.map(({ id, page, heading, text }) => ({ id, title: page.title, heading, text })));
  }

  /** The best sections first. A last word that goes on stands for every word that begins like it. */
  find(query: string): Found[] {
    const words = wordsOf(query).filter((word) => formsOf(word) !== null);
    if (words.length === 0) return [];
    const [last = ""] = formsOf(words.at(-1) ?? "") ?? [];
    const isUnfinished = /[\p{L}\p{N}]$/u.test(query) && last.length > 1;
    const results = this.#index.search(words.join(" "), {
      boost: { heading: 3, title: 1.5 },
      prefix: (term) => isUnfinished && term === last,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      weights: { prefix: 0.5, fuzzy: 0.25 },
      boostDocument: (id) => (this.#sections[Number(id)]?.page.section === aside ? 0.5 : 1),
    });
    const ranked = results.map((result) => ({ result, score: result.score * coverage(result, words) ** 2 }));
    return this.#pick(ranked.sort((a, b) => b.score - a.score).map(({ result }) => result));
  }

  #pick(results: SearchResult[]): Found[] {
    const taken = new Map<SearchablePage, number>();
    const found: Found[] = [];
    for (const result of results) {
      const section = this.#sections[Number(result["id"])];
      if (!section || found.length === mostResults) break;
      const { page, anchor, heading, text } = section;
      const times = taken.get(page) ?? 0;
      if (times === sectionsOfPage) continue;
      taken.set(page, times + 1);
      found.push({
        address: anchor === "" ? page.address : `${page.address}#${anchor}`,
        heading: heading || page.title,
        trail: heading === "" ? page.section : `${page.section} › ${page.title}`,
        excerpt: excerptOf(text, new Set(result.terms)),
      });
    }
    return found;
  }
}

/** Which part of the words that were typed a section has. */
function coverage({ queryTerms }: SearchResult, words: string[]): number {
  const matched = new Set(queryTerms);
  return words.filter((word) => formsOf(word)?.some((form) => matched.has(form))).length / words.length;
}

function wordsOf(text: string): string[] {
  return text.match(/e-mails?|[\p{L}\p{N}]+/giu) ?? [];
}

/** A word as it is written and its stem, the one that the product's own search has; null for a word that says nothing. */
function formsOf(word: string): string[] | null {
  const plain = word
    .toLowerCase()
    .replace(/^e-(?=mail)/, "e")
    .replace(/color/, "colour")
    .replace(/is(e[ds]?|ing|ation)$/, "iz$1");
  if (common.has(plain)) return null;
  const stem = stemmer(plain);
  return stem === plain ? [plain] : [plain, stem];
}

/** The stretch of a text with most of what was found. */
function excerptOf(text: string, terms: Set<string>): Found["excerpt"] {
  const pieces = text.match(/e-mails?|[\p{L}\p{N}]+|[^\p{L}\p{N}]+/giu) ?? [];
  const hits = pieces.map((piece) => formsOf(piece)?.some((form) => terms.has(form)) ?? false);
  const length = excerptWords * 2;
  let [from, most, inside] = [0, -1, 0];
  for (const [index, isHit] of hits.entries()) {
    inside += Number(isHit) - Number(hits[index - length] ?? false);
    if (inside <= most) continue;
    most = inside;
    from = Math.max(0, Math.min(index - length / 2, pieces.length - length));
  }
  const shown = pieces
    .slice(from, from + length)
    .map((piece, index) => ({ text: piece, isHit: hits[from + index] ?? false }));
  if (from > 0) shown.unshift({ text: "… ", isHit: false });
  if (from + length < pieces.length) shown.push({ text: " …", isHit: false });
  return shown;
}
