import type { ServerResponse } from "node:http";
import { sendJson } from "./mock-http.ts";
import type { MockTicket } from "./mock-ticket.ts";

export interface OpenedRelated {
  message_id: string;
  chunk_id: string;
  client_id: string;
}

/** Shows a section that is offered below an answer. */
export function openRelated(ticket: MockTicket, opened: OpenedRelated, response: ServerResponse): void {
  const { related = [] } = ticket.messages.find(({ id }) => id === opened.message_id) ?? {};
  const section = related.find(({ chunk_id }) => chunk_id === opened.chunk_id);
  if (!section) return sendJson(response, 404, { error: { code: "not_found", message: "not_found" } });
  section.opened = true;
  ticket.say("visitor", section.heading ?? section.title, { id: opened.client_id });
  ticket.say("assistant", `All about it: ${section.title}.`);
  ticket.append("end", {});
  sendJson(response, 200, { ok: true });
}
