import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { TicketSummary } from "../../../protocol/admin.ts";
import { ticketRoutes } from "../../../protocol/routes/tickets.ts";
import type { Api } from "../api.ts";
import { errorSentence } from "../ui/api-call.ts";
import { createLatest } from "../ui/latest.ts";

const typingPauseMs = 150;

export interface PaletteStore {
  readonly open: ReadonlySignal<boolean>;
  readonly query: ReadonlySignal<string>;
  readonly tickets: ReadonlySignal<readonly TicketSummary[]>;
  readonly searching: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<string>;
  show(): void;
  hide(): void;
  type(text: string): void;
}

/** The Ctrl-K palette: typed text and matching tickets. */
export function createPaletteStore(api: Pick<Api, "call">): PaletteStore {
  const open = signal(false);
  const query = signal("");
  const tickets = signal<readonly TicketSummary[]>([]);
  const searching = signal(false);
  const error = signal("");
  const latest = createLatest();
  let timer: ReturnType<typeof setTimeout> | undefined;

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

  return {
    open,
    query,
    tickets,
    searching,
    error,
    show() {
      open.value = true;
    },
    hide() {
      clearTimeout(timer);
      latest.cancel();
      batch(() => {
        open.value = false;
        query.value = "";
        tickets.value = [];
        searching.value = false;
      });
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
