import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { isRecord } from "../../../ui/events/shapes.ts";
import { useWorkspace } from "../app-context.ts";
import { randomId } from "../ui/ids.ts";
import { mustHave } from "../ui/must-have.ts";
import { useButtonWork } from "../ui/work.ts";

/** Longest question, in characters; same limit as on the server. */
const maxPlaygroundChars = 4_000;

interface AskBoxProps {
  /** The run's id or `new`. */
  place: string;
  isRunning: boolean;
  /** The user opened the page in order to ask: focus the field. */
  isEager: boolean;
  /** Resolves to an error message on failure. */
  onAsk: (message: { id: string; content: string }) => Promise<string | null>;
}

/** Field for a visitor's question. A rejected question stays and keeps its id; typed text survives a reload. */
export function AskBox({ place, isRunning, isEager, onAsk }: AskBoxProps) {
  const { me } = useWorkspace();
  const kept = useMemo(() => keptQuestion(`${me.id}:${place}`), [place]);
  const text = useSignal(kept.text());
  const { busy, run } = useButtonWork();
  const element = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (isEager) element.current?.focus();
  }, []);
  const ask = async () => {
    const content = text.peek().trim();
    if (content === "" || busy.peek() || isRunning) return;
    if (!(await run(() => onAsk(kept.message(content))))) return;
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
        ref={mustHave("Ask a question first.", element)}
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
          event.currentTarget.form?.requestSubmit();
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

/** A typed question; `tried` is the text sent under its id without confirmation. */
interface Kept {
  text: string;
  tried: { id: string; content: string } | null;
}

/** Typed text of a run, kept while the tab is open, also after a reload. @param place the run's id or `new`. */
function keptQuestion(place: string) {
  const key = `parley-console:playground:${place}`;
  let kept = read(key);
  const keep = (next: Kept) => {
    kept = next;
    try {
      if (kept.text === "") sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(kept));
    } catch {
      // Storage is blocked or full: the text remains in the field.
    }
  };
  return {
    text: () => kept.text,
    write: (text: string) => keep({ ...kept, text }),
    /** The message to send: the same text retried keeps its id, another text gets a new one. */
    message(content: string): { id: string; content: string } {
      const tried = kept.tried?.content === content ? kept.tried : { id: randomId(), content };
      keep({ ...kept, tried });
      return tried;
    },
    clear: () => keep(nothingKept),
  };
}

const nothingKept: Kept = { text: "", tried: null };

function read(key: string): Kept {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (!isRecord(value) || typeof value["text"] !== "string") return nothingKept;
    const { text, tried } = value;
    const isTried = isRecord(tried) && typeof tried["id"] === "string" && typeof tried["content"] === "string";
    return { text, tried: isTried ? { id: String(tried["id"]), content: String(tried["content"]) } : null };
  } catch {
    // Storage may be blocked or contain an unexpected value.
    return nothingKept;
  }
}
