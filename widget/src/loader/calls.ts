/** A call as the page made it: the name first, then the arguments. */
export type Call = readonly unknown[];

/** The function `window.Parley`, before and after the widget has loaded. */
export interface ParleyFunction {
  (...call: unknown[]): unknown;
  /** For pages that queue with `Parley = []; Parley.push([...])`. */
  push(...calls: Call[]): void;
}

/** Runs one call and returns the page's result. */
export type Run = (name: string, args: readonly unknown[]) => unknown;

/** The function that replaces the page's queue. A queue is an array of calls, or a function that collects its arguments in `q`. */
export function createFunction(run: Run): ParleyFunction {
  const parley = (...[name, ...args]: unknown[]) => (typeof name === "string" ? run(name, args) : undefined);
  return Object.assign(parley, {
    push: (...calls: Call[]) => {
      for (const call of calls) parley(...toCall(call));
    },
  });
}

/** The calls from before the widget was loaded, in order. */
export function queuedCalls(queue: unknown): Call[] {
  const calls = typeof queue === "function" ? (queue as { q?: unknown }).q : queue;
  return Array.isArray(calls) ? calls.map(toCall) : [];
}

/** `['open']`, the arguments of a call, or just `'open'`. */
function toCall(call: unknown): Call {
  if (typeof call === "string") return [call];
  return typeof call === "object" && call !== null && "length" in call ? Array.from(call as ArrayLike<unknown>) : [];
}
