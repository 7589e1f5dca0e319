import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { SearchResult } from "../../../../protocol/admin.ts";
import type { AnswerCitations } from "../../../../protocol/admin-answers.ts";
import type { Citation } from "../../../../protocol/messages.ts";

/** Marks of sources in a text: `[1]`, `[2, 3]`; what is followed by an address is a link. */
const markPattern = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()/g;
/** The server's limits. */
const maxSources = 20;
const maxIndex = 99;
const quoteChars = 300;

export interface SourcesStore {
  /** The sources whose marks stand in the text, in the order of their numbers. */
  readonly shown: ReadonlySignal<readonly Citation[]>;
  /** All that were taken up; what lost its mark comes back with it, as by undo. */
  readonly all: ReadonlySignal<readonly Citation[]>;
  /** What the server is told. */
  readonly named: ReadonlySignal<AnswerCitations>;
  set(all: readonly Citation[]): void;
  /** Takes a passage up; gives the number of its mark, or null when there are too many. */
  add(found: FoundPassage): number | null;
}

/** What is kept of a passage that is taken up. */
export type FoundPassage = Pick<
  SearchResult,
  "chunk_id" | "document_id" | "title" | "url" | "page" | "heading" | "text"
>;

/** The sources of one answer: a mark in the text and a passage for it. */
export function createSourcesStore(text: ReadonlySignal<string>, kept: readonly Citation[]): SourcesStore {
  const all = signal<readonly Citation[]>(kept);
  const shown = computed(() => {
    const marks = marksIn(text.value);
    return all.value.filter(({ index }) => marks.has(index)).sort((a, b) => a.index - b.index);
  });
  return {
    shown,
    all,
    named: computed(() => shown.value.map(({ index, chunk_id }) => ({ index, chunk_id }))),
    set(next) {
      all.value = next;
    },
    add(found) {
      const known = all.value.find(({ chunk_id: id }) => id === found.chunk_id);
      if (known) return known.index;
      const marks = marksIn(text.value);
      // A number that stands in the text already means something else, and one that was taken out is free.
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

/** The text without the marks of one source. */
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
