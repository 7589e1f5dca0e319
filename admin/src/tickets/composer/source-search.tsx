import { batch, type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { SearchResult } from "../../../../protocol/admin.ts";
import { searchRoutes } from "../../../../protocol/routes/search.ts";
import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import type { Api } from "../../api.ts";
import { useWorkspace } from "../../app-context.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FinderInput, useListKeys } from "../../ui/finder-input.tsx";
import { createLatest } from "../../ui/latest.ts";

interface SourceSearchProps {
  /** Initial search text. */
  about: string;
  open: boolean;
  onChoose: (found: SearchResult) => void;
  onClose: () => void;
}

/** Finds a passage of the library for the reply. Internal documents are listed but cannot be chosen. */
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
  const results = found.results.value;
  useEffect(() => {
    found.type(about);
    return found.stop;
  }, [found]);
  const choose = (result: SearchResult | undefined) => {
    if (result?.audience === "public") onChoose(result);
  };
  const keys = useListKeys("found", results.length, (place) => choose(results[place]));
  return (
    <>
      <FinderInput
        list="found"
        keys={keys}
        label="Search the library for a source"
        placeholder="Search the library…"
        value={found.query.value}
        busy={found.searching.value}
        isSelected
        onType={found.type}
      />
      <FoundList found={found} current={keys.current} onChoose={choose} />
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
  const nothing = found.searching.value ? "Searching…" : found.query.value === "" ? "Type to search." : "No matches.";
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
              {result.audience === "public" ? null : <span class="chip">Team only: not shown to visitors</span>}
            </span>
            <span class="found-text" dir="auto">
              {plainLine(result.text.slice(0, maxPreviewChars))}
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

const typingPauseMs = 150;
const resultLimit = 8;
/** Longer than the two lines that are shown. */
const maxPreviewChars = 400;

interface FoundStore {
  readonly query: ReadonlySignal<string>;
  readonly results: ReadonlySignal<readonly SearchResult[]>;
  readonly searching: ReadonlySignal<boolean>;
  /** The error, or null. */
  readonly error: ReadonlySignal<unknown>;
  type(text: string): void;
  stop(): void;
}

/** Passages of the library that match the typed text, including internal ones. */
function createFoundStore({ call }: Pick<Api, "call">): FoundStore {
  const query = signal("");
  const results = signal<readonly SearchResult[]>([]);
  const searching = signal(false);
  const error = signal<unknown>(null);
  const latest = createLatest();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(text: string): void {
    void latest.run(
      (stop) =>
        call(
          searchRoutes.searchKnowledge,
          { query: { q: text, limit: resultLimit, audience: "internal", explain: "1" } },
          { signal: stop },
        ),
      (answer) =>
        batch(() => {
          results.value = answer.results;
          searching.value = false;
        }),
      (cause) =>
        batch(() => {
          error.value = cause;
          searching.value = false;
        }),
    );
  }

  return {
    query,
    results,
    searching,
    error,
    type(text) {
      const wanted = text.trim();
      clearTimeout(timer);
      latest.cancel();
      batch(() => {
        query.value = text;
        error.value = null;
        searching.value = wanted !== "";
        if (wanted === "") results.value = [];
      });
      if (wanted !== "") timer = setTimeout(look, typingPauseMs, wanted);
    },
    stop() {
      clearTimeout(timer);
      latest.cancel();
    },
  };
}
