import type { DocumentView } from "../../../../protocol/admin-documents.ts";
import { type DocumentKind, documentKinds } from "../../../../protocol/document-kinds.ts";
import { useWorkspace } from "../../app-context.ts";

export const kindWords: Record<DocumentKind, string> = {
  policy: "Own policy",
  regulation: "Regulation",
  other: "Other",
};

/** The document type in its colour. */
export function KindPill({ kind }: { kind: DocumentKind }) {
  return <span class={`chip kind-${kind}`}>{kindWords[kind]}</span>;
}

/** A set with its colour as a dot, so that the text keeps its contrast. */
export function SetChip({ name }: { name: string }) {
  const { sets } = useWorkspace();
  return (
    <span class="chip label-chip" dir="auto" title={`Set: ${name}`}>
      <span class={`label-dot label-${sets.colorOf(name)}`} aria-hidden="true" />
      {name}
    </span>
  );
}

const steps: Record<string, string> = { fetching: "Fetching", reading: "Reading", indexing: "Indexing" };

/** A document's processing state, in one or two words. */
export function stepWord({ status, step, chunks, embedded }: DocumentView): string {
  switch (status) {
    case "queued":
      return "Queued";
    case "processing":
      return steps[step ?? ""] ?? "Processing";
    case "searchable":
      return embedded < chunks ? `Searchable, ${embedded}/${chunks} vectors` : "Searchable";
    case "ready":
      return "Ready";
    case "failed":
      return "Failed";
    default:
      return status satisfies never;
  }
}

/** The document type: policy, regulation or other; the form field `kind`. */
export function KindSelect({
  value = "other",
  onChange,
}: {
  value?: DocumentKind;
  onChange?: (kind: DocumentKind) => void;
}) {
  return (
    <label class="field">
      <span>Type</span>
      <select class="input" name="kind" onChange={({ currentTarget }) => onChange?.(kindFrom(currentTarget.value))}>
        {documentKinds.toReversed().map((kind) => (
          <option key={kind} value={kind} selected={kind === value}>
            {kindWords[kind]}
          </option>
        ))}
      </select>
    </label>
  );
}

export function kindFrom(text: unknown): DocumentKind {
  return documentKinds.find((kind) => kind === text) ?? "other";
}
