import { type ReadonlySignal, signal } from "@preact/signals";
import type { Mention } from "../../../../protocol/admin-notes.ts";
import { noteRoutes } from "../../../../protocol/routes/notes.ts";
import type { Api } from "../../api.ts";
import { createLatest } from "../../ui/latest.ts";

const settleMs = 400;

export interface MentionsStore {
  /** Null until loaded. */
  readonly items: ReadonlySignal<readonly Mention[] | null>;
  /** There may be new ones: reload soon, the first time at once. */
  changed(): void;
  /** The user opened a ticket: mark its mentions as seen. */
  seen(ticketId: string): void;
  close(): void;
}

/** Unseen notes that mention the user. */
export function createMentionsStore(api: Pick<Api, "call">): MentionsStore {
  const items = signal<readonly Mention[] | null>(null);
  const latest = createLatest();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;

  function read(): void {
    timer = undefined;
    void latest.run(
      () => api.call(noteRoutes.listMentions),
      (answer) => {
        items.value = answer.items;
      },
      // Optional content; it reloads with the next change.
      () => undefined,
    );
  }

  function changed(): void {
    // The page waits for the first list.
    if (isAsked) timer ??= setTimeout(read, settleMs);
    else read();
    isAsked = true;
  }

  return {
    items,
    changed,
    seen(ticketId) {
      if (!items.value?.some(({ ticket }) => ticket.id === ticketId)) return;
      items.value = items.value.filter(({ ticket }) => ticket.id !== ticketId);
      api.call(noteRoutes.seeMentions, { id: ticketId }).catch(changed);
    },
    close() {
      clearTimeout(timer);
      latest.cancel();
    },
  };
}
