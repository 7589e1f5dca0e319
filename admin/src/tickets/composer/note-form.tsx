import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { Keys } from "../../ui/chips.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { onEscape, useShortcuts } from "../../ui/shortcuts.tsx";
import { Spinner } from "../../ui/states.tsx";
import { ComposerTabs } from "./composer-tabs.tsx";
import { focusAnswer, useGrowingHeight } from "./focus-answer.ts";
import { FormatBar, formatByKey, leaveEditor } from "./format-bar.tsx";
import type { NoteBox } from "./note-store.ts";
import { type Suggest, SuggestList, suggestAria, useSuggest } from "./suggest.tsx";

export function isOver({ ticket: { status } }: TicketDetail): boolean {
  return status === "closed" || status === "resolved";
}

/** A note for the team, in its own colour so that it is not mistaken for a reply. `@` mentions a colleague. */
export function NoteForm({ detail, onDone }: { detail: TicketDetail; onDone: () => void }) {
  const { noteOf, loadColleagues } = useWorkspace();
  const { box } = noteOf(detail.ticket.id);
  const area = useRef<HTMLTextAreaElement>(null);
  const preview = useSignal(false);
  const isEmpty = box.text.value.trim() === "";
  const isPreview = preview.value && !isEmpty;
  const toReply = () => {
    onDone();
    focusAnswer();
  };
  useShortcuts({
    r: (event) => {
      event.preventDefault();
      toReply();
    },
    n: (event) => {
      event.preventDefault();
      preview.value = false;
      requestAnimationFrame(() => area.current?.focus());
    },
  });
  const save = async () => {
    if (await box.send(await loadColleagues())) onDone();
    else area.current?.focus();
  };
  return (
    <form
      class="composer composer-note-box"
      aria-label="Note"
      onKeyDown={onEscape(() => leaveEditor(preview, area))}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div class="composer-head">
        <ComposerTabs chosen="note" onReply={isOver(detail) ? null : toReply} onNote={() => undefined} />
        <FormatBar area={area} preview={preview} isEmpty={isEmpty} />
        <p class="note-banner">
          <Icon name="lock" /> Visible to your team only
        </p>
      </div>
      <NoteArea {...{ area, box, detail }} isHidden={isPreview} onSave={() => void save()} />
      {isPreview ? (
        <section class="composer-preview" aria-label="Preview">
          <MarkdownView text={box.text.value} />
        </section>
      ) : null}
      <p id="note-error" class="form-error" role="alert">
        {box.error.value}
      </p>
      <NoteFoot box={box} onDone={onDone} />
    </form>
  );
}

interface NoteAreaProps {
  area: RefObject<HTMLTextAreaElement | null>;
  box: NoteBox;
  detail: TicketDetail;
  /** The preview is shown in its place. */
  isHidden: boolean;
  onSave: () => void;
}

/** The text field, with colleagues after an `@`. */
function NoteArea({ area, box, detail, isHidden, onSave }: NoteAreaProps) {
  const { loadColleagues } = useWorkspace();
  const people = usePeople(area);
  useGrowingHeight(area, box.text.value);
  useEffect(() => {
    void loadColleagues();
    return box.rest;
  }, [box]);
  // Focus before the next key press, which would otherwise trigger a shortcut.
  useLayoutEffect(() => area.current?.focus(), [box]);
  return (
    <>
      <SuggestList suggest={people} label="Colleagues" />
      <textarea
        ref={area}
        id="note"
        class="composer-text"
        rows={2}
        hidden={isHidden}
        dir="auto"
        aria-label={`Note on ticket ${detail.ticket.number}, for your team`}
        aria-describedby="note-error"
        placeholder="Write a note for your team… @ mentions a colleague"
        value={box.text.value}
        {...suggestAria(people)}
        onInput={(event) => {
          box.type(event.currentTarget.value);
          people.look();
        }}
        onClick={people.look}
        onBlur={people.close}
        onKeyDown={(event) => {
          if (people.onKey(event) || formatByKey(event, event.currentTarget)) return;
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
          event.preventDefault();
          onSave();
        }}
      />
    </>
  );
}

const maxShown = 8;

/** Colleagues whose name begins with the text after an `@`. */
function usePeople(area: RefObject<HTMLTextAreaElement | null>): Suggest {
  const { colleagues, loadColleagues, may } = useWorkspace();
  const { route } = useLocation();
  return useSuggest({
    area,
    sign: "@",
    onBegin: () => void loadColleagues(),
    empty: (words) =>
      // Without a name, or with an e-mail address or a handle, the sign may be meant as it is.
      colleagues.value.length === 0 || words === ""
        ? null
        : {
            text: `No colleague is called “${words}”.`,
            ...(may("admin") ? { action: { label: "Invite a colleague", run: () => route("/console/people") } } : {}),
          },
    find: (words) =>
      colleagues.value
        .filter(({ name }) =>
          name
            .toLowerCase()
            .split(/\s+/)
            .some((part) => part.startsWith(words)),
        )
        .slice(0, maxShown)
        .map(({ id, name }) => ({ id, label: name, insert: `@${name} ` })),
  });
}

function NoteFoot({ box, onDone }: { box: NoteBox; onDone: () => void }) {
  const busy = box.sending.value;
  return (
    <div class="composer-foot">
      <div class="composer-verbs">
        <button type="button" class="btn ghost" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" class="btn note-save" aria-disabled={busy}>
          {busy ? <Spinner /> : null} Add note <Keys keys="Ctrl ↵" />
        </button>
      </div>
    </div>
  );
}
