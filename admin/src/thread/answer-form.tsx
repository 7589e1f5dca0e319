import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SearchResult, TicketDetail } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { Keys } from "../components/chips.tsx";
import { Icon } from "../components/icon.tsx";
import { Spinner } from "../components/states.tsx";
import { once } from "../lib/once.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import type { Composer, Verb } from "../stores/composer-store.ts";
import { useCannedSuggestions } from "./canned-suggestions.ts";
import { AttachButton, ComposerFiles, fileDrops } from "./composer-files.tsx";
import { ComposerSources } from "./composer-sources.tsx";
import { answerId, focusAnswer, insertAtCursor } from "./focus-answer.ts";
import { useGrowingHeight } from "./growing-height.ts";
import { SourceSearch } from "./source-search.tsx";
import { SuggestList, suggestAria } from "./suggest.tsx";

/** The answer to the visitor: text, sources, files, and the two ways to send it. */
export function AnswerForm({ box, detail, onNote }: { box: Composer; detail: TicketDetail; onNote: () => void }) {
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
        <AnswerArea area={area} box={box} detail={detail} />
        <ComposerSources box={box} />
        <ComposerFiles files={box.files} />
        <p id="composer-error" class="form-error" role="alert">
          {box.error.value}
        </p>
        <JustAnswered box={box} />
        <ComposerFoot box={box} onNote={onNote} onCite={() => (citing.value = true)} />
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

interface AnswerAreaProps {
  area: RefObject<HTMLTextAreaElement | null>;
  box: Composer;
  detail: TicketDetail;
}

/** The text itself, with canned replies behind a slash. */
function AnswerArea({ area, box, detail }: AnswerAreaProps) {
  const replies = useCannedSuggestions(area, detail);
  useGrowingHeight(area, box.text.value);
  return (
    <>
      <SuggestList suggest={replies} label="Canned replies" />
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
        {...suggestAria(replies)}
        onInput={(event) => {
          box.type(event.currentTarget.value);
          replies.look();
        }}
        onClick={replies.look}
        onBlur={replies.close}
        onKeyDown={(event) => {
          if (replies.onKey(event)) return;
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
          event.preventDefault();
          void box.send();
        }}
      />
    </>
  );
}

/** A colleague was faster: asked once, then it is sent. */
function JustAnswered({ box }: { box: Composer }) {
  const said = box.question.value;
  return (
    <div class="just-answered" role="alert">
      {said ? (
        <>
          <span>
            {said.name} answered {agoWords(said.at)}. Send anyway?
          </span>
          <button type="button" class="btn small" onClick={box.unask}>
            Not yet
          </button>
          <button type="button" class="btn small" onClick={() => void box.send()}>
            Send anyway
          </button>
        </>
      ) : null}
    </div>
  );
}

function agoWords(at: string): string {
  const seconds = Math.max(1, Math.round((Date.now() - Date.parse(at)) / 1_000));
  return `${seconds} second${seconds === 1 ? "" : "s"} ago`;
}

interface ComposerFootProps {
  box: Composer;
  onCite: () => void;
  onNote: () => void;
}

function ComposerFoot({ box, onCite, onNote }: ComposerFootProps) {
  const { may } = useWorkspace();
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
      <button
        type="button"
        class="icon-btn"
        aria-label="Write a note"
        title="Write a note for your team (n)"
        onClick={onNote}
      >
        <Icon name="lock" />
      </button>
      <label class="check">
        <input
          type="checkbox"
          checked={box.saveAsSnippet.value}
          onChange={(event) => box.keepAsSnippet(event.currentTarget.checked)}
        />
        <span>
          {may("manager") ? "Save" : "Propose"} as snippet<span class="wide-text"> when resolving</span>
        </span>
      </label>
      <span id="composer-hint" class="visually-hidden">
        Control Enter sends. E chooses answer and resolve, R chooses reply. A slash finds canned replies.
      </span>
      <div class="composer-verbs">
        {button("reply", "Reply", "Sending…")}
        {button("resolve", "Send and resolve", "Resolving…")}
      </div>
    </div>
  );
}

function placeholderFor({ ticket }: TicketDetail): string {
  if (ticket.owner === "assistant") return "Answer yourself: this takes the ticket from the assistant";
  return "Write an answer… / for canned replies";
}
