import type { StreamEvent } from "../../../protocol/events.ts";
import { parseEvent } from "../../../ui/events/parse-event.ts";
import { readFrames } from "../../../ui/feed/read-frames.ts";

/** One event and its place in the log. False: no more of them. */
type OnEvent = (event: StreamEvent, cursor: string | undefined) => unknown;

/** Reads the events of a body. Frames that are no events, and events that only a newer server knows, are passed over. */
export function readEvents(body: ReadableStream<Uint8Array>, onEvent: OnEvent): Promise<void> {
  return readFrames(body, ({ data, id }) => {
    const event = parseEvent(data);
    return event && onEvent(event, id);
  });
}
