import type { WebhookEvent } from "../../../protocol/admin-webhooks.ts";

/** Every event in an admin's words, in groups; the server knows the same names. */
export const eventGroups: ReadonlyArray<{
  title: string;
  events: ReadonlyArray<{ name: WebhookEvent; label: string }>;
}> = [
  {
    title: "Tickets",
    events: [
      { name: "ticket.created", label: "New ticket" },
      { name: "ticket.escalated", label: "Needs a reply" },
      { name: "ticket.assigned", label: "Assigned to an agent" },
      { name: "ticket.returned", label: "Returned to assistant" },
      { name: "ticket.overdue", label: "Service level missed" },
      { name: "ticket.resolved", label: "Resolved" },
      { name: "ticket.merged", label: "Merged" },
      { name: "ticket.closed", label: "Ended by the visitor" },
      { name: "ticket.rated", label: "Rated by the visitor" },
    ],
  },
  { title: "Messages", events: [{ name: "message.created", label: "New message" }] },
  {
    title: "Documents",
    events: [
      { name: "document.ready", label: "Document ready" },
      { name: "document.failed", label: "Document failed" },
      { name: "document.changed", label: "Page content changed" },
      { name: "document.unreachable", label: "Page unreachable" },
    ],
  },
  {
    title: "Gaps",
    events: [
      { name: "gap.opened", label: "New gap" },
      { name: "gap.closed", label: "Gap answered" },
    ],
  },
];

/** What most systems want to hear. */
export const usualEvents: readonly WebhookEvent[] = ["ticket.escalated", "ticket.resolved"];

const labels = new Map<string, string>(
  eventGroups.flatMap(({ events }) => events.map(({ name, label }) => [name, label])),
);

/** An event in words; a newer server's by its name. */
export function eventLabel(name: string): string {
  return name === "ping" ? "Test" : (labels.get(name) ?? name);
}
