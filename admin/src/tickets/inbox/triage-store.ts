import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { TicketSummary } from "../../../../protocol/admin.ts";
import type { Assignable } from "../../../../protocol/assignment.ts";
import { labelRoutes } from "../../../../protocol/routes/labels.ts";
import { savedViewRoutes } from "../../../../protocol/routes/saved-views.ts";
import { ticketChangeRoutes } from "../../../../protocol/routes/ticket-changes.ts";
import type { Label, LabelColor, SavedFilter, SavedView } from "../../../../protocol/triage.ts";
import {
  attempt,
  type ChangeApi,
  type ChangeDeps,
  createChanger,
  saidBy,
  type TicketChange,
} from "../thread/ticket-changer.ts";

export type PickerKind = "label" | "priority" | "assignee" | "snooze" | "filter";

/** The open picker: its tickets (none: it is for the list), and the element next to it. */
export interface Picking {
  kind: PickerKind;
  tickets: readonly TicketSummary[];
  by: Element | null;
}

/** Triage of tickets: labels, assignment, saved views, selection, and the changes themselves. */
export interface TriageStore {
  readonly labels: ReadonlySignal<readonly Label[]>;
  /** The possible assignees of a ticket. */
  readonly colleagues: ReadonlySignal<readonly Assignable[]>;
  readonly views: ReadonlySignal<readonly SavedView[]>;
  readonly marked: SelectionStore;
  readonly picking: Signal<Picking | null>;
  /** The saved view in the dialog: a new one to name, or an existing one to change. */
  readonly naming: Signal<{ filter: SavedFilter } | { view: SavedView } | null>;
  /** Loads labels, colleagues and views. On failure the previous data stays. */
  load(): Promise<void>;
  /** Reloads the possible assignees with their presence. */
  loadColleagues(): Promise<unknown>;
  /** Changes tickets and shows the result at once; a change that fails is reverted with a message. */
  change(tickets: readonly TicketSummary[], change: TicketChange): Promise<void>;
  /** @returns null on failure, which a message has reported. */
  createLabel(label: { name: string; color: LabelColor }): Promise<Label | null>;
  /** These return an error message on failure. */
  changeLabel(id: string, change: { name?: string; color?: LabelColor }): Promise<string | null>;
  deleteLabel(id: string): Promise<string | null>;
  saveView(view: { name: string; filter: SavedFilter; team: boolean }): Promise<string | null>;
  changeView(id: string, change: { name?: string; filter?: SavedFilter }): Promise<string | null>;
  deleteView(id: string): Promise<string | null>;
}

export function createTriageStore(api: ChangeApi, deps: ChangeDeps): TriageStore {
  const { inbox, toasts } = deps;
  const labels = signal<readonly Label[]>([]);
  const colleagues = signal<readonly Assignable[]>([]);
  const views = signal<readonly SavedView[]>([]);
  const loadColleagues = () =>
    attempt(async () => (colleagues.value = (await api.call(ticketChangeRoutes.listColleagues)).items));
  return {
    labels,
    colleagues,
    views,
    loadColleagues,
    marked: createSelectionStore(inbox.items),
    picking: signal(null),
    naming: signal(null),
    async load() {
      await Promise.all([
        attempt(async () => (labels.value = (await api.call(labelRoutes.listLabels)).items)),
        loadColleagues(),
        attempt(async () => (views.value = (await api.call(savedViewRoutes.listSavedViews)).items)),
      ]);
    },
    change: createChanger(api, deps, () => ({ labels: labels.value, colleagues: colleagues.value })),
    async createLabel(wanted) {
      try {
        const { label } = await api.call(labelRoutes.createLabel, { body: wanted });
        labels.value = [...labels.value, label].sort((a, b) => a.name.localeCompare(b.name));
        return label;
      } catch (error) {
        toasts.fail(`Label not created. ${saidBy(error)}`);
        return null;
      }
    },
    changeLabel: (id, change) =>
      attempt(async () => {
        const { label } = await api.call(labelRoutes.changeLabel, { id, body: change });
        labels.value = labels.value.map((each) => (each.id === id ? label : each));
        inbox.changed();
      }),
    deleteLabel: (id) =>
      attempt(async () => {
        await api.call(labelRoutes.deleteLabel, { id });
        labels.value = labels.value.filter((each) => each.id !== id);
        inbox.changed();
      }),
    ...viewChanges(api, views),
  };
}

function viewChanges(api: ChangeApi, views: Signal<readonly SavedView[]>) {
  return {
    saveView: (view: { name: string; filter: SavedFilter; team: boolean }) =>
      attempt(async () => {
        await api.call(savedViewRoutes.createSavedView, { body: view });
        views.value = (await api.call(savedViewRoutes.listSavedViews)).items;
      }),
    changeView: (id: string, change: { name?: string; filter?: SavedFilter }) =>
      attempt(async () => {
        const { view } = await api.call(savedViewRoutes.changeSavedView, { id, body: change });
        views.value = views.value.map((each) => (each.id === id ? view : each));
      }),
    deleteView: (id: string) =>
      attempt(async () => {
        await api.call(savedViewRoutes.deleteSavedView, { id });
        views.value = views.value.filter((each) => each.id !== id);
      }),
  };
}

/** The selected tickets of the list, for actions on all of them. */
interface SelectionStore {
  readonly ids: ReadonlySignal<ReadonlySet<string>>;
  /** The selected tickets, in the order of the list. */
  readonly tickets: ReadonlySignal<readonly TicketSummary[]>;
  /** On phones: a tap selects a ticket and does not open it. */
  readonly byTap: Signal<boolean>;
  toggle(id: string): void;
  /** Selects the range from the last selected ticket to this one. */
  extendTo(id: string): void;
  /** Selects all loaded tickets of the list. */
  all(): void;
  /** Clears the selection; a tap opens tickets again. */
  clear(): void;
}

function createSelectionStore(items: ReadonlySignal<readonly TicketSummary[]>): SelectionStore {
  const marked = signal<ReadonlySet<string>>(new Set());
  const byTap = signal(false);
  let anchor: string | null = null;
  // A ticket that leaves the list is no longer selected: no action applies to tickets that are not visible.
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
