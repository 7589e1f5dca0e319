import { randomUUID } from "node:crypto";
import type { Request, Response } from "express";
import type { StreamEvent } from "../../../../protocol/events.ts";
import type { VisitorCredentials } from "../../../accounts/sign-in/credentials.ts";
import { parseCursor } from "../../../core/live/cursor.ts";
import type { Followed } from "../../../core/live/follow.ts";
import { sendLog } from "../../../http/send-log.ts";
import type { Accepted } from "../../turns/accept-message.ts";
import type { TicketLogDeps } from "./deps.ts";
import { forVisitor } from "./visitor-log.ts";

/** The reader's cursor: after `Last-Event-ID` or `last_event_id`, else the first event. @throws AppError `invalid_request`. */
export function readCursor(request: Request): { sequence: number; position: number } {
  const header = request.get("last-event-id");
  const given = header ?? (typeof request.query.last_event_id === "string" ? request.query.last_event_id : undefined);
  return given === undefined || given === "" ? { sequence: 0, position: 0 } : parseCursor(given);
}

/** Streams an accepted message and the turn that answers it. */
export async function streamTurn(
  { openLog, streams }: Pick<TicketLogDeps, "openLog" | "streams">,
  { caller, request, response }: { caller: VisitorCredentials; request: Request; response: Response },
  { accepted, messageId }: { accepted: Accepted; messageId: string | null },
): Promise<void> {
  await sendLog(streams, {
    exchange: { req: request, res: response, endsItself: true },
    open: async (signal) =>
      untilAnswered(forVisitor(await openLog(caller, { ...placeOf(accepted), signal })), accepted, messageId ?? ""),
  });
}

/** The cursor for following an accepted message. With a position the reader misses nothing of the turn, even when the turn ends quickly. */
function placeOf({ after, position = 0 }: Pick<Accepted, "after" | "position">) {
  return { cursor: { sequence: after, position }, isNew: position > 0 };
}

/**
 * The part of the log about one message: from the message to the end of the turn that answers it. While an agent owns the ticket, the
 * stream has only the message, and `end` follows at once. The `end` events of earlier turns are left out: a stream has one `end`, its last
 * event.
 */
export async function* untilAnswered(
  log: AsyncGenerator<Followed, void, undefined>,
  accepted: Pick<Accepted, "turnId" | "behindTurnId">,
  messageId: string,
): AsyncGenerator<Followed, void, undefined> {
  let { turnId, behindTurnId } = accepted;
  let humanOwns = false;
  for await (const item of log) {
    const { event } = item;
    if (event.type === "end") {
      const isBehind = event.turn_id === behindTurnId;
      const isLast = isBehind ? humanOwns : turnId === null || event.turn_id === turnId;
      if (!isLast) continue;
      yield item;
      return;
    }
    yield item;
    if (event.type === "owner") humanOwns = event.owner === "human";
    if (event.type === "message" && event.message.id === messageId && turnId === null && behindTurnId === null) {
      yield { id: undefined, event: endAfter(event) };
      return;
    }
    if (event.type === "cancel" && event.reason === "restarted" && event.turn_id === turnId) {
      behindTurnId = turnId;
      turnId = null;
    }
  }
}

function endAfter(event: StreamEvent): StreamEvent {
  return { type: "end", event_id: randomUUID(), turn_id: null, sequence: event.sequence, created_at: event.created_at };
}
