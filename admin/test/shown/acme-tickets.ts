import type { TicketDetail } from "../../../protocol/admin.ts";
import { minutesAgo, uuid } from "../mock-data.ts";
import { detail } from "../mock-ticket.ts";

import { ada, ben, seeds, shownTickets } from "./acme-seeds.ts";

/** The inbox of a company with a normal workload. */
export function acmeTickets(): Map<string, TicketDetail> {
  const details = seeds().map(detail);
  const tickets = new Map(details.map((each) => [each.ticket.id, each]));
  const of = (id: string) => tickets.get(id) as TicketDetail; // seeded below
  setDraft(of(shownTickets.draft));
  setMine(of(shownTickets.mine));
  for (const each of details) each.page = { url: "https://acme.example.com/billing", title: "Billing · Acme Cloud" };
  const merged = of(shownTickets.merged);
  const { id, number, subject, status } = of(shownTickets.draft).ticket;
  merged.ended_as = "merged";
  merged.ticket.ended_as = "merged";
  merged.related.merged_into = { id, number, subject, status, by: ben.name, at: minutesAgo(50) };
  return tickets;
}

function setDraft({ ticket, visitor, ...rest }: TicketDetail): void {
  Object.assign(ticket.visitor, { external_id: "customer-8841", locale: "sv-SE" });
  ticket.due = { kind: "first_answer", at: minutesAgo(-16) };
  Object.assign(visitor, {
    is_identified: true,
    device: "Safari, macOS",
    ticket_count: 2,
    tickets: [
      {
        id: uuid(290),
        number: 1290,
        subject: "Invoice for October",
        status: "resolved",
        updated_at: minutesAgo(21_000),
      },
      {
        id: uuid(271),
        number: 1271,
        subject: "Adding a second workspace",
        status: "resolved",
        updated_at: minutesAgo(52_000),
      },
    ],
  });
  rest.notes.push({
    id: uuid(8801),
    author: ben,
    content: "@Ada Agent she is on the yearly plan: finance wants to see those before we promise anything.",
    mentions: [ada],
    created_at: minutesAgo(9),
  });
  rest.owners.push(
    { at: minutesAgo(18), owner: "assistant", status: "open", agent: null },
    { at: minutesAgo(14), owner: "human", status: "pending_human", agent: null },
  );
}

function setMine({ ticket, owners }: TicketDetail): void {
  ticket.assignee = ada;
  owners.push(
    { at: minutesAgo(9), owner: "human", status: "pending_human", agent: null },
    { at: minutesAgo(7), owner: "human", status: "in_progress", agent: ada },
  );
}
