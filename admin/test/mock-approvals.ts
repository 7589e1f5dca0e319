import type { TicketDetail } from "../../protocol/admin.ts";
import type { AdminConfirmation, TicketCall } from "../../protocol/admin-confirmations.ts";
import { type Answer, agent, type Call, ok, refuse } from "./mock-answers.ts";
import { minutesAgo, uuid } from "./mock-data.ts";
import type { Mock } from "./mock-server.ts";

/** A change in a ticket that waits for an agent's approval. */
function pendingConfirmation({ ticket }: TicketDetail, more: Partial<AdminConfirmation> = {}): AdminConfirmation {
  return {
    confirmation_id: uuid(6401),
    action: "Move a delivery",
    connection: "Orders",
    description: "The delivery of A-1042 would come on Friday, 27 November.",
    arguments: { order_number: "A-1042", day: "2026-11-27" },
    fields: [
      { name: "order_number", label: "Order number", value: "A-1042" },
      { name: "day", label: "New day", value: "2026-11-27", before: "2026-11-25" },
    ],
    waits_for: "agent",
    expires_at: minutesAgo(-8),
    ticket: { id: ticket.id, number: ticket.number, subject: ticket.subject },
    visitor: { id: ticket.visitor.id, name: ticket.visitor.name, email: ticket.visitor.email, is_identified: true },
    approval: "both",
    status: "pending",
    visitor_approved: true,
    agent_approved: null,
    agent: null,
    decided_by: null,
    created_at: minutesAgo(2),
    decided_at: null,
    seconds_left: 480,
    ...more,
  };
}

/** A tool call in a ticket. */
function ticketCall(nth: number, more: Partial<TicketCall> = {}): TicketCall {
  return {
    id: uuid(6200 + nth),
    kind: "read",
    title: "Find an order",
    connection: "Orders",
    arguments: { order_number: "A-1042" },
    confirmation_id: null,
    turn_id: uuid(6301),
    status: "completed",
    content: "Order A-1042 is packed.",
    error: null,
    settled: null,
    created_at: minutesAgo(3),
    ended_at: minutesAgo(3),
    ...more,
  };
}

/** Fills a ticket with all kinds of tool calls: lookups, changes, rejected and interrupted ones, and one that waits for approval. */
export function fillWithTools(detail: TicketDetail): void {
  const before = pendingConfirmation(detail, {
    confirmation_id: uuid(6402),
    status: "declined",
    visitor_approved: false,
    decided_by: "visitor",
    decided_at: minutesAgo(3),
    seconds_left: 0,
  });
  detail.confirmations = [before, pendingConfirmation(detail)];
  detail.tool_calls = [
    ticketCall(2),
    ticketCall(1, {
      kind: "write",
      title: "Move a delivery",
      status: "unknown",
      content: "",
      error: "The connection was cut before the server answered.",
      ended_at: null,
    }),
  ];
}

/** The approval routes, over the tickets of the mock. */
export function approvalRoute(mock: Mock, path: string, call: Call): Answer | null {
  const all = [...mock.tickets.values()].flatMap(({ confirmations }) => confirmations);
  if (path === "/admin/confirmations")
    return ok({ items: all.filter(({ status, waits_for }) => status === "pending" && waits_for === "agent") });
  const named = /^\/admin\/tickets\/([^/]+)\/confirmations\/([^/]+)$/.exec(path);
  if (!named) return null;
  const confirmation = all.find(({ confirmation_id: id }) => id === named[2]);
  if (!confirmation) return refuse(404, "not_found");
  if (confirmation.status !== "pending") return refuse(409, "already_answered");
  const { approved } = call.body as { approved: boolean };
  Object.assign(confirmation, {
    status: approved ? "approved" : "declined",
    agent_approved: approved,
    agent,
    decided_by: "agent",
    decided_at: minutesAgo(0),
    seconds_left: 0,
  });
  mock.deskChanged(named[1] ?? "");
  return ok({ confirmation });
}
