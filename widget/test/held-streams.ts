import type { IncomingMessage, ServerResponse } from "node:http";
import type { MockTicket } from "./mock-ticket.ts";

/** As a proxy does that passes an answer on when it is whole. */
export function holdBack(response: ServerResponse): void {
  const held: string[] = [];
  const end = response.end.bind(response);
  Object.assign(response, {
    flushHeaders: () => undefined,
    write: (text: string) => held.push(text) > 0,
    end: (text = "") => end(held.join("") + text),
  });
}

/** What has happened by now, as a whole answer. */
export function sendUntilNow(ticket: MockTicket, request: IncomingMessage, response: ServerResponse): void {
  const frames = ticket.after(String(request.headers["last-event-id"] ?? "0"));
  const lines = frames.map(({ id, type, data }) => `id: ${id}\nevent: ${type}\ndata: ${data}\n\n`);
  response.writeHead(200, { "Content-Type": "text/event-stream" }).end(`: connected\n\n${lines.join("")}`);
}
