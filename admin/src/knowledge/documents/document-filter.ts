import type { DocumentView } from "../../../../protocol/admin-documents.ts";
import type { DocumentKind } from "../../../../protocol/document-kinds.ts";

/** What may stand in the way of a document. */
export const documentStates = ["failed", "unreachable", "gone"] as const;
export type DocumentState = (typeof documentStates)[number];

export interface DocumentFilter {
  words: string;
  set: string;
  kind: DocumentKind | "";
  state: DocumentState | "";
}

/** Stands for documents without a set: no set has this name, for names have no blank at their ends. */
export const noSet = " ";

/** Those documents that a filter leaves. */
export function filterDocuments(documents: readonly DocumentView[], filter: DocumentFilter): readonly DocumentView[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  return documents.filter((document) => {
    const text = `${document.title} ${document.source}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (filter.set === "" || (document.set ?? noSet) === filter.set) &&
      (filter.kind === "" || document.kind === filter.kind) &&
      (filter.state === "" || isIn(document, filter.state))
    );
  });
}

function isIn({ status, refresh }: DocumentView, state: DocumentState): boolean {
  switch (state) {
    case "failed":
      return status === "failed";
    case "unreachable":
      return (refresh?.failures ?? 0) > 0;
    case "gone":
      return refresh !== null && refresh.gone_at !== null;
    default:
      return state satisfies never;
  }
}
