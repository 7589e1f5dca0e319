import { subscribe } from "node:diagnostics_channel";
import { type OpenSpan, openSpan } from "../trace.ts";

const spans = new WeakMap<object, OpenSpan>();
let isFollowing = false;

/** Has the Redis commands of this process become spans of whoever sends them: their names, never their keys and values. */
export function followCommands(): void {
  if (isFollowing) return;
  isFollowing = true;
  // The client's own channels; whoever sends a command is the caller of `start`.
  subscribe("tracing:ioredis:command:start", (message) => {
    const { command } = message as { command: string }; // CommandTraceContext of ioredis
    const name = command.toLowerCase();
    const attributes = { "db.system.name": "redis", "db.operation.name": name };
    const span = openSpan(`redis ${name}`, { kind: "client", attributes });
    if (span) spans.set(message as object, span);
  });
  subscribe("tracing:ioredis:command:asyncEnd", (message) => {
    const { error } = message as { error?: unknown }; // set by tracePromise
    // A script that Redis does not know yet is sent whole next.
    const isFine = error === undefined || String(error).includes("NOSCRIPT");
    spans.get(message as object)?.end(isFine ? undefined : "refused");
  });
}
