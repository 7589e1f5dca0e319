import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { MeResponse, TicketDetail } from "../../../../protocol/admin.ts";
import type { Colleague } from "../../../../protocol/admin-notes.ts";
import { noteRoutes } from "../../../../protocol/routes/notes.ts";
import { ticketChangeRoutes } from "../../../../protocol/routes/ticket-changes.ts";
import type { Api } from "../../api.ts";
import { ApiError, errorSentence } from "../../ui/api-call.ts";
import type { ToastsStore } from "../../ui/toasts-store.ts";
import { type CannedStore, createCannedStore } from "../composer/canned-store.ts";
import type { JustSaid } from "../composer/just-said.ts";
import { createNoteBox, type NoteBox } from "../composer/note-store.ts";
import type { UnsentTexts } from "../composer/unsent.ts";
import { undoneWords } from "../thread/ticket-changer.ts";
import type { TicketStore } from "../thread/ticket-store.ts";
import type { InboxStore } from "./inbox-store.ts";

/** The note of a ticket, and whether its field is open in place of the reply's. */
interface TicketNotes {
  readonly isOpen: Signal<boolean>;
  readonly box: NoteBox;
}

/** Team features: notes, canned replies, decisions that can be undone. */
export interface Team {
  readonly canned: CannedStore;
  /** The team's members; empty until they are loaded. */
  readonly colleagues: ReadonlySignal<readonly Colleague[]>;
  /** A ticket to select, because a decision about it was undone. An opened one opens again, another one gets the focus in the list. */
  readonly comeBack: Signal<{ id: string; isOpened: boolean } | null>;
  /** Whether a ticket's composer shows the note, and the note. */
  noteOf(ticketId: string): TicketNotes;
  /** Announces a decision about a ticket and offers undo for as long as the server allows it. */
  decided(detail: TicketDetail, words: string): void;
  /** A colleague's most recent reply in the open ticket, while it is recent. */
  justSaid(ticketId: string): JustSaid | null;
  /** Saves the agent's original text as a note for the team; the visitor received the translation. */
  noteOriginal(ticketId: string, text: string): void;
  /** Loads the members unless they are known; null when that fails. */
  loadColleagues(): Promise<readonly Colleague[] | null>;
}

interface TeamOptions {
  api: Api;
  me: MeResponse;
  unsent: UnsentTexts;
  ticket: TicketStore;
  inbox: Pick<InboxStore, "changed">;
  toasts: ToastsStore;
}

/** Same limit as on the server. */
const maxNoteChars = 8_000;
/** In ms; a colleague's reply counts as recent for this time. */
const justSaidMs = 60_000;

export function createTeam({ api, me, unsent, ticket, inbox, toasts }: TeamOptions): Team {
  const colleagues = signal<readonly Colleague[]>([]);
  const comeBack: Team["comeBack"] = signal(null);
  const notes = new Map<string, TicketNotes>();

  async function undo(ticketId: string, words: string): Promise<void> {
    try {
      const detail = await api.call(ticketChangeRoutes.undoLastStep, { id: ticketId });
      ticket.take(detail);
      inbox.changed();
      comeBack.value = { id: ticketId, isOpened: true };
      toasts.show(undoneWords(words));
    } catch (error) {
      toasts.fail(`Not undone. ${error instanceof ApiError ? error.message : errorSentence(error)}`);
    }
  }
  const decided: Team["decided"] = ({ ticket: { id }, undo_until: until }, words) =>
    toasts.show(words, until ? { label: "Undo", run: () => void undo(id, words) } : undefined);

  function justSaid(ticketId: string): JustSaid | null {
    const state = ticket.state.peek();
    if (state.type !== "ready" || state.id !== ticketId) return null;
    const last = state.thread.detail.messages.findLast(({ role }) => role === "agent");
    if (!last?.agent || last.agent.id === me.id || Date.now() - Date.parse(last.created_at) > justSaidMs) return null;
    return { messageId: last.id, name: last.agent.name, at: last.created_at };
  }

  return {
    canned: createCannedStore(api),
    colleagues,
    comeBack,
    decided,
    noteOriginal(ticketId, text) {
      const content = `Before translation:\n${text}`.slice(0, maxNoteChars).toWellFormed();
      api.call(noteRoutes.addNote, { id: ticketId, body: { content, mentions: [] } }).then(
        () => ticket.changed(ticketId),
        () => toasts.fail("Reply sent. Your original text could not be saved as a note."),
      );
    },
    justSaid,
    async loadColleagues() {
      if (colleagues.value.length > 0) return colleagues.value;
      try {
        const { items } = await api.call(ticketChangeRoutes.listColleagues);
        colleagues.value = items.filter(({ id }) => id !== me.id);
        return colleagues.value;
      } catch {
        return null;
      }
    },
    noteOf(ticketId) {
      const known = notes.get(ticketId);
      if (known) return known;
      const box = createNoteBox({ api, unsent, ticketId, onNoted: ticket.take });
      const made = { isOpen: signal(false), box };
      notes.set(ticketId, made);
      return made;
    },
  };
}
