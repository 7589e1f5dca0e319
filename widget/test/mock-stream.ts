import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Frame, MockTicket } from "./mock-ticket.ts";

/** Sends a ticket's frames after a cursor, and those to come; of a turn, up to its end. */
export function followTicket(
  ticket: MockTicket,
  { cursor, response, isTurn }: { cursor: string; response: ServerResponse; isTurn: boolean },
): void {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-cache, no-transform" });
  response.write(": ping\n\n");
  const write = (frame: Frame) => {
    response.write(`id: ${frame.id}\nevent: ${frame.type}\ndata: ${frame.data}\n\n`);
    if (isTurn && frame.type === "end") response.end();
  };
  for (const frame of ticket.after(cursor)) write(frame);
  ticket.listeners.add(write);
  response.on("close", () => ticket.listeners.delete(write));
}

/** Tells one stream alone that nothing more follows. */
export function endStream({ sequence }: MockTicket, response: ServerResponse): void {
  const end = { type: "end", event_id: randomUUID(), turn_id: null, sequence, created_at: new Date() };
  response.end(`event: end\ndata: ${JSON.stringify(end)}\n\n`);
}
