import { eventText } from "./event-text.ts";
import type { HubEntry } from "./hub.ts";

/**
 * Most characters of events held for a reader that does not keep up; past it, it catches up from the
 * store instead. With the 16 KB that Node.js holds of a response this stays below 128 KB a reader.
 */
const maxWaitingChars = 48 * 1024;

export interface Inbox {
  /** @param entry null: something may have been missed. */
  push(entry: HubEntry | null): void;
  /** Waits for entries. "missed": the store and the hub's memory have to be read. Nothing once the signal is aborted. */
  take(): Promise<HubEntry[] | "missed">;
}

/** Holds what came in while its reader was busy, up to a bound. */
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
 * Whether only this inbox has it: told past the hub's memory, as while Redis is away. It comes before what is read then, which may say
 * that its turn is over; all others are read again in their order.
 */
function isOnlyHere({ position }: HubEntry): boolean {
  return position === 0;
}
