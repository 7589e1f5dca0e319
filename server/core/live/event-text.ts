import type { StreamEvent } from "../../../protocol/events.ts";

const texts = new WeakMap<StreamEvent, string>();

/** The event as JSON, serialized once for all readers of this process. */
export function eventText(event: StreamEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = JSON.stringify(event);
  texts.set(event, text);
  return text;
}
