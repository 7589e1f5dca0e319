import type { ContextEntry, ContextRecord } from "../../../../protocol/context-record.ts";

/** The passages of one document that were included or left out. */
export interface ContextGroup {
  key: string;
  /** Null for items that are not documents. */
  documentId: string | null;
  versionId: string | null;
  title: string;
  /** Null when whole documents were read; the reason then says how much of each. */
  passages: number | null;
  weight: number;
  /** Reason of the entry with the highest weight. */
  reason: string;
  source: ContextEntry["source"];
}

/** A weight from 0 to 1 in words. Search results have 0.5 and lose weight without use; branches and preferences have more. */
export function weightWord(weight: number): string {
  if (weight > 0.5) return "high weight";
  return weight < 0.5 ? "low weight" : "normal weight";
}

/** Entries grouped by document, in order of weight. */
export function groupsOf(entries: readonly ContextEntry[]): ContextGroup[] {
  const groups = new Map<string, ContextGroup>();
  for (const entry of entries) {
    // When whole documents are read, two versions count as two documents.
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

/** Documents without an included passage. Single passages that were left out of other documents are not listed. */
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

/** A sentence for each missing source. */
export function missingSources({ sources }: ContextRecord): string[] {
  return sources.flatMap(({ source, state }) => {
    if (state === "late") return [`Left out because it took too long: ${sourceNames[source]}.`];
    return state === "failed" ? [`Not available: ${sourceNames[source]}.`] : [];
  });
}
