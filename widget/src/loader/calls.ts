/** A call as the page made it: the name first, then the arguments. */
export type Call = readonly unknown[];

/** The function `window.Parley`, before and after the widget has loaded. */
export interface ParleyFunction {
  (...call: unknown[]): unknown;
  /** For pages that queue with `Parley = []; Parley.push([...])`. */
  push(...calls: Call[]): void;
  /** Id of the tenant whose chat this is. */
  readonly tenant: string;
}

/** Runs one call and returns the page's result. */
export type Run = (name: string, args: readonly unknown[]) => unknown;

/** The function that replaces the page's queue. A queue is an array of calls, or a function that collects its arguments in `q`. */
export function createFunction(run: Run, tenant: string): ParleyFunction {
  const parley = (...[name, ...args]: unknown[]) => (typeof name === "string" ? run(name, args) : undefined);
  return Object.assign(parley, {
    tenant,
    push: (...calls: Call[]) => {
      for (const call of calls) parley(...toCall(call));
    },
  });
}

/** The calls from before the widget was loaded, in order. */
export function queuedCalls(queue: unknown): Call[] {
  const calls = (queue as { q?: unknown } | null | undefined)?.q ?? queue;
  return Array.isArray(calls) ? calls.map(toCall) : [];
}

/** `['open']`, the arguments of a call, or just `'open'`. */
function toCall(call: unknown): Call {
  return typeof call === "string" ? [call] : Array.from(Object(call) as ArrayLike<unknown>);
}
