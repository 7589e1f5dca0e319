import type { DocumentKind } from "../../../../protocol/document-kinds.ts";

export const kindWords: Record<DocumentKind, string> = {
  policy: "Own policy",
  regulation: "Regulation",
  other: "Other",
};

/** The type of a document, in its colour. */
export function KindPill({ kind }: { kind: DocumentKind }) {
  return <span class={`chip kind-${kind}`}>{kindWords[kind]}</span>;
}
