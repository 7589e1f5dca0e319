import type { TermsOfChunk } from "../../assistant/store/chunk-search.ts";
import { searchableText } from "../../core/text/searchable-text.ts";

/** The texts whose search terms are indexed for a passage: the document's title (null when it repeats the text), headings, text. */
export function termsOf(
  title: string | null,
  chunks: { id: string; heading: string | null; text: string }[],
): TermsOfChunk[] {
  return chunks.map(({ id, heading, text }) => ({
    id,
    terms: searchableText([title ?? "", heading ?? "", text].join("\n")),
  }));
}
