import { createParser, type EventSourceMessage } from "eventsource-parser";

/** Well above the longest message; a frame beyond it is not ours. */
const maxFrameChars = 2_000_000;

/**
 * Reads server-sent events to the end of the body, or until `onFrame` answers false: the request is over then.
 * @param onActivity something came in, be it only a ping.
 */
export async function readFrames(
  body: ReadableStream<Uint8Array>,
  onFrame: (frame: EventSourceMessage) => unknown,
  onActivity?: () => void,
): Promise<void> {
  let isEnough = false;
  const parser = createParser({
    maxBufferSize: maxFrameChars,
    onEvent: (frame) => {
      if (onFrame(frame) === false) isEnough = true;
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
