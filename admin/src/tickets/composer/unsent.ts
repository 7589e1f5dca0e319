import { type ReadonlySignal, signal } from "@preact/signals";
import type { Citation } from "../../../../protocol/messages.ts";
import { isRecord } from "../../../../ui/events/shapes.ts";
import type { TextStorage } from "../../ui/storage.ts";

const prefix = "parley-console:unsent:";
const keptMs = 14 * 24 * 60 * 60 * 1_000;

/** A reply that the agent has sent and the server has not confirmed: it can be undone for a few seconds, or is on its way. */
export interface HeldReply {
  verb: "resolve" | "reply";
  text: string;
  sources: readonly Citation[];
  /** Ids of uploaded files. */
  files: readonly string[];
  savesSnippet: boolean;
  original: { text: string; language: string; lost: readonly string[] } | null;
  messageId: string;
  /** Time of sending, in ms since 1970. */
  at: number;
}

/** Unsent text of a ticket. `messageId` belongs to `attempted`: a retry of the same text keeps the id. */
export interface Unsent {
  text: string;
  /** Sources of the citation marks. */
  sources?: readonly Citation[];
  /** The agent's original text when `text` is its translation. */
  original?: { text: string; language: string; lost: readonly string[] };
  messageId?: string;
  attempted?: string;
  /** Sent and not confirmed, oldest first. */
  held?: readonly HeldReply[];
}

export interface UnsentTexts {
  /** Tickets with text in the box, at the time of the last change in this tab. */
  readonly tickets: ReadonlySignal<ReadonlySet<string>>;
  /** Tickets with replies that the server had not confirmed when the page was opened. */
  readonly unconfirmed: readonly string[];
  get(ticketId: string): Unsent | null;
  set(ticketId: string, unsent: Unsent): void;
  clear(ticketId: string): void;
}

/** Unsent texts, stored in this browser per person and ticket. Old texts and those of other people are removed. */
export function openUnsentTexts(storage: TextStorage, personId: string, now: () => number = Date.now): UnsentTexts {
  const own = `${prefix}${personId}:`;
  const tickets = signal<ReadonlySet<string>>(new Set());
  const unconfirmed: string[] = [];
  const mark = (ticketId: string, text: string) => {
    if (tickets.peek().has(ticketId) === (text.trim() !== "")) return;
    const next = new Set(tickets.peek());
    if (!next.delete(ticketId)) next.add(ticketId);
    tickets.value = next;
  };
  for (const key of storage.keys()) {
    if (!key.startsWith(prefix)) continue;
    const known = key.startsWith(own) ? read(storage, key, now()) : null;
    if (!known) storage.remove(key);
    else mark(key.slice(own.length), known.text);
    if (known?.held?.length) unconfirmed.push(key.slice(own.length));
  }
  return {
    tickets,
    unconfirmed,
    get: (ticketId) => read(storage, own + ticketId, now()),
    set(ticketId, unsent) {
      storage.set(own + ticketId, JSON.stringify({ ...unsent, at: now() }));
      mark(ticketId, unsent.text);
    },
    clear(ticketId) {
      storage.remove(own + ticketId);
      mark(ticketId, "");
    },
  };
}

function read(storage: TextStorage, key: string, now: number): Unsent | null {
  try {
    const value: unknown = JSON.parse(storage.get(key) ?? "null");
    if (!isRecord(value) || typeof value["text"] !== "string") return null;
    if (typeof value["at"] !== "number" || now - value["at"] > keptMs) return null;
    const { messageId: id, attempted, sources, original, held } = value;
    return {
      text: value["text"],
      messageId: typeof id === "string" ? id : undefined,
      attempted: typeof attempted === "string" ? attempted : undefined,
      ...(Array.isArray(sources) ? { sources: sources.filter(isCitation) } : {}),
      ...(isOriginal(original) ? { original } : {}),
      ...(Array.isArray(held) ? { held: held.filter(isHeld) } : {}),
    };
  } catch {
    return null;
  }
}

function isHeld(value: unknown): value is HeldReply {
  return (
    isRecord(value) &&
    (value["verb"] === "resolve" || value["verb"] === "reply") &&
    ["text", "messageId"].every((name) => typeof value[name] === "string") &&
    typeof value["at"] === "number" &&
    typeof value["savesSnippet"] === "boolean" &&
    Array.isArray(value["sources"]) &&
    value["sources"].every(isCitation) &&
    Array.isArray(value["files"]) &&
    value["files"].every((id) => typeof id === "string") &&
    (value["original"] === null || isOriginal(value["original"]))
  );
}

function isOriginal(value: unknown): value is NonNullable<Unsent["original"]> {
  return (
    isRecord(value) &&
    typeof value["text"] === "string" &&
    typeof value["language"] === "string" &&
    Array.isArray(value["lost"])
  );
}

function isCitation(value: unknown): value is Citation {
  return (
    isRecord(value) &&
    typeof value["index"] === "number" &&
    ["chunk_id", "title", "quote"].every((name) => typeof value[name] === "string")
  );
}
