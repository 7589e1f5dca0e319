import type { RetentionKind } from "../../../protocol/admin-data.ts";

/** What each kind is called and what goes, in the order in which one thinks of them. */
export const kindWords: Record<RetentionKind, { name: string; what: string; unit: string }> = {
  tickets: {
    name: "Tickets",
    what: "In which nothing has happened for so long and nobody waits, with everything said in them.",
    unit: "tickets",
  },
  files: { name: "Files", what: "Contents of files in such tickets; their names stay.", unit: "files" },
  events: { name: "Steps of tickets", what: "How such tickets went, step by step; messages stay.", unit: "steps" },
  visitors: { name: "Visitors", what: "Who have no ticket and were not seen for so long.", unit: "visitors" },
  memories: {
    name: "Memories",
    what: "What is remembered of visitors and was neither said again nor used for so long.",
    unit: "memories",
  },
  playground: { name: "Playground", what: "Talks there that nobody asked in for so long.", unit: "talks" },
  copilot: {
    name: "Copilot",
    what: "Conversations there that nobody asked in for so long, and what it learned from uses of documents before.",
    unit: "conversations",
  },
  mails: { name: "E-mails", what: "To whom mails went, and which came in.", unit: "mails" },
  audit: { name: "Audit log", what: "Who did what.", unit: "lines" },
  model_calls: { name: "Model calls", what: "What each call took; the sums of days stay.", unit: "calls" },
  empty_tickets: { name: "Empty chats", what: "That were opened and in which nothing was said.", unit: "chats" },
  checkpoints: { name: "Pauses", what: "Where the assistant paused in tickets that are over.", unit: "pauses" },
  webhook_deliveries: { name: "Webhook deliveries", what: "What webhooks were told.", unit: "deliveries" },
  jobs: { name: "Finished work", what: "That was done behind the answers.", unit: "jobs" },
};

export const kindOrder = Object.keys(kindWords) as RetentionKind[]; // the keys of the record above

/** "12 tickets, 3 files"; nothing of which there is none. */
export function countsText(counts: Record<string, number>): string {
  const parts = kindOrder
    .filter((kind) => (counts[kind] ?? 0) > 0)
    .map((kind) => `${(counts[kind] ?? 0).toLocaleString("en")} ${kindWords[kind].unit}`);
  return parts.length === 0 ? "nothing" : parts.join(", ");
}
