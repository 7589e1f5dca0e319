import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { MemberRole, MeResponse, TicketDetail } from "../../../protocol/admin.ts";
import type { Colleague } from "../../../protocol/admin-notes.ts";
import type { Api } from "../api.ts";
import { ApiError, errorSentence } from "../api-error.ts";
import { type LiveState, openLiveStream } from "../lib/live-stream.ts";
import type { TextStorage } from "../lib/storage.ts";
import { parseDeskEvent } from "../lib/stream-event.ts";
import { type CannedStore, createCannedStore } from "./canned-store.ts";
import { type Composer, createComposer, type JustSaid } from "./composer-store.ts";
import { createInboxStore, type InboxStore } from "./inbox-store.ts";
import { createLibraryStore, type LibraryStore } from "./library-store.ts";
import { createMentionsStore, type MentionsStore } from "./mentions-store.ts";
import { createNoteBox, type NoteBox } from "./note-store.ts";
import { createPaletteStore, type PaletteStore } from "./palette-store.ts";
import { createPresenceStore, type PresenceStore } from "./presence-store.ts";
import { createSearchStore, type SearchStore } from "./search-store.ts";
import { createSettingsStore, type SettingsStore } from "./settings-store.ts";
import { createTicketStore, type TicketStore } from "./ticket-store.ts";
import { createToastsStore, type ToastsStore } from "./toasts-store.ts";
import { openUnsentTexts } from "./unsent.ts";

/** The note of a ticket, and whether its box is open instead of the answer's. */
export interface TicketNotes {
  readonly isOpen: Signal<boolean>;
  readonly box: NoteBox;
}

/** An answer of a colleague is news for so long. */
const justSaidMs = 60_000;

const roleOrder: readonly MemberRole[] = ["viewer", "agent", "manager", "admin"];

/** Everything one signed-in person works with; made anew for another person. */
export interface Workspace {
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
  readonly canned: CannedStore;
  /** The people of the team; empty until they were asked for. */
  readonly colleagues: ReadonlySignal<readonly Colleague[]>;
  /** The ticket that was just resolved here; whoever shows the next one takes it back to null. */
  readonly done: Signal<string | null>;
  /** A ticket to go back to, because a decision about it was taken back. */
  readonly comeBack: Signal<string | null>;
  composer(ticketId: string): Composer;
  /** Whether the box of a ticket is for a note, and the note. */
  noteOf(ticketId: string): TicketNotes;
  /** Says what was decided about a ticket, and offers to take it back as long as the server would. */
  decided(detail: TicketDetail, words: string): void;
  loadColleagues(): void;
  may(role: MemberRole): boolean;
  close(): void;
}

export function openWorkspace(api: Api, me: MeResponse, storage: TextStorage): Workspace {
  const live = signal<LiveState>("connecting");
  const inbox = createInboxStore(api, storage);
  const toasts = createToastsStore();
  const presence = createPresenceStore(me.id);
  const mentions = createMentionsStore(api);
  const colleagues = signal<readonly Colleague[]>([]);
  const comeBack = signal<string | null>(null);
  const notes = new Map<string, TicketNotes>();
  const ticket = createTicketStore(api, {
    presence,
    onHintFailed: ({ number }) => toasts.show(`The hint did not help in #${number}. The visitor was told nothing.`),
  });
  const done = signal<string | null>(null);
  const unsent = openUnsentTexts(storage, me.id);
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
      mentions.changed();
    },
  });
  const release = effect(() => {
    live.value = desk.state.value;
  });

  mentions.changed();

  async function undo(ticketId: string): Promise<void> {
    try {
      const detail = await api.undo(ticketId);
      ticket.take(detail);
      inbox.changed();
      comeBack.value = ticketId;
      toasts.show(`#${detail.ticket.number} is as before`);
    } catch (error) {
      toasts.fail(`Not taken back. ${error instanceof ApiError ? error.message : errorSentence(error)}`);
    }
  }
  const decided: Workspace["decided"] = ({ ticket: { id }, undo_until: until }, words) =>
    toasts.show(words, until ? { label: "Undo", run: () => void undo(id) } : undefined);

  function justSaid(ticketId: string): JustSaid | null {
    const state = ticket.state.peek();
    if (state.type !== "ready" || state.id !== ticketId) return null;
    const last = state.thread.detail.messages.findLast(({ role }) => role === "agent");
    if (!last?.agent || last.agent.id === me.id || Date.now() - Date.parse(last.created_at) > justSaidMs) return null;
    return { messageId: last.id, name: last.agent.name, at: last.created_at };
  }

  return {
    api,
    presence,
    mentions,
    canned: createCannedStore(api),
    colleagues,
    comeBack,
    decided,
    loadColleagues() {
      // Without them nobody can be mentioned, and everything else works.
      void api.colleagues().then(
        ({ items }) => (colleagues.value = items.filter(({ id }) => id !== me.id)),
        () => undefined,
      );
    },
    noteOf(ticketId) {
      const known = notes.get(ticketId);
      if (known) return known;
      const box = createNoteBox({ api, unsent, ticketId, onNoted: ticket.take });
      const made = { isOpen: signal(false), box };
      notes.set(ticketId, made);
      return made;
    },
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
        justSaid: () => justSaid(ticketId),
        onSent(detail, verb) {
          ticket.take(detail);
          inbox.changed();
          if (verb === "resolve") decided(detail, `#${detail.ticket.number} resolved`);
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
