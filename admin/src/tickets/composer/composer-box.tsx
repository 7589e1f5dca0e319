import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { Keys } from "../../ui/chips.tsx";
import { useShortcuts } from "../../ui/shortcuts.tsx";
import { AnswerForm } from "./answer-form.tsx";
import type { Composer } from "./composer-store.ts";
import { useComposer } from "./composers.ts";
import { focusAnswer } from "./focus-answer.ts";
import { isOver, NoteForm } from "./note-form.tsx";

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
  useShortcuts({ n: may("agent") && !isOpen.value ? writeNote : undefined });
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
          {note} <ReopenButton detail={detail} />
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

/** While the visitor waits for the outcome of a report, the team can write in the ended ticket. */
function ReopenButton({ detail: { ticket, related } }: { detail: TicketDetail }) {
  const { ticket: store, inbox, toasts } = useWorkspace();
  if (!ticket.is_reported || related.merged_into || ticket.ended_as === "spam") return null;
  const reopen = async () => {
    const problem = await store.act("take");
    if (problem) return toasts.fail(problem);
    inbox.changed(ticket.id);
    focusAnswer();
  };
  return (
    <button type="button" class="btn small" aria-disabled={store.busy.value} onClick={() => void reopen()}>
      Reopen and reply
    </button>
  );
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
