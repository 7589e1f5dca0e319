/** Channels whose readers read the store again in one step, and the pause between two steps: no stampede on the database. */
const channelsPerStep = 20;
const pauseMs = 20;

export interface Resync {
  /** Has everybody read again. When a round is under way, some were asked before this call: another round follows it. */
  all(): void;
  /** The same unless a round is under way: for calls that come again and again. */
  poll(): void;
  stop(): void;
}

/**
 * Has the listeners of every name read again, a few names at a time.
 * @param names those that somebody listens to now
 * @param tell tells the listeners of one name
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
