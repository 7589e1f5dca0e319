import { useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SearchResult, TicketDetail } from "../../../../protocol/admin.ts";
import type { Citation } from "../../../../protocol/messages.ts";
import { useWorkspace } from "../../app-context.ts";
import { ReplyCheckBelow } from "../../copilot/reply-check/reply-checks.tsx";
import { CitationPopover } from "../../ui/citation-popover.tsx";
import { plainPreview } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { useGlance } from "../../ui/popover.ts";
import { useShortcuts } from "../../ui/shortcuts.tsx";
import { CheckPanel } from "../assist/check-panel.tsx";
import { useAnswerCheck } from "../assist/check-store.ts";
import { AnswerTranslation, useAnswerTranslation } from "../assist/translation.tsx";
import { fillVariables } from "./canned-store.ts";
import { ComposerFiles, ComposerFoot, fileDrops } from "./composer-foot.tsx";
import type { Composer } from "./composer-store.ts";
import { answerId, focusAnswer, insertAt, insertAtCursor, useGrowingHeight } from "./focus-answer.ts";
import { SourceSearch } from "./source-search.tsx";
import { type Suggest, SuggestList, suggestAria, useSuggest } from "./suggest.tsx";

/** The reply to the visitor: text, sources, files and sending. */
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
    // Wait until the closing dialog has returned the focus.
    requestAnimationFrame(() => area.current && insertAtCursor(area.current, `[${index}]`));
  };
  useEffect(() => {
    addEventListener("pagehide", box.rest);
    return () => {
      removeEventListener("pagehide", box.rest);
      box.rest();
    };
  }, [box]);
  const isWritten = useComputed(() => box.text.value.trim() !== "");
  useShortcuts({
    r: (event) => {
      event.preventDefault();
      focusAnswer();
    },
    "resolve-with-reply": isWritten.value
      ? () => {
          box.choose("resolve");
          focusAnswer();
        }
      : undefined,
  });
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

/** The text field, with canned replies after a `/`. */
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

function placeholderFor({ ticket }: TicketDetail): string {
  if (ticket.owner === "assistant") return "Write a reply to take over from the AI";
  return "Write a reply… / for canned replies";
}

/** Suggestions that fit above the reply. */
const maxShown = 8;

/** Canned replies after a `/`, with the ticket's values filled in. */
function useCannedSuggestions(area: RefObject<HTMLTextAreaElement | null>, detail: TicketDetail): Suggest {
  const { canned, me } = useWorkspace();
  const { ticket } = detail;
  const values = {
    "visitor.name": ticket.visitor.name,
    "visitor.email": ticket.visitor.email,
    "agent.name": me.name,
    "ticket.number": String(ticket.number),
    "ticket.subject": ticket.subject || null,
    "team.name": me.tenant.name,
  };
  return useSuggest({
    area,
    sign: "/",
    onBegin: () => void canned.load(),
    find(words) {
      const state = canned.state.value;
      const items = state.type === "ready" ? state.items : [];
      const starts = items.filter(({ name }) => name.toLowerCase().startsWith(words));
      const holds = items.filter((item) => !starts.includes(item) && inWords(item, words));
      return [...starts, ...holds].slice(0, maxShown).map(({ id, name, content, is_shared: isShared }) => ({
        id,
        label: name,
        hint: `${isShared ? "" : "Yours · "}${plainPreview(content)}`,
        insert: fillVariables(content, values),
      }));
    },
  });
}

function inWords({ name, content }: { name: string; content: string }, words: string): boolean {
  return `${name}\n${content}`.toLowerCase().includes(words);
}

/** Sources of the citation marks, as the visitor will see them. */
function ComposerSources({ box }: { box: Composer }) {
  const shown = box.sources.shown.value;
  if (shown.length === 0) return null;
  return (
    <ul class="composer-sources" aria-label="Sources of the reply">
      {shown.map((citation) => (
        <SourceChip key={citation.index} citation={citation} onRemove={() => box.dropSource(citation.index)} />
      ))}
    </ul>
  );
}

function SourceChip({ citation, onRemove }: { citation: Citation; onRemove: () => void }) {
  const { open, close, handlers } = useGlance();
  return (
    <li class="cite-chip">
      <button type="button" class="cite-chip-open" {...handlers}>
        <span class="cite-number">{citation.index}</span>
        <span class="cite-chip-title" dir="auto">
          {citation.title}
        </span>
      </button>
      <button type="button" class="icon-btn small" aria-label={`Remove source ${citation.index}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
      {open ? <CitationPopover key={String(open.glance)} citation={citation} {...open} onClose={close} /> : null}
    </li>
  );
}
