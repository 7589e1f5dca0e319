import { eventText } from "./event-text.ts";
import type { HubEntry } from "./hub.ts";

/**
 * Most characters of events held for a slow reader; beyond it, the reader catches up from the store. With the 16 KB of a response that
 * Node.js buffers, this stays below 128 KB per reader.
 */
const maxWaitingChars = 48 * 1024;

export interface Inbox {
  /** @param entry null: entries may have been missed. */
  push(entry: HubEntry | null): void;
  /** Waits for entries. "missed": read the store and the hub's memory. Returns no entries after the signal is aborted. */
  take(): Promise<HubEntry[] | "missed">;
}

/** Holds entries that arrive while the reader is busy, up to a limit. */
export function createInbox(signal: AbortSignal): Inbox {
  let waiting: HubEntry[] = [];
  let chars = 0;
  let missed = false;
  let isFull = false;
  let wake: (() => void) | undefined;
  signal.addEventListener("abort", () => wake?.(), { once: true });
  const empty = () => {
    const taken = waiting;
    waiting = [];
    chars = 0;
    return taken;
  };
  return {
    push(entry) {
      if (entry === null) {
        missed = true;
        waiting = waiting.filter(isOnlyHere);
        chars = waiting.reduce((sum, { event }) => sum + eventText(event).length, 0);
      } else if (!isFull && (!missed || isOnlyHere(entry))) {
        waiting.push(entry);
        chars += eventText(entry.event).length;
      }
      if (chars > maxWaitingChars) {
        empty();
        isFull = true;
        missed = true;
      }
      wake?.();
    },
    async take() {
      while (waiting.length === 0 && !missed && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (waiting.length > 0 || !missed) return empty();
      missed = false;
      isFull = false;
      return "missed";
    },
  };
}

/**
 * Whether only this inbox has the entry: it is not in the hub's memory, for example while Redis is unavailable. Such entries are delivered
 * before the next read, which may return the end of their turn; all others are read again in order.
 */
function isOnlyHere({ position }: HubEntry): boolean {
  return position === 0;
}
