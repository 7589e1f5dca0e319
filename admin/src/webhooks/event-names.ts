import type { WebhookEvent } from "../../../protocol/admin-webhooks.ts";

/** Every event in an admin's words, in groups; the server knows the same names. */
export const eventGroups: ReadonlyArray<{
  title: string;
  events: ReadonlyArray<{ name: WebhookEvent; label: string }>;
}> = [
  {
    title: "Tickets",
    events: [
      { name: "ticket.created", label: "A conversation begins" },
      { name: "ticket.escalated", label: "A person is needed" },
      { name: "ticket.assigned", label: "An agent takes it" },
      { name: "ticket.returned", label: "The assistant has it again" },
      { name: "ticket.overdue", label: "A level of service is missed" },
      { name: "ticket.resolved", label: "An agent resolves it" },
      { name: "ticket.merged", label: "It goes on in another ticket" },
      { name: "ticket.closed", label: "The visitor ends it" },
      { name: "ticket.rated", label: "The visitor rates it" },
    ],
  },
  { title: "Messages", events: [{ name: "message.created", label: "Somebody writes" }] },
  {
    title: "Documents",
    events: [
      { name: "document.ready", label: "A document is ready" },
      { name: "document.failed", label: "A document could not be read" },
      { name: "document.changed", label: "A page says something else" },
      { name: "document.unreachable", label: "A page is not tried again" },
    ],
  },
  {
    title: "Gaps",
    events: [
      { name: "gap.opened", label: "A gap opens" },
      { name: "gap.closed", label: "A gap is answered" },
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
