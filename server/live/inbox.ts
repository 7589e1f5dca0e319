import { eventText } from "./event-text.ts";
import type { HubEntry } from "./hub.ts";

/**
 * Most characters of events held for a reader that does not keep up; past it, it catches up from the
 * store instead. With the 16 KB that Node.js holds of a response this stays below 128 KB a reader.
 */
const maxWaitingChars = 48 * 1024;

export interface Inbox {
  push(entry: HubEntry | null): void;
  /** Waits for entries. "missed": some were dropped, so the store has to be read. Nothing once the signal is aborted. */
  take(): Promise<HubEntry[] | "missed">;
}

/** Holds what came in while its reader was busy, up to a bound. */
export function createInbox(signal: AbortSignal): Inbox {
  let waiting: HubEntry[] = [];
  let chars = 0;
  let missed = false;
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
      if (missed) return;
      if (entry) chars += eventText(entry.event).length;
      if (entry === null || chars > maxWaitingChars) {
        empty();
        missed = true;
      } else {
        waiting.push(entry);
      }
      wake?.();
    },
    async take() {
      while (waiting.length === 0 && !missed && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (!missed) return empty();
      missed = false;
      return "missed";
    },
  };
}
