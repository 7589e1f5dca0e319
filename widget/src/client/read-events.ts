import { createParser } from "eventsource-parser";
import type { StreamEvent } from "../../../protocol/events.ts";
import { parseEvent } from "../../../screens/events/parse-event.ts";

/** Well above the longest message; a frame beyond it is not ours. */
const maxFrameChars = 2_000_000;

export interface ReadOptions {
  /** One event and its place in the log. False: no more of them. */
  onEvent: (event: StreamEvent, cursor: string | undefined) => unknown;
  /** The place in the log of each frame, be it one that is passed over. */
  onPlace?: (cursor: string) => void;
  /** Something came in, be it only a ping. */
  onActivity?: () => void;
}

/** Reads server-sent events to the end of the body, or until enough were read: the request is over then. Frames that are no events, and events that only a newer server knows, are passed over. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { onEvent, onPlace, onActivity }: ReadOptions,
): Promise<void> {
  let isEnough = false;
  const parser = createParser({
    maxBufferSize: maxFrameChars,
    onEvent: (frame) => {
      if (frame.id) onPlace?.(frame.id);
      const event = parseEvent(frame.data);
      if (event && onEvent(event, frame.id) === false) isEnough = true;
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done && !isEnough; chunk = await reader.read()) {
      onActivity?.();
      parser.feed(decoder.decode(chunk.value, { stream: true }));
    }
  } finally {
    // One that broke cannot be ended any more.
    reader.cancel().catch(() => undefined);
  }
}
