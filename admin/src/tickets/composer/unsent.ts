import type { Citation } from "../../../../protocol/messages.ts";
import { isRecord } from "../../../../ui/events/shapes.ts";
import type { TextStorage } from "../../ui/storage.ts";

const prefix = "parley-console:unsent:";
const keptMs = 14 * 24 * 60 * 60 * 1_000;

/** Unsent text of a ticket. `messageId` belongs to `attempted`: a retry of the same text keeps the id. */
export interface Unsent {
  text: string;
  /** Sources of the citation marks. */
  sources?: readonly Citation[];
  /** The agent's original text when `text` is its translation. */
  original?: { text: string; language: string; lost: readonly string[] };
  messageId?: string;
  attempted?: string;
}

export interface UnsentTexts {
  get(ticketId: string): Unsent | null;
  set(ticketId: string, unsent: Unsent): void;
  clear(ticketId: string): void;
}

/** Unsent texts, stored in this browser per person and ticket. Old texts and those of other people are removed. */
export function openUnsentTexts(storage: TextStorage, personId: string, now: () => number = Date.now): UnsentTexts {
  const own = `${prefix}${personId}:`;
  for (const key of storage.keys()) {
    if (key.startsWith(prefix) && (!key.startsWith(own) || !read(storage, key, now()))) storage.remove(key);
  }
  return {
    get: (ticketId) => read(storage, own + ticketId, now()),
    set: (ticketId, unsent) => storage.set(own + ticketId, JSON.stringify({ ...unsent, at: now() })),
    clear: (ticketId) => storage.remove(own + ticketId),
  };
}

function read(storage: TextStorage, key: string, now: number): Unsent | null {
  try {
    const value: unknown = JSON.parse(storage.get(key) ?? "null");
    if (!isRecord(value) || typeof value["text"] !== "string") return null;
    if (typeof value["at"] !== "number" || now - value["at"] > keptMs) return null;
    const { messageId: id, attempted, sources, original } = value;
    return {
      text: value["text"],
      messageId: typeof id === "string" ? id : undefined,
      attempted: typeof attempted === "string" ? attempted : undefined,
      ...(Array.isArray(sources) ? { sources: sources.filter(isCitation) } : {}),
      ...(isOriginal(original) ? { original } : {}),
    };
  } catch {
    return null;
  }
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
