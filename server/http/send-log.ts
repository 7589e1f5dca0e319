import { eventText } from "../core/live/event-text.ts";
import type { Followed } from "../core/live/follow.ts";
import type { Exchange, OpenStreams, SseResponse } from "./open-streams.ts";

type Log = AsyncGenerator<Followed, void, undefined>;

interface LogAnswer {
  exchange: Exchange;
  /** Opens the log; errors at this point still get an HTTP status. */
  open(signal: AbortSignal): Promise<Log>;
  /** Sends other events on the same stream until the signal aborts. */
  beside?(stream: SseResponse, signal: AbortSignal): Promise<void>;
}

/** Responds with a ticket's log as an event stream. */
export async function sendLog(streams: OpenStreams, { exchange, open, beside }: LogAnswer): Promise<void> {
  const gone = new AbortController();
  const log = await open(gone.signal);
  const stream = streams.open(exchange, gone);
  await beside?.(stream, gone.signal);
  for await (const { id, event } of log) await stream.send({ id, event: event.type, json: eventText(event) });
  stream.close();
}
