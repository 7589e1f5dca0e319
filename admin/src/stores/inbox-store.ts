import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { TicketSummary } from "../../../protocol/admin.ts";
import type { Api } from "../api.ts";
import { errorSentence } from "../api-error.ts";
import { createLatest } from "../lib/latest.ts";
import { type ListFilter, placeText } from "../lib/list-filter.ts";
import type { TextStorage } from "../lib/storage.ts";
import { defaultView, hasWaiting, type TicketSort, type TicketViewName } from "../lib/views.ts";

const pageSize = 50;
/** What one call gives at most. */
const maxPage = 100;
/** Tickets that are looked at again by their ids at a time. */
const maxIds = 50;
/** Several changes in a row, e.g. one turn's, become one reload. */
const settleMs = 200;
/** The longest time that a browser's timer can be set to. */
const maxTimerMs = 2 ** 31 - 1;
const sortKey = "parley-console:sort";

export type TicketCounts = Partial<Record<TicketViewName, number>>;

export interface InboxStore {
  readonly view: ReadonlySignal<TicketViewName>;
  readonly filter: ReadonlySignal<ListFilter>;
  readonly query: ReadonlySignal<string>;
  /** Of the list; kept in this browser. */
  readonly sort: ReadonlySignal<TicketSort>;
  /** The list as an address names it, without what is searched for. */
  readonly place: ReadonlySignal<string>;
  readonly items: ReadonlySignal<readonly TicketSummary[]>;
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly loadingMore: ReadonlySignal<boolean>;
  readonly counts: ReadonlySignal<TicketCounts>;
  /** What of the search the server did not understand. */
  readonly hints: ReadonlySignal<readonly string[]>;
  show(view: TicketViewName, filter?: ListFilter): Promise<void>;
  search(query: string): Promise<void>;
  order(sort: TicketSort): Promise<void>;
  reload(): Promise<void>;
  loadMore(): Promise<void>;
  /** Something changed on the server: reload soon. */
  changed(id?: string): void;
  /** Shows a change at once; the next reload has what came of it. */
  patch(ids: ReadonlySet<string>, change: (ticket: TicketSummary) => TicketSummary): void;
}

/** The list of one view (or of a search over all tickets) and how far it was read. */
export function createInboxStore(
  api: Pick<Api, "listTickets">,
  storage?: Pick<TextStorage, "get" | "set">,
): InboxStore {
  const view = signal<TicketViewName>(defaultView);
  const filter = signal<ListFilter>({});
  const query = signal("");
  const sort = signal<TicketSort>(storedSort(storage));
  const place = computed(() => placeText({ view: view.value, filter: filter.value }));
  const items = signal<readonly TicketSummary[]>([]);
  const phase = signal<"loading" | "ready" | "failed">("loading");
  const error = signal("");
  const cursor = signal<string | null>(null);
  const hasMore = signal(false);
  const loadingMore = signal(false);
  const counts = signal<TicketCounts>({});
  const hints = signal<readonly string[]>([]);
  const latest = createLatest();
  /** Tickets that changed since the last reload. */
  const touched = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let returning: ReturnType<typeof setTimeout> | undefined;

  const selection = () => {
    if (query.value) return { view: "all" as const, q: query.value, ...filter.value };
    return { view: view.value, ...filter.value, ...sortOf(view.value, sort.value) };
  };

  /** The server tells nobody when a snoozed ticket comes back. */
  function expectReturn(at: string | null | undefined): void {
    clearTimeout(returning);
    if (at) returning = setTimeout(changed, Math.min(maxTimerMs, Math.max(0, Date.parse(at) - Date.now()) + 500));
  }

  async function reload(): Promise<void> {
    // A reload must not shorten what the reader has already unfolded.
    const limit = Math.min(maxPage, Math.max(pageSize, items.value.length));
    const asked = selection();
    const tail = items.value.slice(limit).flatMap(({ id }) => (touched.has(id) ? [id] : []));
    touched.clear();
    await latest.run(
      async (stop) => ({
        page: await api.listTickets({ ...asked, limit }, stop),
        again:
          tail.length > 0
            ? await api.listTickets({ ...asked, ids: tail.slice(0, maxIds).join(","), limit: maxIds }, stop)
            : null,
      }),
      ({ page, again }) =>
        batch(() => {
          const shown = new Set(page.items.map((ticket) => ticket.id));
          const gone = new Set(tail.slice(0, maxIds));
          const news = new Map((again?.items ?? []).map((ticket) => [ticket.id, ticket]));
          // What stands below the first page stays, as far as it still belongs there.
          const kept = items.value
            .slice(limit)
            .flatMap((ticket) =>
              shown.has(ticket.id) ? [] : gone.has(ticket.id) ? (news.get(ticket.id) ?? []) : [ticket],
            );
          items.value = page.next_cursor === null ? page.items : [...page.items, ...kept];
          if (kept.length === 0 || page.next_cursor === null) {
            cursor.value = page.next_cursor;
            hasMore.value = page.next_cursor !== null;
          }
          if (page.counts) counts.value = page.counts;
          hints.value = page.hints ?? [];
          phase.value = "ready";
          expectReturn(page.next_return);
        }),
      (cause) => {
        error.value = errorSentence(cause);
        if (phase.value !== "ready") phase.value = "failed";
      },
    );
  }

  async function restart(change: () => void): Promise<void> {
    batch(() => {
      change();
      items.value = [];
      hints.value = [];
      hasMore.value = false;
      phase.value = "loading";
    });
    await reload();
  }

  function changed(id?: string): void {
    if (id !== undefined) touched.add(id);
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void reload();
    }, settleMs);
  }

  return {
    view,
    filter,
    query,
    sort,
    place,
    items,
    phase,
    error,
    hasMore,
    loadingMore,
    counts,
    hints,
    reload: () => {
      if (phase.value === "failed") phase.value = "loading";
      return reload();
    },
    async show(next, wanted = {}) {
      const isSame = placeText({ view: next, filter: wanted }) === place.value;
      if (isSame && query.value === "" && phase.value === "ready") return;
      await restart(() => {
        view.value = next;
        filter.value = wanted;
        query.value = "";
      });
    },
    async search(text) {
      const next = text.trimStart();
      if (next !== query.value) await restart(() => (query.value = next.trim() === "" ? "" : next));
    },
    async order(next) {
      storage?.set(sortKey, next);
      if (next !== sort.value) await restart(() => (sort.value = next));
    },
    async loadMore() {
      if (loadingMore.value || cursor.value === null) return;
      loadingMore.value = true;
      const before = cursor.value;
      await latest.run(
        (stop) =>
          api.listTickets(
            { ...selection(), cursor: before, limit: items.value.length > pageSize ? maxPage : pageSize },
            stop,
          ),
        (page) => {
          const shown = new Set(items.value.map((ticket) => ticket.id));
          items.value = [...items.value, ...page.items.filter((ticket) => !shown.has(ticket.id))];
          cursor.value = page.next_cursor;
          hasMore.value = page.next_cursor !== null;
        },
        (cause) => (error.value = errorSentence(cause)),
      );
      loadingMore.value = false;
    },
    changed,
    patch(ids, change) {
      items.value = items.value.map((ticket) => (ids.has(ticket.id) ? change(ticket) : ticket));
    },
  };
}

function storedSort(storage: Pick<TextStorage, "get"> | undefined): TicketSort {
  const kept = storage?.get(sortKey);
  return kept === "changed" || kept === "priority" ? kept : "waiting";
}

/** Where nobody can wait, the newest change comes first instead. */
function sortOf(view: TicketViewName, sort: TicketSort): { sort?: TicketSort } {
  return hasWaiting(view) || sort === "priority" ? { sort } : {};
}
