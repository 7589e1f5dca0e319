import type { TicketDetail } from "../../protocol/admin.ts";
import type { CannedReply } from "../../protocol/admin-canned.ts";
import type { Presence } from "../../protocol/admin-presence.ts";
import { type Answer, agent, type Call, ok, refuse } from "./mock-answers.ts";
import { uuid } from "./mock-data.ts";
import type { Mock } from "./mock-server.ts";

export const bo = { id: uuid(7002), name: "Bo Bauer" };

export function seedReplies(): CannedReply[] {
  const updated_at = new Date().toISOString();
  return [
    {
      id: uuid(7101),
      name: "refund",
      content: "Hello {{visitor.name}}, your refund for #{{ticket.number}} is on its way.",
      is_shared: true,
      updated_at,
    },
    { id: uuid(7102), name: "signature", content: "Best, {{agent.name}}", is_shared: false, updated_at },
    { id: uuid(7103), name: "order", content: "Your order {{order.id}} has left us.", is_shared: true, updated_at },
  ];
}

/** The routes of the team: mentions, colleagues, canned replies, visitors. Null for all others. */
export function teamRoute(mock: Mock, path: string, call: Call): Answer | null {
  if (path === "/admin/mentions") return ok({ items: mock.mentions });
  if (path === "/admin/colleagues")
    return ok({ items: [agent, bo].map((person) => ({ ...person, here: true, away: null })) });
  if (path.startsWith("/admin/canned-replies")) return cannedRoute(mock, path.split("/")[3], call);
  const visitor = /^\/admin\/visitors\/([^/]+)(?:\/(block|unblock))?$/.exec(path);
  if (!visitor) return null;
  const theirs = [...mock.tickets.values()].filter(({ ticket }) => ticket.visitor.id === visitor[1]);
  for (const detail of theirs) {
    if (call.method === "DELETE") mock.tickets.delete(detail.ticket.id);
    else
      detail.visitor = {
        ...detail.visitor,
        blocked_at: visitor[2] === "block" ? new Date().toISOString() : null,
      };
  }
  return ok({ ok: true });
}

function cannedRoute(mock: Mock, id: string | undefined, call: Call): Answer {
  const body = call.body as Partial<CannedReply>;
  if (call.method === "POST") {
    const reply = { ...body, id: uuid(7200 + mock.canned.length), updated_at: new Date().toISOString() } as CannedReply;
    mock.canned = [...mock.canned, reply];
    return ok(reply, 201);
  }
  if (call.method === "DELETE") mock.canned = mock.canned.filter((reply) => reply.id !== id);
  if (call.method === "PATCH")
    mock.canned = mock.canned.map((reply) => (reply.id === id ? { ...reply, ...body } : reply));
  return ok({ items: mock.canned });
}

/** Actions on a ticket other than a reply. Null for all others. */
export function teamVerb(
  mock: Mock,
  detail: TicketDetail,
  { verb, call }: { verb: string; call: Call },
): Answer | null {
  switch (verb) {
    case "notes": {
      const { note_id: id, content, mentions } = call.body as { note_id: string; content: string; mentions: string[] };
      const note = {
        id,
        author: agent,
        content,
        mentions: mentions.includes(bo.id) ? [bo] : [],
        created_at: new Date().toISOString(),
      };
      detail.notes = [...detail.notes, note];
      break;
    }
    case "mentions-seen":
      mock.mentions = mock.mentions.filter(({ ticket }) => ticket.id !== detail.ticket.id);
      return ok({ ok: true });
    case "typing":
      return ok({ ok: true });
    case "spam":
      rememberFor(mock, detail);
      detail.ticket = { ...detail.ticket, status: "resolved", assignee: agent, waiting_since: null };
      detail.ended_as = "spam";
      detail.ticket.ended_as = "spam";
      break;
    case "merge":
    case "links":
      return putTogether(mock, detail, { verb, call });
    case "undo": {
      const before = mock.before.get(detail.ticket.id);
      if (!before) return refuse(409, "already_handled");
      Object.assign(detail, before, { messages: detail.messages, undo_until: null });
      break;
    }
    default:
      return null;
  }
  mock.deskChanged(detail.ticket.id);
  return ok(detail);
}

function putTogether(mock: Mock, detail: TicketDetail, { verb, call }: { verb: string; call: Call }): Answer {
  const { into, ticket_id } = call.body as { into?: string; ticket_id?: string };
  const other = mock.tickets.get(into ?? ticket_id ?? "");
  if (!other) return refuse(404, "not_found");
  const { id, number, subject, status } = other.ticket;
  const at = new Date().toISOString();
  if (verb === "links") detail.related.links = [{ id, number, subject, status }];
  else {
    rememberFor(mock, detail);
    const { ticket } = detail;
    detail.related = { ...detail.related, merged_into: { id, number, subject, status, by: agent.name, at } };
    detail.ticket = { ...ticket, status: "resolved", assignee: agent, waiting_since: null };
    detail.ended_as = "merged";
    detail.ticket.ended_as = "merged";
    const own = { id: ticket.id, number: ticket.number, subject: ticket.subject, status: ticket.status };
    other.related = { ...other.related, merged: [{ ...own, by: agent.name, at }] };
  }
  mock.deskChanged(detail.ticket.id);
  return ok(detail);
}

/** Stores a ticket's state for undo. */
export function rememberFor(mock: Mock, detail: TicketDetail): void {
  mock.before.set(detail.ticket.id, structuredClone(detail));
  detail.undo_until = new Date(Date.now() + 30_000).toISOString();
}

/** A presence event of a colleague who has the ticket open. */
export function presenceOf(state: Presence["state"], session = "s-1"): Presence {
  return { type: "presence", session, person: bo, state };
}
