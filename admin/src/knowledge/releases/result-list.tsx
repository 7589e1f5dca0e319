import { useSignal } from "@preact/signals";
import type { GateRunView, Verdict } from "../../../../protocol/gate.ts";
import { useWorkspace } from "../../app-context.ts";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { verdictHints, verdictWords } from "./release-words.ts";
import { releasesStoreOf } from "./releases-store.ts";
import { ResultRow } from "./result-row.tsx";

const verdicts = ["worse", "unclear", "better", "same"] as const satisfies readonly Verdict[];

/** Question by question, by verdict; what is worse comes first to the eye. */
export function ResultList({ run }: { run: GateRunView }) {
  const { api, toasts } = useWorkspace();
  const releases = releasesStoreOf(api);
  const shown = useSignal<Verdict | undefined>(undefined);
  const choose = (verdict: Verdict | undefined) => {
    shown.value = verdict;
    releases.filter(verdict);
  };
  const more = async () => {
    const problem = await releases.moreResults();
    if (problem) toasts.fail(problem);
  };
  return (
    <section class="release-part" aria-labelledby="release-results">
      <h2 id="release-results">Answers</h2>
      <div class="filters">
        <fieldset class="segmented">
          <legend class="visually-hidden">Verdict</legend>
          <Choice
            label="All"
            count={run.done}
            isChosen={shown.value === undefined}
            onChoose={() => choose(undefined)}
          />
          {verdicts.map((verdict) => (
            <Choice
              key={verdict}
              label={verdictWords[verdict]}
              count={run.verdicts[verdict]}
              isChosen={shown.value === verdict}
              onChoose={() => choose(verdict)}
            />
          ))}
        </fieldset>
      </div>
      {shown.value ? <p class="muted">{verdictHints[shown.value]}</p> : null}
      <LoadedPart state={releases.results.state.value} name="The answers" onRetry={() => void releases.readResults()}>
        {({ items, next_cursor }) => (
          <>
            {items.length === 0 ? <p class="muted">None.</p> : null}
            <ul class="replays">
              {items.map((result) => (
                <ResultRow key={result.place} result={result} />
              ))}
            </ul>
            {next_cursor ? (
              <button type="button" class="btn" onClick={() => void more()}>
                Show more
              </button>
            ) : null}
          </>
        )}
      </LoadedPart>
    </section>
  );
}

interface ChoiceProps {
  label: string;
  count: number;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ label, count, isChosen, onChoose }: ChoiceProps) {
  return (
    <label>
      <input type="radio" name="verdict" checked={isChosen} onChange={onChoose} />
      <span>
        {label} {count > 0 ? <span class="count">{count}</span> : null}
      </span>
    </label>
  );
}
