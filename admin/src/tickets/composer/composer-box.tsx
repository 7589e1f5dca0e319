import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { Keys } from "../../ui/chips.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { AnswerForm } from "./answer-form.tsx";
import type { Composer } from "./composer-store.ts";
import { NoteForm } from "./note-form.tsx";

/** The answer box with its two verbs, or why there is none. */
export function ComposerBox({ detail }: { detail: TicketDetail }) {
  const { composer, may, noteOf } = useWorkspace();
  const { ticket } = detail;
  const { isOpen } = noteOf(ticket.id);
  const openNote = () => {
    isOpen.value = true;
  };
  useShortcuts({
    n: (event) => {
      event.preventDefault();
      if (may("agent")) openNote();
    },
  });
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
  if (ticket.status === "closed" || ticket.status === "resolved") {
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
        <LeftOver box={composer(ticket.id)} />
      </div>
    );
  }
  return <AnswerForm key={ticket.id} box={composer(ticket.id)} detail={detail} onNote={openNote} />;
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
