import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { TicketSummary } from "../../../protocol/admin.ts";
import type { Api } from "../api.ts";
import { errorSentence } from "../api-error.ts";
import { createLatest } from "../lib/latest.ts";
import type { TextStorage } from "../lib/storage.ts";
import { defaultView, hasWaiting, type TicketSort, type TicketViewName, ticketSorts } from "../lib/views.ts";

const pageSize = 50;
/** Several changes in a row, e.g. one turn's, become one reload. */
const settleMs = 200;
const sortKey = "parley-console:sort";

export type TicketCounts = Partial<Record<TicketViewName, number>>;

export interface InboxStore {
  readonly view: ReadonlySignal<TicketViewName>;
  readonly query: ReadonlySignal<string>;
  /** Of the views in which somebody may wait; kept in this browser. */
  readonly sort: ReadonlySignal<TicketSort>;
  readonly items: ReadonlySignal<readonly TicketSummary[]>;
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly loadingMore: ReadonlySignal<boolean>;
  readonly counts: ReadonlySignal<TicketCounts>;
  /** What of the search the server did not understand. */
  readonly hints: ReadonlySignal<readonly string[]>;
  show(view: TicketViewName): Promise<void>;
  search(query: string): Promise<void>;
  order(sort: TicketSort): Promise<void>;
  reload(): Promise<void>;
  loadMore(): Promise<void>;
  /** Something changed on the server: reload soon. */
  changed(): void;
}

/** The list of one view (or of a search over all tickets) and how far it was read. */
export function createInboxStore(
  api: Pick<Api, "listTickets">,
  storage?: Pick<TextStorage, "get" | "set">,
): InboxStore {
  const view = signal<TicketViewName>(defaultView);
  const query = signal("");
  const sort = signal<TicketSort>(ticketSorts.find(({ sort }) => sort === storage?.get(sortKey))?.sort ?? "waiting");
  const items = signal<readonly TicketSummary[]>([]);
  const phase = signal<"loading" | "ready" | "failed">("loading");
  const error = signal("");
  const cursor = signal<string | null>(null);
  const hasMore = signal(false);
  const loadingMore = signal(false);
  const counts = signal<TicketCounts>({});
  const hints = signal<readonly string[]>([]);
  const latest = createLatest();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const selection = () => {
    if (query.value) return { view: "all" as const, q: query.value };
    return { view: view.value, ...(hasWaiting(view.value) ? { sort: sort.value } : {}) };
  };

  async function reload(): Promise<void> {
    // A reload must not shorten what the reader has already unfolded.
    const limit = Math.min(100, Math.max(pageSize, items.value.length));
    await latest.run(
      (signal) => api.listTickets({ ...selection(), limit }, signal),
      (page) =>
        batch(() => {
          // The first page of a search may be shorter than what was found on the way.
          const shown = new Set(page.items.map((ticket) => ticket.id));
          const kept = query.value ? items.value.filter((ticket) => !shown.has(ticket.id)) : [];
          items.value = [...page.items, ...kept];
          if (kept.length === 0) {
            cursor.value = page.next_cursor;
            hasMore.value = page.next_cursor !== null;
          }
          if (page.counts) counts.value = page.counts;
          hints.value = page.hints ?? [];
          phase.value = "ready";
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

  return {
    view,
    query,
    sort,
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
    async show(next) {
      if (next === view.value && query.value === "" && phase.value === "ready") return;
      await restart(() => {
        view.value = next;
        query.value = "";
      });
    },
    async search(text) {
      const next = text.trim();
      if (next !== query.value) await restart(() => (query.value = next));
    },
    async order(next) {
      storage?.set(sortKey, next);
      if (next !== sort.value) await restart(() => (sort.value = next));
    },
    async loadMore() {
      if (loadingMore.value || cursor.value === null) return;
      loadingMore.value = true;
      const known = items.value.length;
      let isGoingOn = true;
      // A search looks through the tickets a part at a time, and a part may hold none.
      while (isGoingOn && items.value.length === known && cursor.value !== null) {
        isGoingOn = false;
        const before = cursor.value;
        await latest.run(
          (signal) => api.listTickets({ ...selection(), cursor: before, limit: pageSize }, signal),
          (page) => {
            const shown = new Set(items.value.map((ticket) => ticket.id));
            items.value = [...items.value, ...page.items.filter((ticket) => !shown.has(ticket.id))];
            cursor.value = page.next_cursor;
            hasMore.value = page.next_cursor !== null;
            isGoingOn = true;
          },
          (cause) => (error.value = errorSentence(cause)),
        );
      }
      loadingMore.value = false;
    },
    changed() {
      if (timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        void reload();
      }, settleMs);
    },
  };
}
