import { useSignal } from "@preact/signals";
import type { ReleaseResult, ReleaseRunView, Replayed, Verdict } from "../../../../protocol/release-runs.ts";
import { plainLine, plainText } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { percent } from "../../ui/format.ts";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { type DiffPart, diffAnswers } from "../../ui/word-diff.ts";
import { costText, outcomeWords, reasonWords, timeText, verdictHints, verdictWords } from "./release-words.ts";
import { releasesStoreOf } from "./releases-store.ts";

const verdicts = ["worse", "unclear", "better", "same"] as const satisfies readonly Verdict[];

/** Results per question, by verdict; worse answers are most prominent. */
export function ResultList({ run }: { run: ReleaseRunView }) {
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

/** One question with both answers side by side, differences marked word by word. */
function ResultRow({ result }: { result: ReleaseResult }) {
  const { before, after, verdict, reasons, failed } = result;
  const words = diffAnswers(before.answer, after.answer);
  return (
    <li class="replay">
      <details open={verdict === "worse"}>
        <summary>
          <span class={`chip verdict-${verdict}`}>{verdictWords[verdict]}</span>
          <span class="replay-question" dir="auto">
            {plainLine(result.question)}
          </span>
          <span class="replay-why muted">
            {result.kind === "regression" ? "test question" : ""}
            {result.kind === "regression" && reasons.length > 0 ? " · " : ""}
            {reasons.map((reason) => reasonWords[reason]).join(", ")}
          </span>
        </summary>
        {result.history.length > 0 ? <PreviousAnswer history={result.history} /> : null}
        {failed && failed.after.length > 0 ? (
          <p class="release-failing">Not met: {failed.after.map(withoutIds).join(", ")}</p>
        ) : null}
        <div class="replay-sides">
          <Side name="Published" replayed={before} words={words} hidden="added" />
          <Side name="This release" replayed={after} words={words} hidden="removed" />
        </div>
        {result.ticket_id ? (
          <p>
            <a href={`/console/inbox/${result.ticket_id}`}>Open the ticket</a>
          </p>
        ) : null}
      </details>
    </li>
  );
}

function PreviousAnswer({ history }: { history: ReleaseResult["history"] }) {
  return (
    <ol class="replay-history" aria-label="Earlier messages">
      {history.map(({ role, content }, index) => (
        <li key={index}>
          <strong>{role === "visitor" ? "Visitor" : "Assistant"}</strong> <bdi>{plainText(content)}</bdi>
        </li>
      ))}
    </ol>
  );
}

interface SideProps {
  name: string;
  replayed: Replayed;
  words: readonly DiffPart[];
  /** The kind of change that only the opposite side shows. */
  hidden: "added" | "removed";
}

function Side({ name, replayed, words, hidden }: SideProps) {
  const { outcome, grade, citations, ms, cost_usd } = replayed;
  const titles = [...new Set(citations.map(({ title }) => title))];
  return (
    <div class="replay-side">
      <h3>{name}</h3>
      <p class="line-facts">
        <span>{outcomeWords[outcome]}</span>
        {grade ? <span>confidence {percent(grade.score)}</span> : null}
        <span>{timeText(ms)}</span>
        {cost_usd ? <span>{costText(cost_usd)}</span> : null}
      </p>
      {replayed.answer === "" ? (
        <p class="muted">No text.</p>
      ) : (
        <p class="replay-answer" dir="auto">
          {words
            .filter(({ type }) => type !== hidden)
            .map(({ type, text }, index) =>
              type === "same" ? (
                <span key={index}>{text}</span>
              ) : type === "added" ? (
                <ins key={index}>{text}</ins>
              ) : (
                <del key={index}>{text}</del>
              ),
            )}
        </p>
      )}
      {titles.length > 0 ? <p class="muted">Cites {titles.join(", ")}</p> : null}
    </div>
  );
}

/** Documents that must be cited are identified by ids, which mean nothing to readers. */
function withoutIds(missed: string): string {
  return missed.startsWith("cites ") ? "a document that must be cited" : missed;
}
