import { batch, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { TicketSummary } from "../../../protocol/admin.ts";
import { ticketRoutes } from "../../../protocol/routes/tickets.ts";
import type { Api } from "../api.ts";
import type { TicketStore } from "../tickets/thread/ticket-store.ts";
import { errorSentence } from "../ui/api-call.ts";
import { createLatest } from "../ui/latest.ts";
import type { TextStorage } from "../ui/storage.ts";

const typingPauseMs = 150;
/** Includes the open ticket, which is not listed. */
const maxRecent = 6;

export interface PaletteStore {
  readonly open: ReadonlySignal<boolean>;
  readonly query: ReadonlySignal<string>;
  readonly tickets: ReadonlySignal<readonly TicketSummary[]>;
  readonly searching: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<string>;
  /** The tickets opened last, the newest first. */
  readonly recent: ReadonlySignal<readonly TicketSummary[]>;
  show(): void;
  hide(): void;
  /** Closes the palette, then runs a command: the focus is back where it was, as for a key. */
  run(command: (() => void) | undefined): void;
  /** Called by the dialog after it closed. */
  closed(): void;
  type(text: string): void;
}

/** Ids that survive a reload. Titles are text of visitors, so the browser does not store them. */
export interface KeptIds {
  get(): readonly string[];
  set(ids: readonly string[]): void;
}

/** Ids in the browser's storage, separated by spaces. */
export function openKeptIds(storage: Pick<TextStorage, "get" | "set">, key: string): KeptIds {
  return {
    get: () => (storage.get(key) ?? "").split(" ").filter(Boolean).slice(0, maxRecent),
    set: (ids) => storage.set(key, ids.join(" ")),
  };
}

/** The Ctrl-K palette: typed text, matching tickets and recent ones. */
export function createPaletteStore(
  api: Pick<Api, "call">,
  { ticket, kept }: { ticket: Pick<TicketStore, "state">; kept: KeptIds },
): PaletteStore {
  const open = signal(false);
  const query = signal("");
  const tickets = signal<readonly TicketSummary[]>([]);
  const searching = signal(false);
  const error = signal("");
  const latest = createLatest();
  const recent = signal<readonly TicketSummary[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let chosen: (() => void) | undefined;

  effect(() => {
    const state = ticket.state.value;
    if (state.type !== "ready") return;
    const { ticket: opened } = state.thread.detail;
    recent.value = [opened, ...recent.peek().filter(({ id }) => id !== opened.id)].slice(0, maxRecent);
    kept.set([...new Set([opened.id, ...kept.get()])].slice(0, maxRecent));
  });

  let isRestored = false;
  /** Loads the tickets of earlier visits; one that is gone or cannot be loaded is left out. */
  async function restore(): Promise<void> {
    if (isRestored) return;
    isRestored = true;
    const ids = kept.get();
    const found = await Promise.allSettled(ids.map((id) => api.call(ticketRoutes.readTicket, { id })));
    const known = new Map(recent.peek().map((each) => [each.id, each]));
    for (const result of found)
      if (result.status === "fulfilled") known.set(result.value.ticket.id, result.value.ticket);
    recent.value = kept.get().flatMap((id) => known.get(id) ?? []);
  }

  function look(text: string): void {
    void latest.run(
      (stop) => api.call(ticketRoutes.listTickets, { query: { view: "all", q: text, limit: 8 } }, { signal: stop }),
      (page) =>
        batch(() => {
          tickets.value = page.items;
          searching.value = false;
        }),
      (cause) =>
        batch(() => {
          error.value = errorSentence(cause);
          searching.value = false;
        }),
    );
  }

  function hide(): void {
    clearTimeout(timer);
    latest.cancel();
    batch(() => {
      open.value = false;
      query.value = "";
      tickets.value = [];
      searching.value = false;
    });
  }

  return {
    open,
    query,
    tickets,
    searching,
    error,
    recent,
    hide,
    show() {
      open.value = true;
      void restore();
    },
    run(command) {
      if (!command) return;
      chosen = command;
      hide();
    },
    closed() {
      const command = chosen;
      chosen = undefined;
      hide();
      command?.();
    },
    type(text) {
      const wanted = text.trim().replace(/^#/, "");
      clearTimeout(timer);
      latest.cancel();
      batch(() => {
        query.value = text;
        error.value = "";
        searching.value = wanted.length > 0;
        if (wanted.length === 0) tickets.value = [];
      });
      if (wanted.length > 0) timer = setTimeout(look, typingPauseMs, wanted);
    },
  };
}
