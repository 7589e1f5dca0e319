import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { TicketDetail } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { Keys } from "../components/chips.tsx";
import { Spinner } from "../components/states.tsx";
import { once } from "../lib/once.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import type { Composer, Verb } from "../stores/composer-store.ts";

import { AttachButton, ComposerFiles, fileDrops } from "./composer-files.tsx";

const answerId = "answer";

export function focusAnswer(): void {
  // After the render that may have changed the text, so that the cursor ends up behind it.
  requestAnimationFrame(() => {
    const box = document.getElementById(answerId);
    if (!(box instanceof HTMLTextAreaElement)) return;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  });
}

/** The answer box with its two verbs, or why there is none. */
export function ComposerBox({ detail }: { detail: TicketDetail }) {
  const { composer, may } = useWorkspace();
  const { ticket } = detail;
  if (!may("agent")) return <p class="composer-note">Your role can read tickets but not answer them.</p>;
  if (ticket.status === "closed" || ticket.status === "resolved") {
    const note =
      ticket.status === "closed"
        ? "This ticket is closed."
        : "Resolved. It comes back here if the visitor writes again.";
    return (
      <div class="composer-note">
        <p>{note}</p>
        <LeftOver box={composer(ticket.id)} />
      </div>
    );
  }
  return <AnswerForm key={ticket.id} box={composer(ticket.id)} detail={detail} />;
}

/** What was being typed when the ticket ended under it. */
function LeftOver({ box }: { box: Composer }) {
  if (box.text.value.trim() === "") return null;
  return (
    <div class="left-over">
      <p class="muted">Your text was not sent:</p>
      <p class="left-over-text" dir="auto">
        {box.text.value}
      </p>
      <button type="button" class="btn small" onClick={() => box.write("")}>
        Discard
      </button>
    </div>
  );
}

function AnswerForm({ box, detail }: { box: Composer; detail: TicketDetail }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const over = useSignal(false);
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
      <ComposerFiles files={box.files} />
      <p id="composer-error" class="form-error" role="alert">
        {box.error.value}
      </p>
      <ComposerFoot box={box} />
    </form>
  );
}

function ComposerFoot({ box }: { box: Composer }) {
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
