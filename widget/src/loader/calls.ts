/** A call as the page made it: name first, then what belongs to it. */
export type Call = readonly unknown[];

/** What the page finds as `window.Parley`, before and after the widget has loaded. */
export interface ParleyFunction {
  (...call: unknown[]): unknown;
  /** For pages that queue with `Parley = []; Parley.push([...])`. */
  push(...calls: Call[]): void;
}

/** Runs one call; gives what the page gets back. */
export type Run = (name: string, args: readonly unknown[]) => unknown;

/**
 * The function that takes the place of the page's queue.
 * A queue is an array of calls, or a function that collects its arguments in `q`.
 */
export function createFunction(run: Run): ParleyFunction {
  const parley = (...[name, ...args]: unknown[]) => (typeof name === "string" ? run(name, args) : undefined);
  return Object.assign(parley, {
    push: (...calls: Call[]) => {
      for (const call of calls) parley(...toCall(call));
    },
  });
}

/** What was called before the widget was there, in order. */
export function queuedCalls(queue: unknown): Call[] {
  const calls = typeof queue === "function" ? (queue as { q?: unknown }).q : queue;
  return Array.isArray(calls) ? calls.map(toCall) : [];
}

/** `['open']`, the arguments of a call, or just `'open'`. */
function toCall(call: unknown): Call {
  if (typeof call === "string") return [call];
  return typeof call === "object" && call !== null && "length" in call ? Array.from(call as ArrayLike<unknown>) : [];
}
