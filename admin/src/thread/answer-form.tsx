import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { SearchResult, TicketDetail } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { Keys } from "../components/chips.tsx";
import { Icon } from "../components/icon.tsx";
import { Spinner } from "../components/states.tsx";
import { once } from "../lib/once.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import type { Composer, Verb } from "../stores/composer-store.ts";
import { AttachButton, ComposerFiles, fileDrops } from "./composer-files.tsx";
import { ComposerSources } from "./composer-sources.tsx";
import { answerId, focusAnswer, insertAtCursor } from "./focus-answer.ts";
import { SourceSearch } from "./source-search.tsx";

/** The answer to the visitor: text, sources, files, and the two ways to send it. */
export function AnswerForm({ box, detail }: { box: Composer; detail: TicketDetail }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const over = useSignal(false);
  const citing = useSignal(false);
  const { toasts } = useWorkspace();
  const cite = (found: SearchResult) => {
    citing.value = false;
    const index = box.sources.add(found);
    if (index === null) return toasts.fail("An answer can name at most 20 sources.");
    // The dialog gives the focus back when it is closed.
    requestAnimationFrame(() => area.current && insertAtCursor(area.current, `[${index}]`));
  };
  useGrowingHeight(area, box.text.value);
  useEffect(() => {
    addEventListener("pagehide", box.rest);
    return () => {
      removeEventListener("pagehide", box.rest);
      box.rest();
    };
  }, [box]);
  const begin = (verb: Verb) => (event: KeyboardEvent) => {
    event.preventDefault();
    box.choose(verb);
    focusAnswer();
  };
  useShortcuts({ e: begin("resolve"), r: begin("reply") });
  return (
    <>
      <form
        class={`composer ${over.value ? "composer-over" : ""}`}
        aria-label="Answer"
        {...fileDrops(box.files, over)}
        onSubmit={(event) => {
          event.preventDefault();
          void box.send();
        }}
      >
        <textarea
          ref={area}
          id={answerId}
          class="composer-text"
          rows={2}
          dir="auto"
          aria-label={`Answer to ticket ${detail.ticket.number}`}
          aria-describedby="composer-hint composer-error"
          placeholder={placeholderFor(detail)}
          value={box.text.value}
          onInput={(event) => box.type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
            event.preventDefault();
            void box.send();
          }}
        />
        <ComposerSources box={box} />
        <ComposerFiles files={box.files} />
        <p id="composer-error" class="form-error" role="alert">
          {box.error.value}
        </p>
        <ComposerFoot box={box} onCite={() => (citing.value = true)} />
      </form>
      <SourceSearch
        about={detail.question ?? ""}
        open={citing.value}
        onClose={() => (citing.value = false)}
        onChoose={cite}
      />
    </>
  );
}

function ComposerFoot({ box, onCite }: { box: Composer; onCite: () => void }) {
  const wordless = box.text.value.trim() === "";
  const busy = box.sending.value;
  const button = (verb: Verb, label: string, sending: string) => {
    const chosen = box.verb.value === verb;
    const empty = wordless && (verb === "resolve" || box.files.ready.value.length === 0);
    return (
      <button
        type="button"
        class={`btn ${chosen ? "primary" : ""}`}
        data-verb={verb}
        aria-disabled={empty || busy !== null || box.files.busy.value}
        onClick={once(() => void box.send(verb))}
      >
        {busy === verb ? <Spinner /> : null}
        {busy === verb ? sending : label}
        {chosen ? <Keys keys="Ctrl ↵" /> : null}
      </button>
    );
  };
  return (
    <div class="composer-foot">
      <AttachButton files={box.files} />
      <button
        type="button"
        class="icon-btn"
        aria-label="Add a source"
        title="Add a source from the library"
        onClick={onCite}
      >
        <Icon name="cite" />
      </button>
      <label class="check">
        <input
          type="checkbox"
          checked={box.saveAsSnippet.value}
          onChange={(event) => box.keepAsSnippet(event.currentTarget.checked)}
        />
        <span>
          Save as snippet<span class="wide-text"> when resolving</span>
        </span>
      </label>
      <span id="composer-hint" class="visually-hidden">
        Control Enter sends. E chooses answer and resolve, R chooses reply.
      </span>
      <div class="composer-verbs">
        {button("reply", "Reply", "Sending…")}
        {button("resolve", "Send and resolve", "Resolving…")}
      </div>
    </div>
  );
}

function useGrowingHeight(area: { current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const box = area.current;
    if (!box || CSS.supports("field-sizing", "content")) return;
    box.style.setProperty("height", "auto");
    box.style.setProperty("height", `${box.scrollHeight}px`);
  }, [text]);
}

function placeholderFor({ ticket }: TicketDetail): string {
  if (ticket.owner === "assistant") return "Answer yourself: this takes the ticket from the assistant";
  return "Write an answer…";
}
