import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { ticketChangeRoutes } from "../../../../protocol/routes/ticket-changes.ts";
import { visitorRoutes } from "../../../../protocol/routes/visitors.ts";
import { useWorkspace } from "../../app-context.ts";
import { ApiError, errorSentence } from "../../ui/api-call.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { visitorName } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { menuHandlers } from "../../ui/popover.ts";
import { useShortcuts } from "../../ui/shortcuts.tsx";
import type { PickerKind } from "../inbox/triage-store.ts";
import { RelatedDialog, type RelateWish } from "./related-dialog.tsx";
import { renaming } from "./ticket-title.tsx";
import { useTicketVerb } from "./use-ticket-verb.ts";

/** An action that waits for confirmation. */
interface Wish {
  remove?: DeleteWish;
  relate?: RelateWish;
}

/** Rare actions on a ticket: mark as spam, block the visitor, delete. */
export function TicketMenu({ detail }: { detail: TicketDetail }) {
  const { may } = useWorkspace();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const wish = useSignal<Wish>({});
  const unwish = () => {
    wish.value = {};
  };
  if (!may("agent")) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        class="icon-btn"
        popovertarget={id}
        aria-label="More actions"
        title="More actions"
      >
        <Icon name="more" />
      </button>
      <div id={id} popover="auto" class="menu menu-ticket" {...menuHandlers(button)}>
        <MenuItems
          detail={detail}
          onChosen={() => document.getElementById(id)?.hidePopover()}
          onWish={(what) => {
            wish.value = what;
          }}
        />
      </div>
      <DeleteDialog detail={detail} wish={wish.value.remove ?? null} onClose={unwish} />
      <RelatedDialog detail={detail} wish={wish.value.relate ?? null} onClose={unwish} />
    </>
  );
}

interface MenuItemsProps {
  detail: TicketDetail;
  onChosen: () => void;
  onWish: (wish: Wish) => void;
}

function MenuItems({ detail, onChosen, onWish }: MenuItemsProps) {
  const { triage, may } = useWorkspace();
  const block = useBlock(detail);
  const { ticket, visitor } = detail;
  const isOver = ticket.status === "resolved" || ticket.status === "closed";
  const pick = (kind: PickerKind) => {
    triage.picking.value = { kind, tickets: [ticket], by: null };
  };
  const spam = useSpam(detail);
  const relate = (wish: RelateWish) => () => onWish({ relate: wish });
  const remove = (wish: DeleteWish) => () => onWish({ remove: wish });
  const act = useTicketVerb(detail);
  useShortcuts({
    "!": isOver ? undefined : () => void spam(),
    m: isOver ? undefined : relate("merge"),
    link: relate("link"),
    [visitor.blocked_at ? "unblock-visitor" : "block-visitor"]: () => void block(),
    return: isOver || ticket.owner !== "human" ? undefined : () => void act("handBack"),
    ...(may("manager") ? { "delete-ticket": remove("ticket"), "delete-visitor": remove("visitor") } : {}),
  });
  const item = (label: string, run: () => void, isDanger = false) => (
    <button
      type="button"
      class={`menu-item ${isDanger ? "menu-danger" : ""}`}
      onClick={() => {
        onChosen();
        run();
      }}
    >
      {label}
    </button>
  );
  return (
    <>
      {item("Rename…", () => (renaming.value = ticket.id))}
      {item("Label…", () => pick("label"))}
      {item("Priority…", () => pick("priority"))}
      {isOver ? null : item("Assign…", () => pick("assignee"))}
      {isOver ? null : item("Snooze…", () => pick("snooze"))}
      {item("Link to a ticket…", relate("link"))}
      {isOver ? null : item("Merge into another ticket…", relate("merge"))}
      {isOver ? null : item("Mark as spam", () => void spam())}
      {item(visitor.blocked_at ? "Unblock visitor" : "Block visitor", () => void block())}
      {may("manager") ? (
        <>
          {item("Delete ticket…", remove("ticket"), true)}
          {item("Delete visitor…", remove("visitor"), true)}
        </>
      ) : null}
    </>
  );
}

/** Resolves the ticket as spam. */
export function useSpam({ ticket }: TicketDetail): () => Promise<void> {
  const { ticket: store, toasts, done, decided } = useWorkspace();
  return async () => {
    const problem = await store.act("spam");
    if (problem) return toasts.fail(problem);
    const state = store.state.peek();
    if (state.type === "ready") decided(state.thread.detail, `Marked #${ticket.number} as spam`);
    done.value = ticket.id;
  };
}

/** Blocks or unblocks the visitor. */
export function useBlock({ ticket, visitor }: TicketDetail): () => Promise<void> {
  const { api, ticket: store, toasts } = useWorkspace();
  return async () => {
    const { id } = ticket.visitor;
    const name = visitorName(ticket.visitor);
    const change = async (isBlock: boolean) => {
      try {
        await api.call(isBlock ? visitorRoutes.blockVisitor : visitorRoutes.unblockVisitor, { id });
      } catch (error) {
        return toasts.fail(errorSentence(error));
      }
      store.changed(ticket.id);
      if (isBlock)
        toasts.show(`Blocked ${name}. New messages are ignored`, { label: "Undo", run: () => void change(false) });
      else toasts.show(`Unblocked ${name}`);
    };
    await change(visitor.blocked_at === null);
  };
}

type DeleteWish = "ticket" | "visitor";

interface DeleteDialogProps {
  detail: TicketDetail;
  wish: DeleteWish | null;
  onClose: () => void;
}

/** Asks for confirmation before a permanent deletion and names the deleted data. */
function DeleteDialog({ detail, wish, onClose }: DeleteDialogProps) {
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
      await (isVisitor
        ? api.call(visitorRoutes.deleteVisitor, { id: ticket.visitor.id })
        : api.call(ticketChangeRoutes.deleteTicket, { id: ticket.id }));
      toasts.show(isVisitor ? `Deleted ${name} and their tickets` : `Deleted #${ticket.number}`);
      onClose();
      inbox.changed();
      done.value = ticket.id;
    } catch (cause) {
      // The server rejects the deletion while a turn is running.
      error.value = cause instanceof ApiError && cause.code === "conflict" ? cause.message : errorSentence(cause);
    } finally {
      busy.value = false;
    }
  };
  return (
    <ConfirmDialog
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
    </ConfirmDialog>
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
