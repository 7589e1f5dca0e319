import type { Request, Response } from "express";
import { eventText } from "../live/event-text.ts";
import type { Followed } from "../live/follow.ts";
import type { OpenStreams } from "./open-streams.ts";

type Log = AsyncGenerator<Followed, void, undefined>;

/**
 * Answers with a ticket's log as an event stream. The log is opened first, so that what goes wrong then
 * is still told with a status.
 * @param options `endsItself`: the log is that of one answer and ends with it.
 */
export async function sendLog(
  streams: OpenStreams,
  { req, res }: { req: Request; res: Response },
  open: (signal: AbortSignal) => Promise<Log>,
  options: { endsItself?: boolean } = {},
): Promise<void> {
  const gone = new AbortController();
  const log = await open(gone.signal);
  const stream = streams.open(req, res, gone, options);
  for await (const { id, event } of log) await stream.send({ id, event: event.type, json: eventText(event) });
  stream.close();
}
