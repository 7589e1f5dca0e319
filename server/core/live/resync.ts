/** Channels whose readers read the store again per step, and the pause between steps, so that they do not overload the database. */
const channelsPerStep = 20;
const pauseMs = 20;

export interface Resync {
  /** Makes all readers read again. If a round is running, it is followed by another, because some readers read before this call. */
  all(): void;
  /** The same, unless a round is running: for calls that are repeated regularly. */
  poll(): void;
  stop(): void;
}

/**
 * Makes the listeners of every name read again, a few names at a time.
 * @param names those with listeners at the moment
 * @param tell calls the listeners of one name
 */
export function createResync(names: () => string[], tell: (name: string) => void): Resync {
  let step: NodeJS.Timeout | undefined;
  let isDirty = false;
  const start = () => {
    isDirty = false;
    const waiting = names();
    const next = () => {
      for (const name of waiting.splice(0, channelsPerStep)) tell(name);
      step = waiting.length > 0 ? setTimeout(next, pauseMs).unref() : undefined;
      if (!step && isDirty) start();
    };
    next();
  };
  return {
    all() {
      if (step) isDirty = true;
      else start();
    },
    poll() {
      if (!step) start();
    },
    stop: () => clearTimeout(step),
  };
}
