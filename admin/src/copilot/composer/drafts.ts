import { maxAttachedChars } from "../../../../protocol/copilot-limits.ts";
import { isRecord } from "../../../../ui/events/shapes.ts";
import { isWritten, nothingWritten, type Written } from "../written.ts";

const prefix = "parley-console:copilot:";

/** A text that goes along to be audited. */
export interface Attached {
  name: string;
  text: string;
}

export interface Draft {
  written: Written;
  attached: Attached | null;
  /** Of a message that was tried and not confirmed: sent again as it is, it is the same message. */
  tried: { id: string; what: string } | null;
}

export const emptyDraft: Draft = { written: nothingWritten, attached: null, tried: null };

/** What was typed to the copilot and not sent, for as long as the tab is open. @param place a conversation's id, or `new`. */
export function draftsOf(personId: string) {
  const key = (place: string) => `${prefix}${personId}:${place}`;
  return {
    read(place: string): Draft {
      try {
        return parse(JSON.parse(sessionStorage.getItem(key(place)) ?? "null"));
      } catch {
        // Storage may be blocked, and what stands there may be anything.
        return emptyDraft;
      }
    },
    keep(place: string, draft: Draft | null): void {
      try {
        if (draft) sessionStorage.setItem(key(place), JSON.stringify(draft));
        else sessionStorage.removeItem(key(place));
      } catch {
        // Blocked or full: the text is in the box all the same.
      }
    },
  };
}

function parse(value: unknown): Draft {
  if (!isRecord(value) || !isWritten(value["written"])) return emptyDraft;
  const { attached, tried } = value;
  return {
    written: value["written"],
    attached:
      isRecord(attached) && typeof attached["name"] === "string" && typeof attached["text"] === "string"
        ? { name: attached["name"], text: attached["text"].slice(0, maxAttachedChars) }
        : null,
    tried:
      isRecord(tried) && typeof tried["id"] === "string" && typeof tried["what"] === "string"
        ? { id: tried["id"], what: tried["what"] }
        : null,
  };
}
