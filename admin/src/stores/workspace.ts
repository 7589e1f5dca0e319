import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { MemberRole, MeResponse } from "../../../protocol/admin.ts";
import type { Api } from "../api.ts";
import { type LiveState, openLiveStream } from "../lib/live-stream.ts";
import type { TextStorage } from "../lib/storage.ts";
import { parseDeskEvent } from "../lib/stream-event.ts";
import { type Composer, createComposer } from "./composer-store.ts";
import { createInboxStore, type InboxStore } from "./inbox-store.ts";
import { createLibraryStore, type LibraryStore } from "./library-store.ts";
import { createMentionsStore, type MentionsStore } from "./mentions-store.ts";
import { createPaletteStore, type PaletteStore } from "./palette-store.ts";
import { createPresenceStore, type PresenceStore } from "./presence-store.ts";
import { createSearchStore, type SearchStore } from "./search-store.ts";
import { createSettingsStore, type SettingsStore } from "./settings-store.ts";
import { createTeam, type Team } from "./team-store.ts";
import { createTicketStore, type TicketStore } from "./ticket-store.ts";
import { createToastsStore, type ToastsStore } from "./toasts-store.ts";
import { openUnsentTexts } from "./unsent.ts";

const roleOrder: readonly MemberRole[] = ["viewer", "agent", "manager", "admin"];

/** Everything one signed-in person works with; made anew for another person. */
export interface Workspace extends Team {
  readonly api: Api;
  readonly me: MeResponse;
  readonly live: ReadonlySignal<LiveState>;
  readonly inbox: InboxStore;
  readonly ticket: TicketStore;
  readonly library: LibraryStore;
  readonly search: SearchStore;
  readonly settings: SettingsStore;
  readonly palette: PaletteStore;
  readonly toasts: ToastsStore;
  /** Who else has the open ticket open. */
  readonly presence: PresenceStore;
  readonly mentions: MentionsStore;
  /** The ticket that was just resolved here; whoever shows the next one takes it back to null. */
  readonly done: Signal<string | null>;
  composer(ticketId: string): Composer;
  may(role: MemberRole): boolean;
  close(): void;
}

export function openWorkspace(api: Api, me: MeResponse, storage: TextStorage): Workspace {
  const live = signal<LiveState>("connecting");
  const inbox = createInboxStore(api, storage);
  const toasts = createToastsStore();
  const presence = createPresenceStore(me.id);
  const mentions = createMentionsStore(api);
  const ticket = createTicketStore(api, {
    presence,
    onHintFailed: ({ number }) => toasts.show(`The hint did not help in #${number}. The visitor was told nothing.`),
  });
  const done = signal<string | null>(null);
  const unsent = openUnsentTexts(storage, me.id);
  const team = createTeam({ api, me, unsent, ticket, inbox, toasts });
  const composers = new Map<string, Composer>();

  const desk = openLiveStream({
    open: (_lastEventId, stop) => api.deskEvents(stop),
    onOpen(again) {
      // The desk feed does not replay: after a drop everything shown is read again.
      if (!again) return;
      inbox.changed();
      ticket.changed();
      mentions.changed();
    },
    onEvent(frame) {
      const event = parseDeskEvent(frame.data);
      if (event?.type !== "ticket_changed") return;
      inbox.changed();
      ticket.changed(event.ticket_id);
      if (event.mentions?.includes(me.id)) mentions.changed();
    },
  });
  const release = effect(() => {
    live.value = desk.state.value;
  });

  mentions.changed();

  return {
    api,
    presence,
    mentions,
    ...team,
    me,
    live,
    inbox,
    ticket,
    toasts,
    done,
    library: createLibraryStore(api),
    search: createSearchStore(api),
    settings: createSettingsStore(api),
    palette: createPaletteStore(api),
    may: (role) => roleOrder.indexOf(me.role) >= roleOrder.indexOf(role),
    composer(ticketId) {
      const known = composers.get(ticketId);
      if (known) return known;
      const composer = createComposer({
        api,
        unsent,
        ticketId,
        justSaid: () => team.justSaid(ticketId),
        onSent(detail, verb) {
          ticket.take(detail);
          inbox.changed();
          if (verb === "resolve") team.decided(detail, `#${detail.ticket.number} resolved`);
          else toasts.show(`Reply sent in #${detail.ticket.number}`);
          if (verb === "resolve") done.value = ticketId;
        },
      });
      composers.set(ticketId, composer);
      return composer;
    },
    close() {
      release();
      desk.close();
      ticket.close();
      mentions.close();
      live.value = "closed";
    },
  };
}
