import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SearchResult, TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { AnswerTranslation } from "../assist/answer-translation.tsx";
import { CheckPanel } from "../assist/check-panel.tsx";
import { useAnswerCheck } from "../assist/use-answer-check.ts";
import { useAnswerTranslation } from "../assist/use-answer-translation.ts";
import { useCannedSuggestions } from "./canned-suggestions.ts";
import { ComposerFiles, fileDrops } from "./composer-files.tsx";
import { ComposerFoot } from "./composer-foot.tsx";
import { ComposerSources } from "./composer-sources.tsx";
import type { Composer, Verb } from "./composer-store.ts";
import { answerId, focusAnswer, insertAt, insertAtCursor } from "./focus-answer.ts";
import { useGrowingHeight } from "./growing-height.ts";
import { ReplyCheckBelow } from "./reply-check-part.tsx";
import { SourceSearch } from "./source-search.tsx";
import { SuggestList, suggestAria } from "./suggest.tsx";

/** The answer to the visitor: text, sources, files, and the two ways to send it. */
export function AnswerForm({ box, detail, onNote }: { box: Composer; detail: TicketDetail; onNote: () => void }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const over = useSignal(false);
  const citing = useSignal(false);
  const { toasts } = useWorkspace();
  const { check, runCheck } = useAnswerCheck(box);
  const translator = useAnswerTranslation(box);
  const tooMany = () => toasts.fail("A reply can have at most 20 sources.");
  const cite = (found: SearchResult) => {
    citing.value = false;
    const index = box.sources.add(found);
    if (index === null) return tooMany();
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
        aria-label="Reply"
        {...fileDrops(box.files, over)}
        onSubmit={(event) => {
          event.preventDefault();
          void box.send();
        }}
      >
        <AnswerArea area={area} box={box} detail={detail} onCheck={runCheck} />
        <ComposerSources box={box} />
        <ComposerFiles files={box.files} />
        <p id="composer-error" class="form-error" role="alert">
          {box.error.value}
        </p>
        <AnswerTranslation box={box} translator={translator} />
        <JustAnswered box={box} />
        <ComposerFoot {...{ box, translator, onNote }} onCite={() => (citing.value = true)} onCheck={runCheck} />
      </form>
      <CheckPanel check={check} onCite={insertAt(area)} onTooMany={tooMany} />
      <ReplyCheckBelow box={box} />
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
  onCheck: () => void;
}

/** The text itself, with canned replies behind a slash. */
function AnswerArea({ area, box, detail, onCheck }: AnswerAreaProps) {
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
        aria-label={`Reply to ticket ${detail.ticket.number}`}
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
          if (event.shiftKey) onCheck();
          else void box.send();
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

function placeholderFor({ ticket }: TicketDetail): string {
  if (ticket.owner === "assistant") return "Write a reply to take over from the AI";
  return "Write a reply… / for canned replies";
}
