import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { SearchResult } from "../../../../protocol/admin.ts";
import type { AnswerCitations } from "../../../../protocol/admin-answers.ts";
import type { Citation } from "../../../../protocol/messages.ts";

/** Citation marks in a text: `[1]`, `[2, 3]`; a mark followed by a URL is a link. */
const markPattern = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()/g;
/** Same limits as on the server. */
const maxSources = 20;
const maxIndex = 99;
const quoteChars = 300;

export interface SourcesStore {
  /** Sources whose marks are in the text, by number. */
  readonly shown: ReadonlySignal<readonly Citation[]>;
  /** All added sources; a source whose mark was deleted returns with it, e.g. by undo. */
  readonly all: ReadonlySignal<readonly Citation[]>;
  set(all: readonly Citation[]): void;
  /** Adds a passage; returns the number of its mark, or null when there are too many. */
  add(found: FoundPassage): number | null;
}

/** The stored part of an added passage. */
export type FoundPassage = Pick<
  SearchResult,
  "chunk_id" | "document_id" | "title" | "url" | "page" | "heading" | "text"
>;

/** The sources of one reply: citation marks with their passages. */
export function createSourcesStore(text: ReadonlySignal<string>, kept: readonly Citation[]): SourcesStore {
  const all = signal<readonly Citation[]>(kept);
  const shown = computed(() => sourcesIn(text.value, all.value));
  return {
    shown,
    all,
    set(next) {
      all.value = next;
    },
    add(found) {
      const known = all.value.find(({ chunk_id: id }) => id === found.chunk_id);
      if (known) return known.index;
      const marks = marksIn(text.value);
      // A number in the text already has a meaning; the number of a removed source is free.
      const taken = new Set([...marks, ...shown.value.map(({ index }) => index)]);
      const index = Array.from({ length: maxIndex }, (_, at) => at + 1).find((number) => !taken.has(number));
      if (index === undefined || shown.value.length >= maxSources) return null;
      batch(() => {
        all.value = [...all.value.filter((one) => one.index !== index), toCitation(index, found)];
      });
      return index;
    },
  };
}

function sourcesIn(text: string, all: readonly Citation[]): Citation[] {
  const marks = marksIn(text);
  return all.filter(({ index }) => marks.has(index)).sort((a, b) => a.index - b.index);
}

/** The citations of a text, as the server takes them. */
export function citationsIn(text: string, all: readonly Citation[]): AnswerCitations {
  return sourcesIn(text, all).map(({ index, chunk_id }) => ({ index, chunk_id }));
}

/** The text without one source's marks. */
export function withoutMark(text: string, index: number): string {
  return text.replace(/[ \t]?\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()/g, (whole, list: string) => {
    const numbers = list.split(",").map(Number);
    if (!numbers.includes(index)) return whole;
    const rest = numbers.filter((number) => number !== index);
    return rest.length === 0 ? "" : whole.replace(`[${list}]`, `[${rest.join(", ")}]`);
  });
}

function marksIn(text: string): Set<number> {
  return new Set([...text.matchAll(markPattern)].flatMap(([, list = ""]) => list.split(",").map(Number)));
}

function toCitation(index: number, { chunk_id, document_id, title, url, page, heading, text }: FoundPassage): Citation {
  return {
    index,
    chunk_id,
    document_id,
    title,
    ...(url ? { url } : {}),
    ...(page ? { page } : {}),
    ...(heading ? { heading } : {}),
    quote: text.slice(0, quoteChars),
  };
}
