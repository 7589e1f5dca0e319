import type { RetrievedChunk } from "../../assistant/ports.ts";

/** A passage as a search result; each title is a separate document. */
export function foundPassage(title: string, text: string, more: Partial<RetrievedChunk> = {}): RetrievedChunk {
  return {
    chunk_id: `c-${title}-${more.heading ?? ""}-${text.slice(0, 12)}`,
    document_id: `d-${title}`,
    version_id: "v",
    title,
    source: `${title}.md`,
    url: null,
    page: null,
    heading: null,
    text,
    score: 0.8,
    parts: {},
    ...more,
  };
}
