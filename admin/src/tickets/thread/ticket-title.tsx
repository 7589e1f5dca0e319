import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { ticketChangeRoutes } from "../../../../protocol/routes/ticket-changes.ts";
import { useWorkspace } from "../../app-context.ts";
import { ticketTitle } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { onEscape } from "../../ui/shortcuts.tsx";
import { saidBy } from "./ticket-changer.ts";

/** Same limit as on the server. */
const maxTitleChars = 120;

/** The ticket whose title is being changed; set by the button beside it and by the ticket's menu. */
export const renaming = signal<string | null>(null);

/** The ticket's title. Renaming makes it a field. */
export function TicketTitle({ detail: { ticket } }: { detail: TicketDetail }) {
  const { may } = useWorkspace();
  const title = ticketTitle(ticket);
  if (renaming.value === ticket.id)
    return (
      <>
        <h1 class="visually-hidden">{title}</h1>
        <TitleField ticket={ticket} />
      </>
    );
  return (
    <div class="title-line">
      <h1 dir="auto" tabIndex={-1} title={title}>
        {title}
      </h1>
      {may("agent") ? (
        <button
          type="button"
          class="icon-btn small title-edit"
          aria-label="Rename the ticket"
          title="Rename the ticket"
          onClick={() => (renaming.value = ticket.id)}
        >
          <Icon name="edit" />
        </button>
      ) : null}
    </div>
  );
}

/** Enter and leaving the field save, Escape does not. */
function TitleField({ ticket }: Pick<TicketDetail, "ticket">) {
  const { api, ticket: store, inbox, toasts } = useWorkspace();
  const text = useSignal(ticket.subject);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const save = async () => {
    if (renaming.peek() !== ticket.id) return;
    const wanted = text.value.trim();
    renaming.value = null;
    if (!wanted || wanted === ticket.subject) return;
    try {
      store.take(await api.call(ticketChangeRoutes.changeTicket, { id: ticket.id, body: { title: wanted } }));
      inbox.changed(ticket.id);
    } catch (error) {
      toasts.fail(`Not changed. ${saidBy(error)}`);
    }
  };
  return (
    <input
      ref={field}
      class="input title-field"
      aria-label="Title of the ticket"
      dir="auto"
      maxLength={maxTitleChars}
      autofocus
      value={text.value}
      onInput={(event) => (text.value = event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.isComposing) void save();
        onEscape(() => (renaming.value = null))(event);
      }}
    />
  );
}
