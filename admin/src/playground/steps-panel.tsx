import { useSignal } from "@preact/signals";
import type { PlaygroundAnswer, PlaygroundRun } from "../../../protocol/playground.ts";
import { useWorkspace } from "../app-context.ts";
import { count, latency } from "../ui/format.ts";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { Notice } from "../ui/states.tsx";
import { Comparison } from "./comparison.tsx";
import { playgroundStoreOf } from "./playground-store.ts";
import { costWords } from "./playground-words.ts";
import { StepView } from "./step-view.tsx";

/** What the nodes of the chosen answer did; of one that was tried again also what is different. */
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
            // A step is never changed once it stands there.
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
