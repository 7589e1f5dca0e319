import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { TicketDetail, TicketSummary } from "../../../protocol/admin.ts";
import type { BulkRequest, Label, LabelColor, SavedFilter, SavedView } from "../../../protocol/triage.ts";
import type { Api } from "../api.ts";
import { errorSentence } from "../api-error.ts";
import type { InboxStore } from "./inbox-store.ts";
import type { ToastsStore } from "./toasts-store.ts";

export interface Colleague {
  id: string;
  name: string;
}

export type PickerKind = "label" | "priority" | "assignee" | "snooze";
export type TicketChange = BulkRequest["change"];

/** What agents put tickets in order with: labels, colleagues, saved views, and which tickets are selected. */
export interface TriageStore {
  readonly labels: ReadonlySignal<readonly Label[]>;
  readonly colleagues: ReadonlySignal<readonly Colleague[]>;
  readonly views: ReadonlySignal<readonly SavedView[]>;
  readonly selected: ReadonlySignal<ReadonlySet<string>>;
  readonly busy: ReadonlySignal<boolean>;
  /** The picker that is open, and for which tickets. */
  readonly picking: Signal<{ kind: PickerKind; ids: readonly string[] } | null>;
  readonly managing: Signal<boolean>;
  /** Reads labels, colleagues and views. What was there stays when that fails. */
  load(): Promise<void>;
  toggle(id: string): void;
  /** Selects everything between the ticket selected last and this one. */
  selectTo(id: string): void;
  clear(): void;
  /** Changes tickets, shows it at once, and says what could not be done. */
  change(ids: readonly string[], change: TicketChange): Promise<void>;
  createLabel(name: string): Promise<Label | null>;
  /** @returns a sentence when it failed. */
  changeLabel(id: string, change: { name?: string; color?: LabelColor }): Promise<string | null>;
  deleteLabel(id: string): Promise<string | null>;
  saveView(view: { name: string; filter: SavedFilter; team: boolean }): Promise<string | null>;
  deleteView(id: string): Promise<string | null>;
}

type TriageApi = Pick<
  Api,
  | "listLabels"
  | "colleagues"
  | "listViews"
  | "createLabel"
  | "changeLabel"
  | "deleteLabel"
  | "saveView"
  | "deleteView"
  | "changeTicket"
  | "changeTickets"
>;

interface TriageDeps {
  inbox: Pick<InboxStore, "items" | "patch" | "changed">;
  toasts: ToastsStore;
  /** Shows the detail that a change answered with. */
  take: (detail: TicketDetail) => void;
  /** Reads the ticket again where it is open. */
  reread: (id: string) => void;
}

/** Most tickets that are changed at once; the server's limit. */
export const maxSelected = 100;
const colors: readonly LabelColor[] = ["blue", "green", "purple", "orange", "teal", "pink", "yellow", "red", "grey"];

export function createTriageStore(api: TriageApi, { inbox, toasts, take, reread }: TriageDeps): TriageStore {
  const labels = signal<readonly Label[]>([]);
  const colleagues = signal<readonly Colleague[]>([]);
  const views = signal<readonly SavedView[]>([]);
  const selected = signal<ReadonlySet<string>>(new Set());
  const busy = signal(false);
  let anchor: string | null = null;

  async function attempt(work: () => Promise<unknown>): Promise<string | null> {
    try {
      await work();
      return null;
    } catch (error) {
      return errorSentence(error);
    }
  }

  function select(ids: readonly string[]): void {
    if (ids.length > maxSelected) toasts.fail(`At most ${maxSelected} tickets can be changed at once.`);
    selected.value = new Set(ids.slice(0, maxSelected));
  }

  function show(ids: readonly string[], change: TicketChange): void {
    inbox.patch(new Set(ids), (ticket) =>
      applied(ticket, change, { labels: labels.value, colleagues: colleagues.value }),
    );
  }

  async function changeMany(ids: readonly string[], change: TicketChange): Promise<void> {
    const numbers = new Map(inbox.items.peek().map(({ id, number }) => [id, number]));
    const { results } = await api.changeTickets({ ids: [...ids], change });
    const failed = results.filter(({ ok }) => !ok);
    const done = results.length - failed.length;
    if (failed.length === 0) return toasts.show(`${done} tickets changed`);
    const why = failed.slice(0, 3).map(({ id, error }) => `#${numbers.get(id) ?? "?"}: ${error?.message ?? "failed"}`);
    toasts.fail(`${done} changed, ${failed.length} not. ${why.join(" ")}${failed.length > 3 ? " …" : ""}`);
  }

  return {
    labels,
    colleagues,
    views,
    selected,
    busy,
    picking: signal(null),
    managing: signal(false),
    async load() {
      await Promise.all([
        attempt(async () => (labels.value = (await api.listLabels()).items)),
        attempt(async () => (colleagues.value = (await api.colleagues()).items)),
        attempt(async () => (views.value = (await api.listViews()).items)),
      ]);
    },
    toggle(id) {
      const next = new Set(selected.value);
      if (!next.delete(id)) next.add(id);
      anchor = id;
      select([...next]);
    },
    selectTo(id) {
      const ids = inbox.items.peek().map((ticket) => ticket.id);
      const [from, to] = [ids.indexOf(anchor ?? id), ids.indexOf(id)].sort((a, b) => a - b);
      select([...new Set([...selected.value, ...ids.slice(Math.max(0, from ?? 0), (to ?? 0) + 1)])]);
    },
    clear() {
      selected.value = new Set();
    },
    async change(ids, change) {
      const [only] = ids;
      if (only === undefined || busy.value) return;
      busy.value = true;
      show(ids, change);
      const { resolve, ...single } = change;
      const problem = await attempt(async () => {
        if (ids.length === 1 && !resolve) take(await api.changeTicket(only, single));
        else await changeMany(ids, change);
      });
      busy.value = false;
      if (problem) toasts.fail(problem);
      for (const id of ids) {
        if (problem || ids.length > 1) reread(id);
        inbox.changed(id);
      }
    },
    async createLabel(name) {
      let made: Label | null = null;
      const problem = await attempt(async () => {
        const color = colors[labels.value.length % colors.length] ?? "grey";
        made = (await api.createLabel({ name, color })).label;
        labels.value = [...labels.value, made].sort((a, b) => a.name.localeCompare(b.name));
      });
      if (problem) toasts.fail(problem);
      return made;
    },
    changeLabel: (id, change) =>
      attempt(async () => {
        const { label } = await api.changeLabel(id, change);
        labels.value = labels.value.map((each) => (each.id === id ? label : each));
        inbox.changed();
      }),
    deleteLabel: (id) =>
      attempt(async () => {
        await api.deleteLabel(id);
        labels.value = labels.value.filter((each) => each.id !== id);
        inbox.changed();
      }),
    saveView: (view) =>
      attempt(async () => {
        await api.saveView(view);
        views.value = (await api.listViews()).items;
      }),
    deleteView: (id) =>
      attempt(async () => {
        await api.deleteView(id);
        views.value = views.value.filter((each) => each.id !== id);
      }),
  };
}

/** A ticket as it will be, before the server says so. */
function applied(
  ticket: TicketSummary,
  change: TicketChange,
  known: { labels: readonly Label[]; colleagues: readonly Colleague[] },
): TicketSummary {
  const { add_labels: added = [], remove_labels: removed = [], priority, assignee, snooze } = change;
  const kept = ticket.labels.filter(({ id }) => !removed.includes(id) && !added.includes(id));
  const labels = [...kept, ...known.labels.filter(({ id }) => added.includes(id))];
  const person = assignee ? known.colleagues.find(({ id }) => id === assignee) : undefined;
  return {
    ...ticket,
    labels: labels.sort((a, b) => a.name.localeCompare(b.name)),
    priority: priority ?? ticket.priority,
    ...(snooze === undefined
      ? {}
      : { snoozed: snooze === null ? null : { until: snooze === "visitor" ? null : snooze } }),
    ...(person ? { assignee: person, status: "in_progress", owner: "human" } : {}),
    ...(assignee === null && ticket.assignee ? { assignee: null, status: "pending_human" } : {}),
  };
}
