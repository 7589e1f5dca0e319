import type { StreamEvent } from "../../../protocol/events.ts";
import { parseEvent } from "../../../ui/events/parse-event.ts";
import { readFrames } from "../../../ui/feed/read-frames.ts";

/** One event and its cursor. Returns false to stop reading. */
type OnEvent = (event: StreamEvent, cursor: string | undefined) => unknown;

/** Reads the events of a body. Skips frames that are no events, and events that only a newer server knows. */
export function readEvents(body: ReadableStream<Uint8Array>, onEvent: OnEvent): Promise<void> {
  return readFrames(body, ({ data, id }) => {
    const event = parseEvent(data);
    return event && onEvent(event, id);
  });
}
