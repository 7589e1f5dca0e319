import type { IncomingMessage, ServerResponse } from "node:http";
import type { ResolutionResponse } from "../../protocol/visitor-tickets.ts";
import { sendJson } from "./mock-http.ts";
import { MockTicket } from "./mock-ticket.ts";

/** One request to the mock server. */
export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  body: unknown;
}

interface VisitorCall extends Call {
  tickets: ReadonlyMap<string, MockTicket>;
  pageSize: number;
  resolution: ResolutionResponse;
  /** Answers with a session for a ticket. */
  open: (ticket: MockTicket) => void;
}

/** What the server does about several tickets of a visitor and about those that have ended. False for other calls. */
export function answerVisitorTickets(path: string, ticket: MockTicket, call: VisitorCall): boolean {
  const { response, body } = call;
  const ok = () => sendJson(response, 200, { ok: true });
  const opened = /^tickets\/([^/]+)\/open$/.exec(path)?.[1];
  if (opened) openTicket(opened, ticket, call);
  else if (path === "tickets") answerTickets(ticket, call);
  else if (path === "resolution") sendJson(response, 200, call.resolution);
  else if (path === "seen") {
    ticket.seen = ticket.messages.length;
    ok();
  } else if (path === "reopen") {
    ticket.handTo("assistant", "open");
    ok();
  } else if (path === "rating") {
    // The widget's own tests look at what it sent.
    ticket.ratings.push(body as MockTicket["ratings"][number]);
    ok();
  } else if (path === "transcript") {
    ticket.mailedTo.push((body as { email: string }).email);
    ok();
  } else return false;
  return true;
}

function openTicket(id: string, ticket: MockTicket, { response, tickets, open }: VisitorCall): void {
  const found = theirs(ticket, tickets).find((other) => other.id === id);
  if (found) open(found);
  else sendJson(response, 404, { error: { code: "not_found", message: "none" } });
}

function answerTickets(ticket: MockTicket, { request, response, tickets, pageSize, open }: VisitorCall): void {
  if (request.method === "POST") {
    const next = new MockTicket(1042 + tickets.size);
    next.visitor = ticket.visitor;
    next.form = ticket.form;
    return open(next);
  }
  const said = theirs(ticket, tickets).filter(({ messages }) => messages.length > 0);
  const all = said.map(({ line }) => line).sort((a, b) => b.at.localeCompare(a.at));
  const from = Number(new URL(request.url ?? "", "http://mock").searchParams.get("cursor") ?? 0);
  const to = from + pageSize;
  sendJson(response, 200, { items: all.slice(from, to), next_cursor: to < all.length ? String(to) : null });
}

function theirs({ visitor }: MockTicket, tickets: VisitorCall["tickets"]): MockTicket[] {
  return [...new Set(tickets.values())].filter((other) => other.visitor === visitor);
}
