import type { TextStorage } from "../lib/storage.ts";

const prefix = "parley-console:unsent:";
const keptMs = 14 * 24 * 60 * 60 * 1_000;

/** What was typed for a ticket and not sent. `messageId` belongs to `attempted`: the same text is retried under the same id. */
export interface Unsent {
  text: string;
  messageId?: string;
  attempted?: string;
}

export interface UnsentTexts {
  get(ticketId: string): Unsent | null;
  set(ticketId: string, unsent: Unsent): void;
  clear(ticketId: string): void;
}

/** Unsent answers, per person and ticket, kept in this browser. Those of other people and old ones are removed. */
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
    if (typeof value !== "object" || value === null || !("text" in value) || typeof value.text !== "string")
      return null;
    if (!("at" in value) || typeof value.at !== "number" || now - value.at > keptMs) return null;
    const id = "messageId" in value && typeof value.messageId === "string" ? value.messageId : undefined;
    const attempted = "attempted" in value && typeof value.attempted === "string" ? value.attempted : undefined;
    return { text: value.text, messageId: id, attempted };
  } catch {
    return null;
  }
}
