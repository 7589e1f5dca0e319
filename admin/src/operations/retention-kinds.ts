import type { RetentionKind } from "../../../protocol/admin-data.ts";

/** Name and content of each kind, most familiar first. */
export const kindWords: Record<RetentionKind, { name: string; what: string; unit: string }> = {
  tickets: {
    name: "Tickets",
    what: "Tickets with no activity, including all their messages. Tickets waiting for a reply are kept.",
    unit: "tickets",
  },
  files: { name: "Files", what: "Attachments of inactive tickets. File names are kept.", unit: "files" },
  events: { name: "Ticket activity", what: "The event history of inactive tickets. Messages are kept.", unit: "steps" },
  visitors: { name: "Visitors", what: "Visitors without tickets who have not returned.", unit: "visitors" },
  memories: {
    name: "Memories",
    what: "Facts about visitors that have not been used.",
    unit: "memories",
  },
  playground: { name: "Playground", what: "Inactive playground runs.", unit: "runs" },
  copilot: {
    name: "Copilot",
    what: "Inactive copilot conversations and the preferences learned from them.",
    unit: "conversations",
  },
  mails: { name: "E-mails", what: "Log of sent and received e-mails.", unit: "e-mails" },
  audit: { name: "Audit log", what: "All recorded changes.", unit: "entries" },
  model_calls: { name: "Model calls", what: "Details of each model call. Daily totals are kept.", unit: "calls" },
  empty_tickets: { name: "Empty chats", what: "Chats opened without a message.", unit: "chats" },
  checkpoints: { name: "Saved states", what: "Saved assistant states of inactive tickets.", unit: "states" },
  webhook_deliveries: { name: "Webhook deliveries", what: "Webhook delivery log.", unit: "deliveries" },
  jobs: { name: "Background jobs", what: "Completed jobs.", unit: "jobs" },
};

export const kindOrder = Object.keys(kindWords) as RetentionKind[]; // the keys of the record above

/** "12 tickets, 3 files"; omits zero counts. */
export function countsText(counts: Record<string, number>): string {
  const parts = kindOrder
    .filter((kind) => (counts[kind] ?? 0) > 0)
    .map((kind) => `${(counts[kind] ?? 0).toLocaleString("en")} ${kindWords[kind].unit}`);
  return parts.length === 0 ? "nothing" : parts.join(", ");
}
