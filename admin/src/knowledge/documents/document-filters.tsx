import { documentKinds } from "../../../../protocol/document-kinds.ts";
import { useWorkspace } from "../../app-context.ts";
import { type DocumentFilter, type DocumentState, documentStates, noSet } from "./document-filter.ts";
import { kindWords } from "./kind-pill.tsx";

const stateWords: Record<DocumentState, string> = {
  failed: "Failed",
  unreachable: "Unreachable",
  gone: "Removed from sitemap",
};

interface FilterProps {
  filter: DocumentFilter;
  onChange: (filter: DocumentFilter) => void;
  /** Null: not for this person. */
  onManageSets: (() => void) | null;
}

/** Which documents are shown: by words, set, type and state. */
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
