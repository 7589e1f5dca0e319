import { createParser, type EventSourceMessage } from "eventsource-parser";

/** Well above the longest message; a longer frame does not come from our server. */
const maxFrameChars = 2_000_000;

/**
 * Reads server-sent events to the end of the body, or until `onFrame` returns false; then it cancels the request.
 * @param onActivity called for each chunk, even if it is only a ping.
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
    // A broken stream cannot be cancelled any more.
    reader.cancel().catch(() => undefined);
  }
}
