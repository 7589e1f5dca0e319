import type { Locale } from "../../i18n/locale.ts";
import type { Note } from "../../view/state.ts";

/** A note in words. */
export function noteText(note: Note, { say }: Locale): string {
  switch (note.type) {
    case "joined":
      return say("joined", { name: note.name });
    case "assistant_back":
      return say("assistantBack");
    case "ended":
      return say("ended");
    case "resolved":
      return say("resolved");
    case "expired":
      return say("expired");
    default:
      return note satisfies never;
  }
}
