/** Several changes in a row, e.g. one turn's, become one reading. */
const settleMs = 200;
/** Forty lists in a second leave a server room for everything else: for each console that was told, the last one waits so much longer, up to the longest. */
const perConsoleMs = 25;
const longestMs = 6_000;
/** So few may read at once. */
const fewConsoles = 5;

/**
 * Reads soon after something has changed: at once where few were told, one console after another where many were.
 * @returns what is called for each change, with how many consoles were told of it at the same moment.
 */
export function settle(read: () => void): (consoles?: number) => void {
  let settling: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;
  return (consoles = 1) => {
    const spreadMs = consoles <= fewConsoles ? 0 : Math.min(longestMs, consoles * perConsoleMs);
    const waitMs = settleMs + Math.random() * spreadMs;
    const at = Date.now() + waitMs;
    // What was done here is shown sooner than what many are told.
    if (settling && settling.at <= at) return;
    clearTimeout(settling?.timer);
    const timer = setTimeout(() => {
      settling = undefined;
      read();
    }, waitMs);
    settling = { at, timer };
  };
}
