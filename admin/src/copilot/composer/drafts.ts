import { type Signal, signal } from "@preact/signals";
import type { CopilotMentions, CopilotSend } from "../../../../protocol/copilot-conversations.ts";
import { maxAttachedChars, maxCopilotChars } from "../../../../protocol/copilot-limits.ts";
import { isRecord } from "../../../../ui/events/shapes.ts";
import { count } from "../../ui/format.ts";
import { randomId } from "../../ui/ids.ts";
import { isWritten, mentionsOf, nothingWritten, problemOf, textOf, type Written } from "../written.ts";

const prefix = "parley-console:copilot:";

/** A text attached to a message, for an audit. */
export interface Attached {
  name: string;
  text: string;
}

interface Draft {
  written: Written;
  attached: Attached | null;
  /** A message whose sending was not confirmed: when resent unchanged, it keeps its id. */
  tried: { id: string; what: string } | null;
}

const emptyDraft: Draft = { written: nothingWritten, attached: null, tried: null };

/** Unsent text for the copilot, kept while the tab is open. @param place a conversation's id or `new`. */
export function draftsOf(personId: string) {
  const key = (place: string) => `${prefix}${personId}:${place}`;
  return {
    read(place: string): Draft {
      try {
        return parse(JSON.parse(sessionStorage.getItem(key(place)) ?? "null"));
      } catch {
        // Storage may be blocked, or contain a value that this version cannot read.
        return emptyDraft;
      }
    },
    keep(place: string, draft: Draft | null): void {
      try {
        if (draft) sessionStorage.setItem(key(place), JSON.stringify(draft));
        else sessionStorage.removeItem(key(place));
      } catch {
        // Storage is blocked or full: the text remains in the composer.
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

/** Default message for an attached text without one. */
const checkThis = "Check this text.";

export interface ComposerDraft {
  readonly written: Signal<Written>;
  readonly attached: Signal<Attached | null>;
  write(written: Written): void;
  attach(attached: Attached | null): void;
  /** The message to send; an error message when it is invalid, null when it is empty. */
  message(extend?: (mentions: CopilotMentions) => CopilotMentions): CopilotSend | { problem: string } | null;
  /** The current content as typed, for a preview. */
  typed(): { text: string; mentions: CopilotMentions; attached?: string } | null;
  clear(): void;
}

/** The composer's content for one conversation; it survives a reload. @param place the conversation's id or `new`. */
export function createComposerDraft(personId: string, place: string): ComposerDraft {
  const drafts = draftsOf(personId);
  const kept = drafts.read(place);
  const written = signal(kept.written);
  const attached = signal(kept.attached);
  let tried: Draft["tried"] = kept.tried;
  const keep = () => {
    const isEmpty = textOf(written.peek()) === "" && attached.peek() === null;
    drafts.keep(place, isEmpty ? null : { written: written.peek(), attached: attached.peek(), tried });
  };
  return {
    written,
    attached,
    write(next) {
      written.value = next;
      keep();
    },
    attach(next) {
      attached.value = next;
      keep();
    },
    typed() {
      const text = textOf(written.value) || (attached.value ? checkThis : "");
      if (text === "" || text.length > maxCopilotChars) return null;
      const mentions = mentionsOf(written.value);
      if (problemOf(mentions)) return null;
      return { text, mentions, ...(attached.value ? { attached: attached.value.text } : {}) };
    },
    message(extend = (mentions) => mentions) {
      const text = textOf(written.peek()) || (attached.peek() ? checkThis : "");
      if (text === "") return null;
      if (text.length > maxCopilotChars)
        return { problem: `This is longer than ${count(maxCopilotChars)} characters. Attach a long text instead.` };
      const mentions = mentionsOf(written.peek());
      const problem = problemOf(mentions);
      if (problem) return { problem };
      const body = {
        text,
        mentions: extend(mentions),
        ...(attached.peek() ? { attached: attached.peek()?.text ?? "" } : {}),
      };
      const what = JSON.stringify(body);
      // The same text sent again keeps its id, so that the server stores it once.
      if (tried?.what !== what) tried = { id: randomId(), what };
      keep();
      return { id: tried.id, ...body };
    },
    clear() {
      tried = emptyDraft.tried;
      written.value = nothingWritten;
      attached.value = null;
      keep();
    },
  };
}
