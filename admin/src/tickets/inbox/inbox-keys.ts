import { useRef } from "preact/hooks";
import type { TicketSummary } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import type { Workspace } from "../../shell/workspace.ts";
import { type Shortcuts, shortcutOf, useShortcuts } from "../../ui/shortcuts.tsx";
import type { PickerKind } from "./triage-store.ts";

const rowSelector = "a[data-ticket]";

interface InboxKeys {
  openId: string | null;
  route: (path: string) => void;
  /** Scrolls a row into view, which also renders it. */
  reveal: (index: number) => void;
}

/**
 * `j`/`k` move the keyboard focus through the list (Enter opens the focused link), or through open tickets; also `/` and Esc.
 * @returns moves the focus to a ticket of the list.
 */
export function useInboxKeys({ openId, route, reveal }: InboxKeys): (id: string) => void {
  const workspace = useWorkspace();
  const { inbox, triage } = workspace;
  /** The last focused row: scrolling removes rows from the DOM. */
  const lastId = useRef<string | null>(null);
  const focused = () => (isRow(document.activeElement) ? document.activeElement.dataset["ticket"] : undefined);
  const focusRow = (id: string) => {
    lastId.current = id;
    const row = rowOf(id);
    if (row) row.focus({ preventScroll: true });
    // The row is rendered in the next frame, unless the user has moved on by then.
    else requestAnimationFrame(() => lastId.current === id && rowOf(id)?.focus({ preventScroll: true }));
  };
  const goTo = (index: number) => {
    const ticket = inbox.items.value[index];
    if (!ticket) return;
    reveal(index);
    focusRow(ticket.id);
  };
  const goToTicket = (id: string) => {
    reveal(inbox.items.value.findIndex((ticket) => ticket.id === id));
    focusRow(id);
  };
  const step = (by: 1 | -1) => (event: KeyboardEvent) => {
    event.preventDefault();
    const items = inbox.items.value;
    const isInThread = openId !== null && focused() === undefined;
    const from = isInThread ? openId : (focused() ?? lastId.current);
    const at = items.findIndex(({ id }) => id === from);
    const next = at === -1 ? (by === 1 ? 0 : items.length - 1) : Math.min(items.length - 1, Math.max(0, at + by));
    const ticket = items[next];
    if (!ticket) return;
    if (!isInThread) return goTo(next);
    reveal(next);
    if (ticket.id !== openId) route(`/console/inbox/${ticket.id}?${inbox.address.value}`);
  };
  const inList = (run: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (focused() === undefined) return;
    event.preventDefault();
    run(event);
  };
  useShortcuts(() => ({
    j: step(1),
    k: step(-1),
    ArrowDown: inList(step(1)),
    ArrowUp: inList(step(-1)),
    Home: inList(() => goTo(0)),
    End: inList(() => goTo(inbox.items.value.length - 1)),
    ...triageKeys(workspace, () => focused() ?? openId ?? lastId.current, { J: step(1), K: step(-1) }),
    "/": (event) => {
      event.preventDefault();
      document.getElementById("inbox-search")?.focus();
    },
    Escape: (event) => {
      const field =
        event.target instanceof HTMLElement && event.target.matches("textarea, select, input:not(.row-mark)")
          ? event.target
          : null;
      if (field) field.blur();
      else if (triage.marked.ids.value.size > 0) triage.marked.clear();
      else if (openId) {
        route(`/console/inbox?${inbox.address.value}`);
        goToTicket(openId);
      }
    },
  }));
  return goToTicket;
}

/** Keys that change tickets: the selected ones, or the focused or open one. */
function triageKeys(
  { triage, inbox, ticket: store, toasts, me, may }: Workspace,
  current: () => string | null,
  steps: Record<"J" | "K", (event: KeyboardEvent) => void>,
): Shortcuts {
  if (!may("agent")) return {};
  const targets = (): readonly TicketSummary[] => {
    const marked = triage.marked.tickets.value;
    if (marked.length > 0) return marked;
    const id = current();
    const state = store.state.peek();
    const open = state.type === "ready" && state.id === id ? state.thread.detail.ticket : undefined;
    const found = inbox.items.value.find((ticket) => ticket.id === id) ?? open;
    return found ? [found] : [];
  };
  const pick = (kind: PickerKind) => (event: KeyboardEvent) => {
    event.preventDefault();
    const tickets = kind === "filter" ? [] : targets();
    if (kind === "filter" || tickets.length > 0) triage.picking.value = { kind, tickets, by: document.activeElement };
  };
  const isOver = ({ status }: TicketSummary) => status === "resolved" || status === "closed";
  const some = targets();
  const assignToMe = (event: KeyboardEvent) => {
    event.preventDefault();
    const tickets = targets().filter((ticket) => !isOver(ticket) && ticket.assignee?.id !== me.id);
    // A colleague's ticket is not taken by a single key.
    const free = tickets.filter(({ assignee }) => assignee === null);
    const [held] = tickets.filter(({ assignee }) => assignee !== null);
    if (free.length > 0) void triage.change(free, { assignee: me.id });
    else if (held) toasts.show(`#${held.number} is assigned to ${held.assignee?.name}. Press a to reassign it.`);
  };
  const resolve = (event: KeyboardEvent) => {
    event.preventDefault();
    const tickets = targets().filter((ticket) => !isOver(ticket));
    const state = store.state.peek();
    const isOpenOne = tickets.length === 1 && state.type === "ready" && state.id === tickets[0]?.id;
    // With a reply in the box, the agent decides whether to send it.
    const withReply = isOpenOne ? shortcutOf("resolve-with-reply") : undefined;
    if (withReply) withReply();
    else if (tickets.length > 0) void triage.change(tickets, { resolve: true });
  };
  const extend = (key: "J" | "K") => (event: KeyboardEvent) => {
    const from = current();
    if (from && triage.marked.ids.value.size === 0) triage.marked.toggle(from);
    steps[key](event);
    requestAnimationFrame(() => {
      const id = isRow(document.activeElement) ? document.activeElement.dataset["ticket"] : undefined;
      if (id) triage.marked.extendTo(id);
    });
  };
  return {
    x: (event) => {
      event.preventDefault();
      const id = current();
      if (id) triage.marked.toggle(id);
    },
    J: extend("J"),
    K: extend("K"),
    f: pick("filter"),
    ...(some.length > 0 ? { l: pick("label"), p: pick("priority"), a: pick("assignee"), z: pick("snooze") } : {}),
    ...(some.some((ticket) => !isOver(ticket)) ? { i: assignToMe, e: resolve } : {}),
  };
}

function isRow(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element.matches(rowSelector);
}

function rowOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`${rowSelector}[data-ticket="${CSS.escape(id)}"]`);
}
