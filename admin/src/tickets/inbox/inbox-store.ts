import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { TicketListResponse, TicketSummary } from "../../../../protocol/admin.ts";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import type { Api, TicketQuery } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { createLatest } from "../../ui/latest.ts";
import type { TextStorage } from "../../ui/storage.ts";
import { lostIds, mergePage, nextPage, settle } from "./merge-page.ts";
import {
  defaultView,
  type ListPosition,
  placeText,
  sortOf,
  type TicketSort,
  type TicketViewName,
  ticketSorts,
} from "./views.ts";

const pageSize = 50;
const maxPage = 100;
const maxIds = 50;
/** Longest timer in browsers. */
const maxTimerMs = 2 ** 31 - 1;
const sortKey = "parley-console:sort";

export type TicketCounts = Partial<Record<TicketViewName, number>>;
type Change = (ticket: TicketSummary) => TicketSummary;

export interface InboxStore {
  /** The list's view, filter or search. */
  readonly place: ReadonlySignal<ListPosition>;
  /** The same as URL parameters. */
  readonly address: ReadonlySignal<string>;
  /** The current order; undefined while a search ranks the list. */
  readonly sort: ReadonlySignal<TicketSort | undefined>;
  /** The loaded tickets, with pending changes of this console applied. */
  readonly items: ReadonlySignal<readonly TicketSummary[]>;
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly loadingMore: ReadonlySignal<boolean>;
  readonly counts: ReadonlySignal<TicketCounts>;
  /** Parts of the search that the server did not understand. */
  readonly hints: ReadonlySignal<readonly string[]>;
  show(place: ListPosition): Promise<void>;
  /** Stores the order for views of waiting tickets in this browser. */
  prefer(sort: TicketSort): Promise<void>;
  reload(): Promise<void>;
  loadMore(): Promise<void>;
  /**
   * The server reported a change: reload soon. @param id the changed ticket; undefined when unknown. @param consoles number of consoles
   * notified at the same time.
   */
  changed(id?: string, consoles?: number): void;
  /** These rows are visible: reload those that changed. */
  see(ids: readonly string[]): Promise<void>;
  /** Displays changed tickets everywhere until the returned function is called. */
  overlay(ids: ReadonlySet<string>, change: Change): () => void;
  /** A ticket from another source with pending changes applied. */
  shown(ticket: TicketSummary): TicketSummary;
}

interface List {
  ask(query: TicketQuery, signal?: AbortSignal): Promise<TicketListResponse>;
  place: Signal<ListPosition>;
  sort: ReadonlySignal<TicketSort | undefined>;
  read: Signal<readonly TicketSummary[]>;
  phase: Signal<"loading" | "ready" | "failed">;
  error: Signal<string>;
  cursor: Signal<string | null>;
  loadingMore: Signal<boolean>;
  counts: Signal<TicketCounts>;
  hints: Signal<readonly string[]>;
  latest: ReturnType<typeof createLatest>;
  /** Rows that changed since they were loaded. */
  stale: Set<string>;
  expectReturn(at: string | null | undefined): void;
}

/** The list of one view (or of a search over all tickets) and its loaded pages. */
export function createInboxStore(api: Pick<Api, "call">, storage?: Pick<TextStorage, "get" | "set">): InboxStore {
  const preferred = signal<TicketSort>(
    ticketSorts.find(({ sort }) => sort === storage?.get(sortKey))?.sort ?? "waiting",
  );
  const list = createList(api, { preferred, onReturn: () => changed() });
  const { place, sort, read, phase, error, cursor, loadingMore, counts, hints } = list;
  const overlays = signal<ReadonlyArray<{ ids: ReadonlySet<string>; change: Change }>>([]);
  const shown = (ticket: TicketSummary) =>
    overlays.value.reduce((sofar, { ids, change }) => (ids.has(ticket.id) ? change(sofar) : sofar), ticket);
  const readSoon = settle(() => void reload(list));

  function changed(id?: string, consoles?: number): void {
    for (const each of id === undefined ? read.peek().map((ticket) => ticket.id) : [id]) list.stale.add(each);
    readSoon(consoles);
  }

  return {
    place,
    address: computed(() => placeText(place.value)),
    sort,
    items: computed(() => (overlays.value.length === 0 ? read.value : read.value.map(shown))),
    phase,
    error,
    hasMore: computed(() => cursor.value !== null),
    loadingMore,
    counts,
    hints,
    show: (next) => start(list, next),
    async prefer(next) {
      storage?.set(sortKey, next);
      preferred.value = next;
      await start(list, place.value, true);
    },
    reload() {
      if (phase.value === "failed") phase.value = "loading";
      return reload(list);
    },
    loadMore: () => loadMore(list),
    changed,
    see: (ids) => reread(list, ids),
    overlay(ids, change) {
      const mine = { ids, change };
      overlays.value = [...overlays.value, mine];
      return () => {
        overlays.value = overlays.value.filter((each) => each !== mine);
      };
    },
    shown,
  };
}

function createList(
  api: Pick<Api, "call">,
  { preferred, onReturn }: { preferred: ReadonlySignal<TicketSort>; onReturn: () => void },
): List {
  const place = signal<ListPosition>({ view: defaultView, filter: {} });
  let returning: ReturnType<typeof setTimeout> | undefined;
  return {
    ask: (query, stop) => api.call(ticketRoutes.listTickets, { query }, { signal: stop }),
    place,
    sort: computed(() => sortOf(place.value, preferred.value)),
    read: signal([]),
    phase: signal("loading"),
    error: signal(""),
    cursor: signal(null),
    loadingMore: signal(false),
    counts: signal({}),
    hints: signal([]),
    latest: createLatest(),
    stale: new Set(),
    /** The server sends no event when a snooze ends. */
    expectReturn(at) {
      clearTimeout(returning);
      if (at) returning = setTimeout(onReturn, Math.min(maxTimerMs, Math.max(0, Date.parse(at) - Date.now()) + 500));
    },
  };
}

/** Loads a list from the start, unless it is already shown. */
async function start(list: List, next: ListPosition, isForced = false): Promise<void> {
  if (!isForced && list.phase.value === "ready" && placeText(next) === placeText(list.place.value)) return;
  batch(() => {
    list.place.value = next;
    list.read.value = [];
    list.hints.value = [];
    list.cursor.value = null;
    list.phase.value = "loading";
  });
  list.stale.clear();
  await reload(list);
}

function selectionOf({ place, sort }: List): TicketQuery {
  const { view, filter, q } = place.value;
  return { ...filter, view: q ? "all" : view, ...(q ? { q } : {}), sort: sort.value };
}

async function reload(list: List): Promise<void> {
  // A reload must not remove pages that the user has loaded.
  const limit = Math.min(maxPage, Math.max(pageSize, list.read.value.length));
  const asked = selectionOf(list);
  await list.latest.run(
    async (stop) => {
      const page = await list.ask({ ...asked, limit }, stop);
      const lost = page.next_cursor === null ? [] : lostIds(list.read.peek(), page).slice(0, maxIds);
      if (lost.length === 0) return { page, moved: [] };
      const again = await list.ask({ ...asked, ids: lost.join(","), limit: maxIds }, stop);
      return { page, moved: again.items };
    },
    ({ page, moved }) => batch(() => takeFirstPage(list, page, moved)),
    (cause) => {
      list.error.value = errorSentence(cause);
      if (list.phase.value !== "ready") list.phase.value = "failed";
    },
  );
}

function takeFirstPage(list: List, page: TicketListResponse, moved: readonly TicketSummary[]): void {
  const { items, isAlone } = mergePage(list.read.value, page, { moved, sort: list.sort.value });
  list.read.value = items;
  if (isAlone) list.cursor.value = page.next_cursor;
  for (const { id } of page.items) list.stale.delete(id);
  if (page.counts) list.counts.value = page.counts;
  list.hints.value = page.hints ?? [];
  list.phase.value = "ready";
  list.error.value = "";
  list.expectReturn(page.next_return);
}

async function loadMore(list: List): Promise<void> {
  const cursor = list.cursor.value;
  if (list.loadingMore.value || cursor === null) return;
  list.loadingMore.value = true;
  const asked = selectionOf(list);
  await list.latest.run(
    (stop) => nextPage((from) => list.ask({ ...asked, cursor: from, limit: maxPage }, stop), cursor),
    (page) => {
      const shown = new Set(list.read.value.map((ticket) => ticket.id));
      list.read.value = [...list.read.value, ...page.items.filter((ticket) => !shown.has(ticket.id))];
      list.cursor.value = page.next_cursor;
    },
    (cause) => {
      list.error.value = errorSentence(cause);
    },
  );
  list.loadingMore.value = false;
}

/** Reloads changed tickets below the first page; removes those that no longer belong to the list. */
async function reread(list: List, ids: readonly string[]): Promise<void> {
  const wanted = ids.filter((id) => list.stale.delete(id));
  const place = list.place.peek();
  for (let from = 0; from < wanted.length; from += maxIds) {
    const some = wanted.slice(from, from + maxIds);
    try {
      const { items } = await list.ask({ ...selectionOf(list), ids: some.join(","), limit: maxIds });
      if (list.place.peek() !== place) return;
      const news = new Map(items.map((ticket) => [ticket.id, ticket]));
      const gone = new Set(some.filter((id) => !news.has(id)));
      list.read.value = list.read.value.flatMap((ticket) =>
        gone.has(ticket.id) ? [] : (news.get(ticket.id) ?? ticket),
      );
    } catch {
      // Keep the rows, and reload them when they are visible again.
      for (const id of some) list.stale.add(id);
      return;
    }
  }
}
