import type { Request, RequestHandler } from "express";
import { parseCursor } from "../../../core/live/cursor.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { sendLog } from "../../../http/send-log.ts";
import type { TicketLogDeps } from "./deps.ts";

/**
 * `GET /api/v1/chat/events`: the live feed of the whole ticket. Starts after `Last-Event-ID` (or
 * `last_event_id` in the query); without one, from the ticket's first event. With `until=now` the answer
 * ends with what has happened so far: a reader behind a proxy that holds streams back asks so again and again.
 */
export function eventsRoute(deps: TicketLogDeps): RequestHandler {
  return async (req, res) => {
    const visitor = visitorOf(res);
    const cursor = readCursor(req);
    const untilNow = req.query.until === "now";
    await sendLog(deps.streams, {
      exchange: { req, res },
      open: (signal) =>
        deps.openLog(visitor, { cursor, signal, ...(untilNow ? { untilNow } : { visitorId: visitor.visitorId }) }),
    });
  };
}

/** The place to go on from. @throws AppError `invalid_request`. */
export function readCursor(req: Request): { sequence: number; position: number } {
  const header = req.get("last-event-id");
  const given = header ?? (typeof req.query.last_event_id === "string" ? req.query.last_event_id : undefined);
  return given === undefined || given === "" ? { sequence: 0, position: 0 } : parseCursor(given);
}
