import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { once } from "../../ui/once.ts";
import { menuHandlers, openMenu } from "../../ui/popover.ts";
import { useShortcuts } from "../../ui/shortcuts.tsx";
import { useSpam } from "./ticket-menu.tsx";
import { useTicketVerb } from "./use-ticket-verb.ts";

interface StatusMenuProps {
  detail: TicketDetail;
  class: string;
  /** The present status. */
  children: ComponentChildren;
}

/** The status of an open ticket as a button; a click or `s` opens the steps that lead to another status. */
export function StatusMenu({ detail, class: className, children }: StatusMenuProps) {
  const id = useId();
  const mark = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useShortcuts({
    s: (event) => {
      event.preventDefault();
      if (menu.current) openMenu(menu.current);
    },
  });
  return (
    <>
      <button ref={mark} type="button" class={className} popovertarget={id} title="Change the status (s)">
        {children}
      </button>
      <div ref={menu} id={id} popover="auto" class="menu" {...menuHandlers(mark)}>
        <StatusSteps detail={detail} onChosen={() => menu.current?.hidePopover()} />
      </div>
    </>
  );
}

function StatusSteps({ detail, onChosen }: { detail: TicketDetail; onChosen: () => void }) {
  const { ticket: store, me } = useWorkspace();
  const { assignee, status, owner } = detail.ticket;
  const act = useTicketVerb(detail);
  const spam = useSpam(detail);
  const isMine = assignee?.id === me.id && ["in_progress", "pending_visitor"].includes(status);
  const step = (label: string, hint: string, run: () => unknown) => (
    <button
      type="button"
      class="menu-item"
      aria-disabled={store.busy.value}
      onClick={once(() => {
        onChosen();
        void run();
      })}
    >
      {label}
      <span class="menu-hint">{hint}</span>
    </button>
  );
  return (
    <>
      {isMine ? null : step("In progress", "Assign the ticket to you", () => act(assignee ? "takeOver" : "take"))}
      {owner === "human" ? step("Assistant", "Return the ticket to the AI", () => act("handBack")) : null}
      {owner === "human" ? step("Resolved", "Resolve without replying", () => act("resolveSilently")) : null}
      {step("Spam", "Close the ticket silently", spam)}
    </>
  );
}
