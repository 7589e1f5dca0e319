import { eventText } from "../live/event-text.ts";
import type { Followed } from "../live/follow.ts";
import type { Exchange, OpenStreams } from "./open-streams.ts";

type Log = AsyncGenerator<Followed, void, undefined>;

/**
 * Answers with a ticket's log as an event stream. The log is opened first, so that what goes wrong then
 * is still told with a status.
 */
export async function sendLog(
  streams: OpenStreams,
  exchange: Exchange,
  open: (signal: AbortSignal) => Promise<Log>,
): Promise<void> {
  const gone = new AbortController();
  const log = await open(gone.signal);
  const stream = streams.open(exchange, gone);
  for await (const { id, event } of log) await stream.send({ id, event: event.type, json: eventText(event) });
  stream.close();
}
