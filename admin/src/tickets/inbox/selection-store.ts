import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { TicketSummary } from "../../../../protocol/admin.ts";

/** The tickets of the list that are marked, to do the same to all of them. */
export interface SelectionStore {
  readonly ids: ReadonlySignal<ReadonlySet<string>>;
  /** Those of the list that are marked, in its order. */
  readonly tickets: ReadonlySignal<readonly TicketSummary[]>;
  /** On phones: a tap marks a ticket instead of opening it. */
  readonly byTap: Signal<boolean>;
  toggle(id: string): void;
  /** Marks everything from the ticket that was marked last to this one. */
  extendTo(id: string): void;
  /** Marks what was read of the list so far. */
  all(): void;
  /** Marks nothing any more; a tap opens again. */
  clear(): void;
}

export function createSelectionStore(items: ReadonlySignal<readonly TicketSummary[]>): SelectionStore {
  const marked = signal<ReadonlySet<string>>(new Set());
  const byTap = signal(false);
  let anchor: string | null = null;
  // What has left the list is marked no longer: nothing is done to what nobody sees.
  const tickets = computed(() => (marked.value.size === 0 ? [] : items.value.filter(({ id }) => marked.value.has(id))));
  return {
    ids: computed(() => new Set(tickets.value.map(({ id }) => id))),
    tickets,
    byTap,
    toggle(id) {
      const next = new Set(tickets.peek().map((ticket) => ticket.id));
      if (!next.delete(id)) next.add(id);
      anchor = id;
      marked.value = next;
    },
    extendTo(id) {
      const ids = items.peek().map((ticket) => ticket.id);
      const to = ids.indexOf(id);
      const from = anchor === null || !ids.includes(anchor) ? to : ids.indexOf(anchor);
      const next = new Set(tickets.peek().map((ticket) => ticket.id));
      for (const each of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each);
      anchor = id;
      marked.value = next;
    },
    all() {
      marked.value = new Set(items.peek().map(({ id }) => id));
    },
    clear() {
      anchor = null;
      byTap.value = false;
      marked.value = new Set();
    },
  };
}
