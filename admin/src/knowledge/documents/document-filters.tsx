import type { DocumentView } from "../../../../protocol/admin-documents.ts";
import { type DocumentKind, documentKinds } from "../../../../protocol/document-kinds.ts";
import { useWorkspace } from "../../app-context.ts";
import { kindWords } from "./document-chips.tsx";

const stateWords: Record<DocumentState, string> = {
  failed: "Failed",
  unreachable: "Unreachable",
  gone: "Removed from sitemap",
};

interface FilterProps {
  filter: DocumentFilter;
  onChange: (filter: DocumentFilter) => void;
  /** Null when the user may not manage sets. */
  onManageSets: (() => void) | null;
}

/** Filters documents by text, set, type and state. */
export function DocumentFilters({ filter, onChange, onManageSets }: FilterProps) {
  const { sets } = useWorkspace();
  const setNames = sets.items.value.map(({ name }) => ({ value: name, label: name }));
  return (
    <div class="filters document-filters">
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          class="input"
          type="search"
          aria-label="Find documents"
          placeholder="Find…"
          maxLength={200}
          value={filter.words}
          onInput={(event) => onChange({ ...filter, words: event.currentTarget.value })}
        />
      </form>
      <Choice
        label="Set"
        all="All sets"
        value={filter.set}
        options={[...setNames, { value: noSet, label: "In no set" }]}
        onChange={(set) => onChange({ ...filter, set })}
      />
      <Choice
        label="Type"
        all="All types"
        value={filter.kind}
        options={documentKinds.map((kind) => ({ value: kind, label: kindWords[kind] }))}
        onChange={(value) => onChange({ ...filter, kind: documentKinds.find((kind) => kind === value) ?? "" })}
      />
      <Choice
        label="State"
        all="Any state"
        value={filter.state}
        options={documentStates.map((state) => ({ value: state, label: stateWords[state] }))}
        onChange={(value) => onChange({ ...filter, state: documentStates.find((state) => state === value) ?? "" })}
      />
      {onManageSets ? (
        <button type="button" class="btn" onClick={onManageSets}>
          Sets…
        </button>
      ) : null}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <select class="input" aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** Problems of a document. */
const documentStates = ["failed", "unreachable", "gone"] as const;
type DocumentState = (typeof documentStates)[number];

export interface DocumentFilter {
  words: string;
  set: string;
  kind: DocumentKind | "";
  state: DocumentState | "";
}

/** Represents documents without a set: no set has this name, because names have no spaces at their ends. */
const noSet = " ";

/** Documents that match a filter. */
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
