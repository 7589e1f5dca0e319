import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { Keys } from "../../ui/chips.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useShortcuts } from "../../ui/shortcuts.tsx";
import { Spinner } from "../../ui/states.tsx";
import { AnswerForm } from "./answer-form.tsx";
import type { Composer } from "./composer-store.ts";
import { ComposerTabs } from "./composer-tabs.tsx";
import { useComposer } from "./composers.ts";
import { focusAnswer, useGrowingHeight } from "./focus-answer.ts";
import type { NoteBox } from "./note-store.ts";
import { SuggestList, suggestAria, useSuggest } from "./suggest.tsx";

/** The composer, or why there is none. */
export function ComposerBox({ detail }: { detail: TicketDetail }) {
  const { may, noteOf } = useWorkspace();
  const { ticket } = detail;
  const box = useComposer(ticket.id);
  const { isOpen } = noteOf(ticket.id);
  const openNote = () => {
    isOpen.value = true;
  };
  const writeNote = (event: KeyboardEvent) => {
    event.preventDefault();
    openNote();
  };
  useShortcuts({ n: may("agent") ? writeNote : undefined });
  if (!may("agent")) return <p class="composer-note">Your role is read-only.</p>;
  if (isOpen.value)
    return (
      <NoteForm
        key={ticket.id}
        detail={detail}
        onDone={() => {
          isOpen.value = false;
        }}
      />
    );
  if (isOver(detail)) {
    const note =
      ticket.status === "closed" ? "This ticket is closed." : "Resolved. It reopens if the visitor writes again.";
    return (
      <div class="composer-note">
        <p>
          {note}{" "}
          <button type="button" class="btn small" onClick={openNote}>
            Add a note <Keys keys="n" />
          </button>
        </p>
        <LeftOver box={box} />
      </div>
    );
  }
  return <AnswerForm key={ticket.id} box={box} detail={detail} onNote={openNote} />;
}

function isOver({ ticket: { status } }: TicketDetail): boolean {
  return status === "closed" || status === "resolved";
}

/** Unsent text of a ticket that ended meanwhile. */
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

const maxShown = 8;

/** A note for the team, in its own colour so that it is not mistaken for a reply. `@` mentions a colleague. */
function NoteForm({ detail, onDone }: { detail: TicketDetail; onDone: () => void }) {
  const { noteOf, loadColleagues } = useWorkspace();
  const { box } = noteOf(detail.ticket.id);
  useShortcuts({
    r: (event) => {
      event.preventDefault();
      onDone();
      focusAnswer();
    },
  });
  const save = async () => {
    if (await box.send(await loadColleagues())) onDone();
  };
  return (
    <form
      class="composer composer-note-box"
      aria-label="Note"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div class="composer-head">
        <ComposerTabs
          chosen="note"
          onReply={
            isOver(detail)
              ? null
              : () => {
                  onDone();
                  focusAnswer();
                }
          }
          onNote={() => undefined}
        />
        <p class="note-banner">
          <Icon name="lock" /> Visible to your team only
        </p>
      </div>
      <NoteArea box={box} detail={detail} onSave={() => void save()} />
      <p id="note-error" class="form-error" role="alert">
        {box.error.value}
      </p>
      <NoteFoot box={box} onDone={onDone} />
    </form>
  );
}

interface NoteAreaProps {
  box: NoteBox;
  detail: TicketDetail;
  onSave: () => void;
}

/** The text field, with colleagues after an `@`. */
function NoteArea({ box, detail, onSave }: NoteAreaProps) {
  const { colleagues, loadColleagues, may } = useWorkspace();
  const { route } = useLocation();
  const area = useRef<HTMLTextAreaElement>(null);
  const people = useSuggest({
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
          if (people.onKey(event) || event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing)
            return;
          event.preventDefault();
          onSave();
        }}
      />
    </>
  );
}

function NoteFoot({ box, onDone }: { box: NoteBox; onDone: () => void }) {
  const busy = box.sending.value;
  return (
    <div class="composer-foot">
      <div class="composer-verbs">
        <button type="button" class="btn ghost" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" class="btn note-save" aria-disabled={busy || box.text.value.trim() === ""}>
          {busy ? <Spinner /> : null} Add note <Keys keys="Ctrl ↵" />
        </button>
      </div>
    </div>
  );
}
