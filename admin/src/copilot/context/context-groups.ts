import type { ContextEntry, ContextRecord } from "../../../../protocol/context-record.ts";

/** What of one document went in, or was left out. */
export interface ContextGroup {
  key: string;
  /** Null of what is no document. */
  documentId: string | null;
  versionId: string | null;
  title: string;
  /** Null where documents were read and the reason says how much of each. */
  passages: number | null;
  weight: number;
  /** Of its weightiest entry. */
  reason: string;
  source: ContextEntry["source"];
}

/** By document, in the order in which they counted. */
export function groupsOf(entries: readonly ContextEntry[]): ContextGroup[] {
  const groups = new Map<string, ContextGroup>();
  for (const entry of entries) {
    // Two versions of one document are two documents where they are read.
    const key =
      entry.kind === "passage" && entry.document_id !== null ? entry.document_id : `${entry.kind} ${entry.id}`;
    const known = groups.get(key);
    if (known) known.passages = known.passages === null ? null : known.passages + 1;
    else
      groups.set(key, {
        key,
        documentId: entry.document_id,
        versionId: entry.version_id,
        title: entry.title ?? (entry.document_id === null ? "Earlier conversation" : "Deleted document"),
        passages: entry.kind === "document" ? null : 1,
        weight: entry.weight,
        reason: entry.reason,
        source: entry.source,
      });
  }
  return [...groups.values()];
}

/** Documents of which nothing went in. Of the others, single passages that were left out are no matter for a list of documents. */
export function leftOutOf({ taken, left_out: leftOut }: ContextRecord): ContextGroup[] {
  const inside = new Set(taken.map(({ document_id: id }) => id));
  return groupsOf(leftOut.filter(({ document_id: id }) => id === null || !inside.has(id)));
}

const sourceNames = {
  mentioned: "mentioned documents",
  always: "always-included documents",
  branch: "the conversation before",
  memory: "memories",
  thread: "earlier messages",
  search: "the search",
} as const;

/** A sentence for each source that is missing. */
export function missingSources({ sources }: ContextRecord): string[] {
  return sources.flatMap(({ source, state }) => {
    if (state === "late") return [`Left out because it took too long: ${sourceNames[source]}.`];
    return state === "failed" ? [`Not available: ${sourceNames[source]}.`] : [];
  });
}
