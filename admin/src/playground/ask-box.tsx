import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useWorkspace } from "../app-context.ts";
import { keptQuestion } from "./kept-question.ts";

/** Longest question; the server's own bound. */
const maxPlaygroundChars = 4_000;

interface AskBoxProps {
  /** The run's id, or `new`. */
  place: string;
  isRunning: boolean;
  /** It was gone to in order to ask: it takes the focus. */
  isEager: boolean;
  /** Resolves to a sentence where it was refused. */
  onAsk: (message: { id: string; content: string }) => Promise<string | null>;
}

/** Where one writes as a visitor. What was refused stays, and keeps its id; what was typed survives a reload. */
export function AskBox({ place, isRunning, isEager, onAsk }: AskBoxProps) {
  const { me, toasts } = useWorkspace();
  const kept = useMemo(() => keptQuestion(`${me.id}:${place}`), [place]);
  const text = useSignal(kept.text());
  const busy = useSignal(false);
  const element = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (isEager) element.current?.focus();
  }, []);
  const ask = async () => {
    const content = text.peek().trim();
    if (content === "" || busy.peek() || isRunning) return;
    busy.value = true;
    const problem = await onAsk(kept.message(content));
    busy.value = false;
    if (problem) return toasts.fail(problem);
    text.value = "";
    kept.clear();
  };
  return (
    <form
      class="composer play-composer"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <textarea
        ref={element}
        class="composer-text"
        rows={2}
        dir="auto"
        aria-label="Question as a visitor"
        placeholder="Ask as a visitor would"
        maxLength={maxPlaygroundChars}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          kept.write(text.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          void ask();
        }}
      />
      <div class="composer-foot">
        <span class="composer-verbs">
          <button type="submit" class="btn primary" aria-disabled={busy.value || isRunning}>
            Ask
          </button>
        </span>
      </div>
    </form>
  );
}
