import type { TicketDetail, TicketSummary } from "../../protocol/admin.ts";
import type { Message } from "../../protocol/messages.ts";
import { plainLine } from "../../ui/markdown/plain-text.ts";
import { minutesAgo, uuid } from "./mock-data.ts";

/** Input for a ticket of the mock server. */
export interface Seed {
  n: number;
  name: string | null;
  subject: string;
  status: TicketSummary["status"];
  owner?: TicketSummary["owner"];
  reason?: TicketSummary["escalation_reason"];
  assignee?: string;
  waiting?: number;
  messages: Message[];
  draft?: TicketDetail["draft"];
  forms?: TicketDetail["forms"];
  summary?: string;
  priority?: TicketSummary["priority"];
  labels?: TicketSummary["labels"];
}

/** A ticket as the console loads it. */
export function detail(seed: Seed): TicketDetail {
  const last = seed.messages.at(-1);
  return {
    ticket: {
      id: uuid(seed.n),
      number: 1000 + seed.n,
      status: seed.status,
      owner: seed.owner ?? (seed.status === "open" ? "assistant" : "human"),
      subject: seed.subject,
      preview: plainLine(last?.content ?? "", { dropsMarks: true }).slice(0, 200),
      question: seed.draft ? seed.subject : null,
      visitor: {
        id: uuid(500 + seed.n),
        name: seed.name,
        email: seed.name ? `${seed.name.split(" ")[0]?.toLowerCase()}@example.com` : null,
        external_id: null,
        locale: "en-GB",
      },
      assignee: seed.assignee
        ? { id: seed.assignee === "Ada Agent" ? "person-1" : "person-2", name: seed.assignee }
        : null,
      escalation_reason: seed.reason ?? null,
      waiting_since: seed.waiting ? minutesAgo(seed.waiting) : null,
      due: null,
      priority: seed.priority ?? "none",
      labels: seed.labels ?? [],
      snoozed: null,
      ended_as: null,
      message_count: seed.messages.length,
      created_at: seed.messages[0]?.created_at ?? minutesAgo(0),
      updated_at: last?.created_at ?? minutesAgo(0),
    },
    messages: seed.messages,
    earlier_cursor: null,
    draft: seed.draft ?? null,
    summary: seed.summary ?? null,
    question: seed.draft ? seed.subject : null,
    page: { url: "https://shop.example.com/account/billing", title: "Billing, Example Shop" },
    seen: null,
    confirmations: [],
    tool_calls: [],
    related: { links: [], merged_into: null, merged: [] },
    ratings: [],
    dislikes: [],
    forms: seed.forms ?? [],
    notes: [],
    visitor: {
      is_identified: false,
      blocked_at: null,
      device: "Firefox, Windows",
      first_seen_at: minutesAgo(60 * 24 * 40),
      tickets: [],
      ticket_count: 0,
    },
    owners: [],
    mail: null,
    ended_as: null,
    undo_until: null,
    usage: {
      calls: [
        {
          task: "contextualize",
          provider: "openai",
          model: "gpt-small",
          input_tokens: 412,
          output_tokens: 21,
          cost_micros: 180,
          latency_ms: 310,
          outcome: "ok",
        },
        {
          task: "generate",
          provider: "openai",
          model: "gpt-large",
          input_tokens: 2_310,
          output_tokens: 188,
          cost_micros: 4_200,
          latency_ms: 2_140,
          outcome: "ok",
          thinking: "The visitor asks about subdomains. The second passage says how to write them.",
        },
        {
          task: "grade",
          provider: "openai",
          model: "gpt-small",
          input_tokens: 1_120,
          output_tokens: 44,
          cost_micros: 390,
          latency_ms: 620,
          outcome: "ok",
        },
      ],
      cost_micros: 4_770,
    },
    sequence: seed.messages.length,
  };
}

/** Adds the message of an event, or replaces the message with the same id. */
export function keepMessage(detail: TicketDetail, told: unknown): void {
  const message = told as Message;
  const at = detail.messages.findIndex(({ id }) => id === message.id);
  detail.messages = at < 0 ? [...detail.messages, message] : detail.messages.with(at, message);
}
