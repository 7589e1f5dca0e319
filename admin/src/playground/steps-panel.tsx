import { useSignal } from "@preact/signals";
import type { PlaygroundAnswer, PlaygroundRun } from "../../../protocol/playground.ts";
import { playgroundRoutes } from "../../../protocol/routes/playground.ts";
import { useWorkspace } from "../app-context.ts";
import { count, latency } from "../ui/format.ts";
import { LoadedPart, useAsked } from "../ui/loaded-part.tsx";
import { Notice } from "../ui/states.tsx";
import { diffAnswers } from "../ui/word-diff.ts";
import { draftWords } from "./draft-fields.ts";
import type { AnswerPosition } from "./playground-store.ts";
import { playgroundStoreOf } from "./playground-store.ts";
import { costWords, outcomeWords } from "./playground-words.ts";
import { StepView } from "./step-view.tsx";

/** The steps of the selected answer; for a retried one also the differences. */
export function StepsPanel() {
  const { api } = useWorkspace();
  const store = playgroundStoreOf(api);
  const { type } = store.run.state.value;
  const chosen = store.chosen.value;
  if (chosen === null || type !== "ready")
    return <Notice title="No steps yet" text="Each step with input, output, time and cost." />;
  const run = store.run.state.value.value;
  return (
    <LoadedPart state={store.answer.state.value} name="The steps" onRetry={() => store.choose(chosen)}>
      {(answer) => <Panel key={answer.id} run={run} answer={answer} />}
    </LoadedPart>
  );
}

function Panel({ run, answer }: { run: PlaygroundRun; answer: PlaygroundAnswer }) {
  const first = run.messages.find(({ role, is_given: isGiven }) => role === "assistant" && !isGiven);
  const parent =
    run.parent_id && run.parent_message_id && first?.id === answer.id
      ? { runId: run.parent_id, messageId: run.parent_message_id }
      : null;
  const view = useSignal<"steps" | "compared">(parent ? "compared" : "steps");
  return (
    <>
      {parent ? (
        <fieldset class="segmented play-choice">
          <legend class="visually-hidden">Show</legend>
          {(["compared", "steps"] as const).map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name="play-view"
                checked={view.value === choice}
                onChange={() => {
                  view.value = choice;
                }}
              />
              <span>{choice === "compared" ? "Side by side" : "Steps"}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {parent && view.value === "compared" ? <Comparison parent={parent} answer={answer} /> : <Steps answer={answer} />}
    </>
  );
}

function Steps({ answer }: { answer: PlaygroundAnswer }) {
  const { steps, result, state } = answer;
  return (
    <>
      {result ? (
        <p class="play-sum muted">
          {latency(result.ms)} · {count(result.usage.input_tokens + result.usage.output_tokens)} tokens ·{" "}
          {costWords(result.usage.cost_usd)}
        </p>
      ) : null}
      {steps.length === 0 ? (
        <Notice title={state === "running" ? "Working on the first step" : "No steps"} />
      ) : (
        <ol class="play-steps">
          {steps.map((step, at) => (
            // Steps are never changed after they were added.
            <StepView key={at} step={step} threshold={result?.threshold ?? null} />
          ))}
        </ol>
      )}
      <p class="play-off muted">
        Tools are not called here and memories are not used, so real answers may differ.{" "}
        <a href="/docs/guide/playground">Limits of the playground</a>
      </p>
    </>
  );
}

/** An answer next to the one that it retries: different words and figures are marked. */
function Comparison({ parent, answer }: { parent: AnswerPosition; answer: PlaygroundAnswer }) {
  const { api } = useWorkspace();
  const { runId: id, messageId: message } = parent;
  const before = useAsked(message, (signal) =>
    api.call(playgroundRoutes.readPlaygroundAnswer, { id, message }, { signal }),
  );
  return (
    <LoadedPart state={before.state.value} name="The answer before" onRetry={() => void before.again()}>
      {(first) => <SideBySide before={first} after={answer} />}
    </LoadedPart>
  );
}

function SideBySide({ before, after }: { before: PlaygroundAnswer; after: PlaygroundAnswer }) {
  const parts = diffAnswers(wordsOf(before), wordsOf(after));
  return (
    <div class="play-compared">
      <div class="play-columns">
        <Column title="Before" answer={before}>
          {parts.map(({ type, text }, at) =>
            type === "added" ? null : type === "removed" ? <del key={at}>{text}</del> : text,
          )}
        </Column>
        <Column title="With this change" answer={after}>
          {parts.map(({ type, text }, at) =>
            type === "removed" ? null : type === "added" ? <ins key={at}>{text}</ins> : text,
          )}
        </Column>
      </div>
      <Figures before={before} after={after} />
    </div>
  );
}

function wordsOf({ content, result }: PlaygroundAnswer): string {
  return content || result?.answer || "";
}

function Column({
  title,
  answer,
  children,
}: {
  title: string;
  answer: PlaygroundAnswer;
  children: preact.ComponentChildren;
}) {
  const isWithheld = answer.content === "" && (answer.result?.answer ?? "") !== "";
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p class="muted">{draftWords(answer.draft) || "As published"}</p>
      {isWithheld ? <p class="play-note">Not shown to the visitor.</p> : null}
      <p class="play-text" dir="auto">
        {wordsOf(answer) === "" ? <span class="muted">No answer.</span> : children}
      </p>
    </section>
  );
}

function Figures({ before, after }: { before: PlaygroundAnswer; after: PlaygroundAnswer }) {
  const rows = [
    ["Outcome", outcomeOf(before), outcomeOf(after)],
    ["Confidence", gradeOf(before), gradeOf(after)],
    ["Sources", sourcesOf(before), sourcesOf(after)],
    ["Cost", costWords(before.result?.usage.cost_usd), costWords(after.result?.usage.cost_usd)],
    ["Time", latency(before.result?.ms ?? 0), latency(after.result?.ms ?? 0)],
  ] as const;
  return (
    <table class="play-figures">
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">Measure</span>
          </th>
          <th scope="col">Before</th>
          <th scope="col">With this change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, one, other]) => (
          <tr key={label} data-differs={one !== other}>
            <th scope="row">{label}</th>
            <td dir="auto">{one}</td>
            <td dir="auto">{other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function outcomeOf({ result, state }: PlaygroundAnswer): string {
  if (result) return outcomeWords(result);
  return state === "running" ? "Answering…" : "Stopped";
}

function gradeOf({ result }: PlaygroundAnswer): string {
  return result?.grade ? result.grade.score.toFixed(2) : "–";
}

function sourcesOf({ result }: PlaygroundAnswer): string {
  const titles = [...new Set(result?.citations.map(({ title }) => title) ?? [])];
  return titles.length === 0 ? "–" : titles.join(", ");
}
