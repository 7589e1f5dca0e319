import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import type { PlaygroundMessage, PlaygroundRun } from "../../../protocol/playground.ts";
import { playgroundRoutes } from "../../../protocol/routes/playground.ts";
import { useWorkspace } from "../app-context.ts";
import { KeepQuestion } from "../knowledge/releases/regression-form.tsx";
import { GradeBadge } from "../ui/chips.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { latency } from "../ui/format.ts";
import { useDoing } from "../ui/loaded-part.tsx";
import { MarkdownView } from "../ui/markdown-view.tsx";
import { Spinner } from "../ui/states.tsx";
import { draftWords, isEmptyDraft } from "./draft-fields.ts";
import { DraftForm } from "./draft-form.tsx";
import { playgroundStoreOf } from "./playground-store.ts";
import { costWords, outcomeWords } from "./playground-words.ts";
import { toKeep } from "./to-keep.ts";

interface AnswerProps {
  run: PlaygroundRun;
  message: PlaygroundMessage;
  /** The question that was asked. */
  asked: string;
  onSteps: () => void;
}

/** An answer as the visitor would get it, with actions. */
export function AnswerView({ run, message, asked, onSteps }: AnswerProps) {
  const { api } = useWorkspace();
  const store = playgroundStoreOf(api);
  const { content, result, is_given: isGiven, state, draft } = message;
  if (isGiven)
    return (
      <article class="play-answer play-given" aria-label="Assistant (earlier)">
        <MarkdownView text={content} />
      </article>
    );
  const isChosen = store.chosen.value === message.id;
  return (
    <article class="play-answer" aria-label="Assistant" data-chosen={isChosen}>
      {isEmptyDraft(draft) ? null : <p class="play-with muted">{draftWords(draft)}</p>}
      {content === "" ? null : (
        <MarkdownView text={content} citations={result?.citations ?? []} growing={state === "running"} glances />
      )}
      {result && result.options.length > 0 ? (
        <ul class="play-options">
          {result.options.map((option) => (
            <li key={option}>{option}</li>
          ))}
        </ul>
      ) : null}
      <StateLine run={run} message={message} />
      {state === "running" ? null : (
        <div class="play-verbs">
          <button
            type="button"
            class="btn small"
            aria-pressed={isChosen}
            onClick={() => {
              store.choose(message.id);
              onSteps();
            }}
          >
            Steps
          </button>
          <TryAgain run={run} message={message} asked={asked} />
          {result && (result.outcome === "answered" || result.outcome === "escalated") ? (
            <KeepQuestion given={toKeep({ run, message, result, asked })} />
          ) : null}
        </div>
      )}
    </article>
  );
}

function StateLine({ run, message }: Pick<AnswerProps, "run" | "message">) {
  const { api } = useWorkspace();
  const store = playgroundStoreOf(api);
  const { busy, run: doing } = useDoing();
  const { state, result } = message;
  switch (state) {
    case "running":
      return (
        <div class="play-running">
          <Spinner />
          <span role="status">Answering…</span>
          <button
            type="button"
            class="btn small"
            aria-disabled={busy.value}
            onClick={() =>
              void doing(
                () => api.call(playgroundRoutes.stopPlaygroundAnswer, { id: run.id, message: message.id }),
                store.take,
              )
            }
          >
            Stop
          </button>
        </div>
      );
    case "cancelled":
      return <p class="muted">Stopped</p>;
    case "failed":
      return (
        <p class="play-failed" role="alert">
          {result ? outcomeWords(result) : "It was interrupted"}. Try it again.
        </p>
      );
    case "done":
      return result ? (
        <p class="play-outcome">
          <span class={`play-verdict play-${result.outcome}`}>{outcomeWords(result)}</span>
          {result.grade ? <GradeBadge grade={result.grade} /> : null}
          <span class="muted">
            {latency(result.ms)} · {costWords(result.usage.cost_usd)}
            {result.cache?.hit ? " · from the cache" : ""}
          </span>
        </p>
      ) : null;
    default:
      return state satisfies never;
  }
}

/** Asks the same question with another draft, in a branch. */
function TryAgain({ run, message, asked }: Omit<AnswerProps, "onSteps">) {
  const { api } = useWorkspace();
  const { route } = useLocation();
  const store = playgroundStoreOf(api);
  const isOpen = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  return (
    <>
      <button
        type="button"
        class="btn small"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        Try with this change
      </button>
      <Dialog open={isOpen.value} label="Try again with a draft" class="play-draft" onClose={close}>
        <DraftForm
          title="Try with this change"
          about={asked}
          verb="Try again"
          draft={message.draft}
          onClose={close}
          onDone={async (draft) => {
            const begun = await store.begin({ draft, branch: { run_id: run.id, message_id: message.id } });
            if ("problem" in begun) return begun.problem;
            close();
            route(`/console/playground/${begun.done}`);
            return null;
          }}
        />
      </Dialog>
    </>
  );
}
