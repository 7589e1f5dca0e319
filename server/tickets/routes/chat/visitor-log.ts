import type { Followed } from "../../../core/live/follow.ts";

/**
 * A ticket's log as its visitor may read it. That the ticket was drawn to measure the assistant is internal: the visitor gets the reason
 * whose sentence the message says.
 */
export async function* forVisitor(
  log: AsyncGenerator<Followed, void, undefined>,
): AsyncGenerator<Followed, void, undefined> {
  for await (const item of log) {
    const { event } = item;
    const isDrawn = event.type === "escalation" && event.reason === "hold_out";
    yield isDrawn ? { ...item, event: { ...event, reason: "sensitive_topic" } } : item;
  }
}
