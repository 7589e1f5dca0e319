import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { SearchResult } from "../../../protocol/admin.ts";
import { errorSentence } from "../api-error.ts";
import { useWorkspace } from "../app-context.ts";
import { Dialog } from "../components/dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { Spinner } from "../components/states.tsx";
import { plainPreview } from "../lib/format.ts";
import { createFoundStore, type FoundStore } from "../stores/found-store.ts";

interface SourceSearchProps {
  /** What is looked for first. */
  about: string;
  open: boolean;
  onChoose: (found: SearchResult) => void;
  onClose: () => void;
}

/** Finds a passage of the library for the answer. Documents for the team alone are shown, and cannot be chosen. */
export function SourceSearch({ about, open, onChoose, onClose }: SourceSearchProps) {
  return (
    <Dialog open={open} label="Add a source" class="palette" onClose={onClose}>
      <SearchBody about={about} onChoose={onChoose} />
    </Dialog>
  );
}

function SearchBody({ about, onChoose }: Pick<SourceSearchProps, "about" | "onChoose">) {
  const { api } = useWorkspace();
  const found = useMemo(() => createFoundStore(api), [api]);
  const active = useSignal(0);
  const results = found.results.value;
  const current = Math.min(active.value, results.length - 1);
  useEffect(() => {
    found.type(about);
    return found.stop;
  }, [found]);
  useEffect(() => {
    document.getElementById(`found-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const choose = (result: SearchResult | undefined) => {
    if (result?.audience === "public") onChoose(result);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      active.value = (current + step + results.length) % Math.max(1, results.length);
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      choose(results[current]);
    }
  };
  return (
    <>
      <div class="palette-input">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search the library for a source"
          aria-expanded="true"
          aria-controls="found-list"
          aria-activedescendant={results.length > 0 ? `found-${current}` : undefined}
          placeholder="Search the library…"
          autocomplete="off"
          autofocus
          value={found.query.value}
          onFocus={(event) => event.currentTarget.select()}
          onInput={(event) => {
            active.value = 0;
            found.type(event.currentTarget.value);
          }}
          onKeyDown={onKey}
        />
        {found.searching.value ? <Spinner /> : null}
      </div>
      <FoundList found={found} current={current} onChoose={choose} />
    </>
  );
}

interface FoundListProps {
  found: FoundStore;
  current: number;
  onChoose: (result: SearchResult) => void;
}

function FoundList({ found, current, onChoose }: FoundListProps) {
  const results = found.results.value;
  const error = found.error.value;
  const nothing = found.searching.value
    ? "Searching…"
    : found.query.value === ""
      ? "Type to search."
      : "Nothing found.";
  return (
    <>
      <div id="found-list" class="palette-list" role="listbox" aria-label="Passages">
        {results.map((result, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox above, which keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant.
          <div
            key={result.chunk_id}
            id={`found-${index}`}
            class="found"
            role="option"
            aria-selected={index === current}
            aria-disabled={result.audience !== "public"}
            onClick={() => onChoose(result)}
          >
            <span class="found-title" dir="auto">
              {result.title}
              {result.heading ? <span class="muted"> · {result.heading}</span> : null}
              {result.audience === "public" ? null : (
                <span class="chip">For your team only: visitors cannot be shown it</span>
              )}
            </span>
            <span class="found-text" dir="auto">
              {plainPreview(result.text)}
            </span>
          </div>
        ))}
      </div>
      {error ? (
        <p class="palette-empty" role="alert">
          {errorSentence(error)}
        </p>
      ) : results.length === 0 ? (
        <p class="palette-empty">{nothing}</p>
      ) : null}
    </>
  );
}
