import { useSignal } from "@preact/signals";
import type { CopilotDocument } from "../../../protocol/copilot.ts";
import { KindPill } from "../knowledge/documents/document-chips.tsx";
import { factsOf, findDocuments, titleOf } from "./composer/menu-entries.ts";

/** Longer lists need the search. */
const mostShown = 50;
/** Shorter lists need no search field. */
const fewDocuments = 5;

interface ChecklistProps {
  documents: readonly CopilotDocument[];
  /** Versions selected at first. */
  ticked?: readonly string[];
  least: number;
  most: number;
  busy: boolean;
  onChoose: (versionIds: string[]) => void;
}

/** A list of documents with checkboxes, usable by keyboard. */
export function DocumentChecklist({ documents, ticked = [], least, most, busy, onChoose }: ChecklistProps) {
  const typed = useSignal("");
  const chosen = useSignal(ticked);
  const found = findDocuments(documents, typed.value);
  const count = chosen.value.length;
  const toggle = (id: string) => {
    chosen.value = chosen.value.includes(id) ? chosen.value.filter((other) => other !== id) : [...chosen.value, id];
  };
  return (
    <form
      class="copilot-checklist"
      onSubmit={(event) => {
        event.preventDefault();
        if (count < least) event.currentTarget.querySelector("input")?.focus();
        else if (!busy) onChoose([...chosen.value]);
      }}
    >
      {documents.length > fewDocuments ? <Filter typed={typed.value} onType={(next) => (typed.value = next)} /> : null}
      <ul class="copilot-options" aria-label="Documents">
        {found.slice(0, mostShown).map((document) => (
          <Option
            key={document.version_id}
            document={document}
            isChosen={chosen.value.includes(document.version_id)}
            isFull={count >= most}
            onToggle={() => toggle(document.version_id)}
          />
        ))}
      </ul>
      {found.length > mostShown ? <p class="muted">{found.length - mostShown} more. Filter to find them.</p> : null}
      {found.length === 0 ? <p class="muted">No matches.</p> : null}
      <div class="copilot-choose">
        <button type="submit" class="btn primary" aria-disabled={busy}>
          {least === 1 && most === 1 ? "Choose" : `Choose ${count || ""}`.trim()}
        </button>
        <span class={count < least ? "field-problem" : "muted"} role="status">
          {rangeWords(least, most)}
        </span>
      </div>
    </form>
  );
}

function Filter({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  return (
    <input
      class="input"
      type="search"
      aria-label="Filter the documents"
      placeholder="Filter…"
      value={typed}
      onInput={(event) => onType(event.currentTarget.value)}
    />
  );
}

interface OptionProps {
  document: CopilotDocument;
  isChosen: boolean;
  isFull: boolean;
  onToggle: () => void;
}

function Option({ document, isChosen, isFull, onToggle }: OptionProps) {
  return (
    <li>
      <label class="copilot-option">
        <input type="checkbox" checked={isChosen} disabled={isFull && !isChosen} onChange={onToggle} />
        <span class="copilot-option-title" dir="auto">
          {titleOf(document)} {document.kind === "other" ? null : <KindPill kind={document.kind} />}
        </span>
        <span class="muted">{factsOf(document)}</span>
      </label>
    </li>
  );
}

function rangeWords(least: number, most: number): string {
  if (least === most) return least === 1 ? "Choose one document." : `Choose ${least} documents.`;
  return `Choose ${least} to ${most} documents.`;
}
