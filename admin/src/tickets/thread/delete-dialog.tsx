import { useSignal } from "@preact/signals";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { ApiError, errorSentence } from "../../ui/api-error.ts";
import { AskFirst } from "../../ui/ask-first.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { visitorName } from "../../ui/format.ts";

export type DeleteWish = "ticket" | "visitor";

interface DeleteDialogProps {
  detail: TicketDetail;
  wish: DeleteWish | null;
  onClose: () => void;
}

/** Asks before something goes for good, and names what that is. */
export function DeleteDialog({ detail, wish, onClose }: DeleteDialogProps) {
  return (
    <Dialog
      open={wish !== null}
      label={wish === "visitor" ? "Delete visitor" : "Delete ticket"}
      class="dialog-small"
      onClose={onClose}
    >
      {wish ? <Question detail={detail} wish={wish} onClose={onClose} /> : null}
    </Dialog>
  );
}

function Question({ detail, wish, onClose }: { detail: TicketDetail; wish: DeleteWish; onClose: () => void }) {
  const { api, toasts, inbox, done } = useWorkspace();
  const busy = useSignal(false);
  const error = useSignal("");
  const { ticket, visitor } = detail;
  const isVisitor = wish === "visitor";
  const name = visitorName(ticket.visitor);
  const remove = async () => {
    if (busy.value) return;
    busy.value = true;
    try {
      await (isVisitor ? api.deleteVisitor(ticket.visitor.id) : api.deleteTicket(ticket.id));
      toasts.show(isVisitor ? `${name} and their tickets deleted` : `#${ticket.number} deleted`);
      onClose();
      inbox.changed();
      done.value = ticket.id;
    } catch (cause) {
      // While it is being answered the server says so.
      error.value = cause instanceof ApiError && cause.code === "conflict" ? cause.message : errorSentence(cause);
    } finally {
      busy.value = false;
    }
  };
  return (
    <AskFirst
      title={isVisitor ? `Delete ${name}?` : `Delete ticket #${ticket.number}?`}
      verb="Delete"
      busy={busy.value}
      error={error.value}
      onYes={remove}
      onClose={onClose}
    >
      <p>
        {isVisitor
          ? `Permanently deletes this visitor with ${countOf(visitor.ticket_count + 1, "ticket")}, including every message, file, note, rating and form answer, and the visitor's profile.`
          : `Permanently deletes this ticket with ${contentsOf(detail)}. The visitor's profile is kept.`}
      </p>
      <p class="muted">Cached answers are cleared too. Saved snippets are kept.</p>
    </AskFirst>
  );
}

/** For example `12 messages, 2 files and 1 note, with ratings and form answers given in it`. */
function contentsOf({ messages, notes }: TicketDetail): string {
  const files = messages.reduce((sum, { attachments = [] }) => sum + attachments.length, 0);
  const parts = [
    countOf(messages.length, "message"),
    files > 0 ? countOf(files, "file") : "",
    notes.length > 0 ? countOf(notes.length, "note") : "",
  ].filter(Boolean);
  const last = parts.pop() ?? "";
  const list = parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
  return `${list}, ratings and form answers`;
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
