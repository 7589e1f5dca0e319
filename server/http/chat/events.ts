import type { Request, RequestHandler } from "express";
import { parseCursor } from "../../live/cursor.ts";
import { visitorOf } from "../credentials.ts";
import { sendLog } from "../send-log.ts";
import type { TicketLogDeps } from "./deps.ts";

/**
 * `GET /api/v1/chat/events`: the live feed of the whole ticket. Starts after `Last-Event-ID` (or
 * `last_event_id` in the query); without one, from the ticket's first event.
 */
export function eventsRoute(deps: TicketLogDeps): RequestHandler {
  return async (req, res) => {
    const visitor = visitorOf(res);
    const cursor = readCursor(req);
    await sendLog(deps.streams, { req, res }, (signal) => deps.openLog(visitor, { cursor, signal }));
  };
}

/** The place to go on from. @throws AppError `invalid_request`. */
export function readCursor(req: Request): { sequence: number; position: number } {
  const header = req.get("last-event-id");
  const given = header ?? (typeof req.query.last_event_id === "string" ? req.query.last_event_id : undefined);
  return given === undefined || given === "" ? { sequence: 0, position: 0 } : parseCursor(given);
}
