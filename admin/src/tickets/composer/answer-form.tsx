import { type Signal, useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SearchResult, TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { closeCheck, openCheckOf, ReplyCheckBelow } from "../../copilot/reply-check/reply-checks.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { onEscape, useShortcuts } from "../../ui/shortcuts.tsx";
import { CheckPanel } from "../assist/check-panel.tsx";
import { useAnswerCheck } from "../assist/check-store.ts";
import { AnswerTranslation, useAnswerTranslation } from "../assist/translation.tsx";
import { AnswerArea } from "./answer-area.tsx";
import { ComposerFiles, ComposerFoot, fileDrops } from "./composer-foot.tsx";
import { ComposerSources } from "./composer-sources.tsx";
import type { Composer } from "./composer-store.ts";
import { ComposerTabs } from "./composer-tabs.tsx";
import { focusAnswer, insertAt, insertAtCursor } from "./focus-answer.ts";
import { FormatBar, leaveEditor } from "./format-bar.tsx";
import { ReplyForm } from "./reply-form.tsx";
import { SourceSearch } from "./source-search.tsx";
import { UnfilledChips } from "./unfilled-chips.tsx";

/** The reply to the visitor: text, sources, files and sending. */
export function AnswerForm({ box, detail, onNote }: { box: Composer; detail: TicketDetail; onNote: () => void }) {
  const { api } = useWorkspace();
  const area = useRef<HTMLTextAreaElement>(null);
  const [over, citing] = [useSignal(false), useSignal(false)];
  const { check, runCheck } = useAnswerCheck(box);
  const translator = useAnswerTranslation(box);
  useRest(box);
  const wanted = useSignal<string | null>(null);
  const { preview, isPreview, isEmpty } = usePreview(box);
  return (
    <>
      <form
        class={`composer ${over.value ? "composer-over" : ""}`}
        aria-label="Reply"
        {...fileDrops(box.files, over)}
        onKeyDown={onEscape(() => {
          if (check.state.peek().type !== "none") check.close();
          else if (openCheckOf(api, box.ticketId)) closeCheck(api, box.ticketId);
          else leaveEditor(preview, area);
        })}
        onSubmit={(event) => {
          event.preventDefault();
          void box.send();
        }}
      >
        <div class="composer-head">
          <ComposerTabs chosen="reply" onReply={() => undefined} onNote={onNote} />
          <FormatBar area={area} preview={preview} isEmpty={isEmpty} />
        </div>
        <AnswerArea
          {...{ area, box, detail, isHidden: isPreview }}
          onCheck={runCheck}
          onCreate={(name) => (wanted.value = name)}
        />
        {isPreview ? <ReplyPreview box={box} /> : null}
        <UnfilledChips {...{ area, box, preview }} />
        <ComposerSources box={box} />
        <ComposerFiles files={box.files} />
        <p id="composer-error" class="form-error" role="alert">
          {box.error.value}
        </p>
        <AnswerTranslation box={box} translator={translator} />
        <JustAnswered box={box} />
        <ComposerFoot {...{ box, translator }} onCite={() => (citing.value = true)} onCheck={runCheck} />
      </form>
      <NewReplyDialog wanted={wanted} />
      <AnswerChecks {...{ area, box, check, citing }} about={detail.question ?? ""} />
    </>
  );
}

function ReplyPreview({ box }: { box: Composer }) {
  return (
    <section class="composer-preview" aria-label="Preview">
      <MarkdownView text={box.text.value} citations={box.sources.shown.value} />
    </section>
  );
}

interface ChecksProps {
  area: RefObject<HTMLTextAreaElement | null>;
  box: Composer;
  check: ReturnType<typeof useAnswerCheck>["check"];
  /** Whether the search for a source is open. */
  citing: Signal<boolean>;
  about: string;
}

/** The check of the reply, and the search for a source to cite. */
function AnswerChecks({ area, box, check, citing, about }: ChecksProps) {
  const { toasts } = useWorkspace();
  const tooMany = () => toasts.fail("A reply can have at most 20 sources.");
  const cite = (found: SearchResult) => {
    citing.value = false;
    const index = box.sources.add(found);
    if (index === null) return tooMany();
    // Wait until the closing dialog has returned the focus.
    requestAnimationFrame(() => area.current && insertAtCursor(area.current, `[${index}]`));
  };
  return (
    <>
      <CheckPanel check={check} onCite={insertAt(area)} onTooMany={tooMany} />
      <ReplyCheckBelow box={box} />
      <SourceSearch about={about} open={citing.value} onClose={() => (citing.value = false)} onChoose={cite} />
    </>
  );
}

/** A colleague was faster: ask once, then send. */
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

/** Tells colleagues that the agent stopped typing. */
function useRest(box: Composer): void {
  useEffect(() => {
    addEventListener("pagehide", box.rest);
    return () => {
      removeEventListener("pagehide", box.rest);
      box.rest();
    };
  }, [box]);
}

/** The preview, and the keys that leave it or depend on the text. */
function usePreview(box: Composer): { preview: Signal<boolean>; isPreview: boolean; isEmpty: boolean } {
  const preview = useSignal(false);
  const isWritten = useComputed(() => box.text.value.trim() !== "");
  useShortcuts({
    r: (event) => {
      event.preventDefault();
      preview.value = false;
      focusAnswer();
    },
    "resolve-with-reply": isWritten.value
      ? () => {
          box.choose("resolve");
          focusAnswer();
        }
      : undefined,
  });
  const isPreview = preview.value && isWritten.value;
  useEffect(() => {
    // Sent or deleted: the next reply begins in the field.
    if (!isWritten.value) preview.value = false;
  }, [isWritten.value]);
  return { preview, isPreview, isEmpty: !isWritten.value };
}

/** Creates the canned reply that was not found. */
function NewReplyDialog({ wanted }: { wanted: Signal<string | null> }) {
  return (
    <Dialog
      open={wanted.value !== null}
      label="New canned reply"
      onClose={() => {
        wanted.value = null;
        // The name is still in the text: typing on offers the new reply.
        focusAnswer();
      }}
    >
      <ReplyForm reply={null} name={wanted.value ?? ""} onClose={() => (wanted.value = null)} />
    </Dialog>
  );
}
