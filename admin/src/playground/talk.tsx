import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { PlaygroundMessage, PlaygroundRun } from "../../../protocol/playground.ts";
import { playgroundRoutes } from "../../../protocol/routes/playground.ts";
import { useWorkspace } from "../app-context.ts";
import { attempt, useBegun } from "../ui/attempt.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { MarkdownView } from "../ui/markdown-view.tsx";
import { isPhone } from "../ui/media.ts";
import { Notice } from "../ui/states.tsx";
import { AnswerView } from "./answer-view.tsx";
import { AskBox } from "./ask-box.tsx";
import { draftWords, isEmptyDraft } from "./draft-fields.ts";
import { DraftForm } from "./draft-form.tsx";
import { type PlaygroundStore, playgroundStoreOf } from "./playground-store.ts";

/** Poll interval while an answer is written, in ms, in case an event is lost. */
const pollMs = 4_000;

/** The messages as the visitor would see them. @param props.onSteps opens the steps when there is no space next to the messages. */
export function Talk({ id, onSteps }: { id: string | null; onSteps: () => void }) {
  const { api } = useWorkspace();
  const { query } = useLocation();
  const store = playgroundStoreOf(api);
  const begun = useBegun({ id, base: "/console/playground" }, store.send);
  const state = store.run.state.value;
  const shown = id !== null && state.type === "ready" && state.value.id === id ? state.value : null;
  const isRunning = shown?.messages.some((message) => message.state === "running") ?? false;
  useLook(store, isRunning);
  return (
    <section class="thread play-talk" aria-label="Talk">
      <Head run={shown} isNew={id === null} />
      <Log edition={shown ? shown.messages.length : 0} place={id}>
        {id === null ? (
          <Beginning />
        ) : (
          <LoadedPart
            state={shown || state.type !== "ready" ? state : { type: "loading" }}
            name="The run"
            onRetry={() => void store.open(id)}
          >
            {(run) => (run.messages.length === 0 ? <Beginning /> : <Messages run={run} onSteps={onSteps} />)}
          </LoadedPart>
        )}
      </Log>
      {/* What is not there takes no questions. */}
      {id === null || state.type !== "failed" ? (
        <AskBox
          key={id ?? "new"}
          place={id ?? "new"}
          isRunning={isRunning}
          // On phones, focus opens the keyboard, which covers the text to read.
          isEager={id === null ? query["new"] === "1" && !isPhone.value : begun.isFresh}
          onAsk={begun.send}
        />
      ) : null}
    </section>
  );
}

function useLook(store: PlaygroundStore, isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void store.reread(), pollMs);
    return () => clearInterval(timer);
  }, [store, isRunning]);
}

function Beginning() {
  const { api } = useWorkspace();
  const base = playgroundStoreOf(api).base.state.value;
  const isEmpty = base.type === "ready" && base.value.documents.length === 0;
  return isEmpty ? (
    <Notice title="The library is empty" text="Add a document. The assistant only answers from your library.">
      <a class="btn" href="/console/library">
        Go to the library
      </a>
    </Notice>
  ) : (
    <Notice
      title="Ask the assistant something"
      text="See the answer a visitor would get, step by step. Safe to test: no tickets, analytics or memories are changed, and tools are off. Model usage is billed."
    />
  );
}

function Head({ run, isNew }: { run: PlaygroundRun | null; isNew: boolean }) {
  return (
    <header class="play-head">
      <a class="icon-btn phone-only" href="/console/playground" aria-label="Back to the runs">
        <Icon name="back" />
      </a>
      <h1 dir="auto">{run?.title || (run || isNew ? "New run" : "Run")}</h1>
      {run?.parent_id ? (
        <a class="play-parent" href={`/console/playground/${run.parent_id}`}>
          Previous answer
        </a>
      ) : null}
      {run?.ticket_id ? <a href={`/console/inbox/${run.ticket_id}?view=all`}>Ticket</a> : null}
      {run ? <RunDraft run={run} /> : null}
    </header>
  );
}

/** The draft that answers the run's next question. */
function RunDraft({ run }: { run: PlaygroundRun }) {
  const { api, toasts } = useWorkspace();
  const store = playgroundStoreOf(api);
  const isOpen = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  const words = draftWords(run.draft);
  return (
    <>
      <button
        type="button"
        class="btn small"
        title={words}
        onClick={() => {
          isOpen.value = true;
        }}
      >
        <Icon name="edit" /> {isEmptyDraft(run.draft) ? "As published" : "Draft"}
      </button>
      <Dialog open={isOpen.value} label="Draft of this run" class="play-draft" onClose={close}>
        <DraftForm
          title="Draft for the next question"
          verb="Use for the next question"
          draft={run.draft}
          onClose={close}
          onDone={async (draft) => {
            const changed = await attempt(() =>
              api.call(playgroundRoutes.changePlaygroundRun, { id: run.id, body: { draft } }),
            );
            if ("problem" in changed) return changed.problem;
            store.take(changed.done);
            close();
            toasts.show("Saved the draft for the next question");
            return null;
          }}
        />
      </Dialog>
    </>
  );
}

interface LogProps {
  /** A new number means new content. */
  edition: number;
  place: string | null;
  children: preact.ComponentChildren;
}

/** Scrolls to the newest message when a run is opened or a question is asked. */
function Log({ edition, place, children }: LogProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    element.current?.querySelector(".play-messages > :last-child")?.scrollIntoView({ block: "nearest" });
  }, [edition, place]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too.
    <div ref={element} class="play-log" tabIndex={0} role="region" aria-label="Messages">
      {children}
    </div>
  );
}

function Messages({ run, onSteps }: { run: PlaygroundRun; onSteps: () => void }) {
  return (
    <div class="play-messages" aria-live="polite" aria-relevant="additions">
      {run.messages.map((message, at) =>
        message.role === "visitor" ? (
          <Asked key={message.id} message={message} />
        ) : (
          <AnswerView
            key={message.id}
            run={run}
            message={message}
            asked={run.messages[at - 1]?.content ?? ""}
            onSteps={onSteps}
          />
        ),
      )}
    </div>
  );
}

function Asked({ message }: { message: PlaygroundMessage }) {
  return (
    <article class={`play-asked ${message.is_given ? "play-given" : ""}`} aria-label="Visitor">
      <MarkdownView text={message.content} />
    </article>
  );
}
