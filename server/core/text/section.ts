import type { Language } from "./language.ts";
import { contentStems } from "./words.ts";

/** The section of a document that contains a passage. */
interface InSection {
  document_id: string;
  title: string;
  /** Headings above the passage, outermost first; null before the first heading. */
  heading: string | null;
}

/** The heading directly above a passage, or the title of its document. */
export function headingOf({ heading, title }: Pick<InSection, "heading" | "title">): string {
  return heading?.split(" > ").at(-1) ?? title;
}

/** Share of content words that a question and a heading have in common, 0..1: the harmonic mean of both shares. */
export function headingAgreement(
  { stems, language }: { stems: ReadonlySet<string>; language: Language },
  passage: Pick<InSection, "heading" | "title">,
): number {
  const own = new Set(contentStems(headingOf(passage), language));
  const shared = [...own].filter((stem) => stems.has(stem)).length;
  return shared === 0 ? 0 : (2 * shared) / (own.size + stems.size);
}

/** Key of a section; the same for all its passages. */
export function sectionKey({ document_id, heading }: Pick<InSection, "document_id" | "heading">): string {
  return `${document_id}#${heading ?? ""}`;
}

/** The first item of each key, in item order. */
export function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
