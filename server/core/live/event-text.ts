import type { StreamEvent } from "../../../protocol/events.ts";

const texts = new WeakMap<StreamEvent, string>();

/** The event as JSON, made once however many readers of this process it goes to. */
export function eventText(event: StreamEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = JSON.stringify(event);
  texts.set(event, text);
  return text;
}
