import type { Citation } from "../../../../protocol/messages.ts";

export interface SourceGroup {
  title: string;
  indexes: number[];
  first: Citation;
}

/** One entry per document, with the numbers of all its quotes. */
export function groupSources(citations: readonly Citation[]): SourceGroup[] {
  const groups = new Map<string, SourceGroup>();
  for (const citation of [...citations].sort((a, b) => a.index - b.index)) {
    const key = citation.document_id ?? citation.url ?? citation.title;
    const group = groups.get(key);
    if (group) group.indexes.push(citation.index);
    else groups.set(key, { title: citation.title, indexes: [citation.index], first: citation });
  }
  return [...groups.values()];
}
