import type { HubEntry } from "./hub.ts";
import type { Listeners } from "./listeners.ts";

/** Channels that are told to look at the store in one step, and the pause between steps: no stampede on the database. */
const nudgedAtOnce = 20;
const nudgePauseMs = 20;

/** Has every reader of this process look at the store, a few at a time. A round at work is not doubled. */
export function createNudge(readers: Listeners<[entry: HubEntry | null]>): { all(): void; stop(): void } {
  let nudging: NodeJS.Timeout | undefined;
  return {
    all() {
      if (nudging) return;
      const channels = readers.names();
      const step = () => {
        for (const channel of channels.splice(0, nudgedAtOnce)) readers.tell(channel, null);
        nudging = channels.length > 0 ? setTimeout(step, nudgePauseMs).unref() : undefined;
      };
      step();
    },
    stop: () => clearTimeout(nudging),
  };
}
