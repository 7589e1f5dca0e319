import { type ReadonlySignal, signal } from "@preact/signals";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import type { Colleague } from "../../../../protocol/admin-notes.ts";
import { noteRoutes } from "../../../../protocol/routes/notes.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { randomId } from "../../ui/ids.ts";
import { createTypingSignal } from "./typing-signal.ts";
import type { UnsentTexts } from "./unsent.ts";

/** Same limit as on the server. */
const maxNoteChars = 8_000;

export interface NoteBox {
  readonly text: ReadonlySignal<string>;
  readonly sending: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<string>;
  /** For typed text: sends the typing indicator to colleagues. */
  type(text: string): void;
  /** Call when the field loses focus. */
  rest(): void;
  /** Resolves to true when the server accepted the note. @param colleagues candidates for `@` mentions; null when unknown. */
  send(colleagues: readonly Colleague[] | null): Promise<boolean>;
}

interface NoteOptions {
  api: Pick<Api, "call" | "typing">;
  unsent: UnsentTexts;
  ticketId: string;
  onNoted(detail: TicketDetail): void;
}

/** A ticket's note: its text is separate from the reply, so that neither is sent in place of the other. */
export function createNoteBox({ api, unsent, ticketId, onNoted }: NoteOptions): NoteBox {
  const key = `note:${ticketId}`;
  const text = signal(unsent.get(key)?.text ?? "");
  const sending = signal(false);
  const error = signal("");
  const typing = createTypingSignal((over) => api.typing(ticketId, over, true));
  /** A retry of the same note keeps its id. */
  let attempt: { id: string; text: string } | null = null;

  function write(next: string): void {
    text.value = next;
    error.value = "";
    if (next === "") unsent.clear(key);
    else unsent.set(key, { text: next });
  }

  return {
    text,
    sending,
    error,
    type(next) {
      write(next);
      typing.typed(next);
    },
    rest: typing.stop,
    async send(colleagues) {
      const content = text.value.trim();
      if (sending.value) return false;
      if (content === "") {
        error.value = "Write a note first.";
        return false;
      }
      if (content.length > maxNoteChars) {
        error.value = `The note is too long: ${content.length} of ${maxNoteChars} characters.`;
        return false;
      }
      // A failed save is better than a mention without a notification.
      if (colleagues === null && content.includes("@")) {
        error.value = "Not saved. Your team could not be loaded, so no one would be notified. Try again.";
        return false;
      }
      if (attempt?.text !== content) attempt = { id: randomId(), text: content };
      sending.value = true;
      error.value = "";
      try {
        const mentions = mentionedIn(content, colleagues ?? []).map(({ id }) => id);
        const detail = await api.call(noteRoutes.addNote, {
          id: ticketId,
          body: { note_id: attempt.id, content, mentions },
        });
        attempt = null;
        typing.stop();
        write(text.value.trim() === content ? "" : text.value);
        onNoted(detail);
        return true;
      } catch (cause) {
        error.value = `Not saved. ${errorSentence(cause)}`;
        return false;
      } finally {
        sending.value = false;
      }
    },
  };
}

/** Colleagues mentioned with `@`; when one name is the start of another, the longer one wins. */
function mentionedIn(text: string, colleagues: readonly Colleague[]): Colleague[] {
  let rest = text.toLowerCase();
  return colleagues
    .toSorted((a, b) => b.name.length - a.name.length)
    .filter(({ name }) => {
      const mark = `@${name.toLowerCase()}`;
      if (name === "" || !rest.includes(mark)) return false;
      rest = rest.replaceAll(mark, " ");
      return true;
    });
}
