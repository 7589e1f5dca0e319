import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useWorkspace } from "../app-context.ts";
import { randomId } from "../lib/ids.ts";

/** Longest question; the server's own bound. */
const maxPlaygroundChars = 4_000;

interface AskBoxProps {
  isRunning: boolean;
  /** It was gone to in order to ask: it takes the focus. */
  isEager: boolean;
  /** Resolves to a sentence where it was refused. */
  onAsk: (message: { id: string; content: string }) => Promise<string | null>;
}

/** Where one writes as a visitor. What was refused stays, and keeps its id. */
export function AskBox({ isRunning, isEager, onAsk }: AskBoxProps) {
  const { toasts } = useWorkspace();
  const text = useSignal("");
  const busy = useSignal(false);
  const id = useSignal(randomId());
  const element = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (isEager) element.current?.focus();
  }, []);
  const ask = async () => {
    const content = text.peek().trim();
    if (content === "" || busy.peek() || isRunning) return;
    busy.value = true;
    const problem = await onAsk({ id: id.peek(), content });
    busy.value = false;
    if (problem) return toasts.fail(problem);
    text.value = "";
    id.value = randomId();
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
