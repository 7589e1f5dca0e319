import type { Excerpt } from "../../../../protocol/copilot.ts";
import type { Citation } from "../../../../protocol/messages.ts";

/** How much of an excerpt finds it again in its document, in characters. */
const findChars = 160;

/** Where an excerpt stands in the library; null of a page of the web. The words stand behind `#`, which no server is sent. */
export function placeOf({ document_id: id, text }: Excerpt, version: number | undefined): string | null {
  if (id === null) return null;
  const query = version === undefined ? "" : `?version=${version}`;
  return `/console/library/${encodeURIComponent(id)}${query}#passage=${encodeURIComponent(text.slice(0, findChars))}`;
}

/** As the marks of answers have it. @param index from 1, as in `[n]`. */
export function toCitation(excerpt: Excerpt, index: number): Citation {
  return {
    index,
    chunk_id: excerpt.chunk_id ?? "",
    title: excerpt.version === null ? excerpt.title : `${excerpt.title} (${excerpt.version})`,
    quote: excerpt.text,
    ...(excerpt.document_id ? { document_id: excerpt.document_id } : {}),
    ...(excerpt.heading ? { heading: excerpt.heading } : {}),
    ...(excerpt.page ? { page: excerpt.page } : {}),
    ...(excerpt.url ? { url: excerpt.url } : {}),
  };
}
