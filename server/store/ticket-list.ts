import type { z } from "zod";
import { maxCounted, type TicketSummary, type ticketViewSchema } from "../../protocol/admin.ts";
import type { TicketStatus } from "../../protocol/messages.ts";
import type { TenantTransaction } from "./transaction.ts";

export type TicketView = z.infer<typeof ticketViewSchema>;

export interface TicketListInput {
  view?: TicketView;
  status?: TicketStatus;
  q?: string;
  /** Whose tickets `mine` means. */
  personId: string;
  limit: number;
  before?: { updatedAt: string; id: string };
}

interface Row {
  id: string;
  number: number;
  status: TicketSummary["status"];
  owner: TicketSummary["owner"];
  subject: string;
  last_message: string;
  question: string | null;
  visitor_id: string;
  visitor_name: string | null;
  visitor_email: string | null;
  visitor_external_id: string | null;
  assignee: { id: string; name: string } | null;
  escalation_reason: TicketSummary["escalation_reason"];
  escalated_at: Date | null;
  message_count: number;
  created_at: Date;
  updated_at: Date;
  updated_text: string;
}

/**
 * Each view as a fixed piece of SQL, word for word the condition of an index in db/always/indexes.sql; `$1` is the person. Tickets
 * without a visitor's message are not listed.
 */
const viewConditions: Record<TicketView, string> = {
  needs_person: "t.message_count > 0 and t.status in ('pending_human', 'in_progress')",
  mine: "t.message_count > 0 and t.assignee is not null and t.status not in ('resolved', 'closed') and t.assignee ->> 'id' = $1",
  unassigned: "t.message_count > 0 and t.status = 'pending_human' and t.assignee is null",
  assistant: "t.message_count > 0 and t.owner = 'assistant' and t.status = 'open'",
  resolved: "t.message_count > 0 and t.status in ('resolved', 'closed')",
  all: "t.message_count > 0",
};

const select = `select t.id, t.number, t.status, t.owner, t.subject, t.last_message, t.question, t.visitor_id, v.name as visitor_name, v.email as visitor_email,
    v.external_id as visitor_external_id, t.assignee, t.escalation_reason, t.escalated_at, t.message_count, t.created_at, t.updated_at,
    t.updated_at::text as updated_text
  from tickets t join visitors v on v.tenant_id = t.tenant_id and v.id = t.visitor_id`;

/** Tickets of a view, newest change first. */
export async function listTickets(
  tx: TenantTransaction,
  input: TicketListInput,
): Promise<{ tickets: TicketSummary[]; last: { updatedAt: string; id: string } | undefined }> {
  const { rows } = await tx.query<Row>(
    `${select}
      where ($1::text is not null) and ${viewConditions[input.view ?? "all"]}
        and ($2::text is null or t.status = $2)
        and ($3::text is null or t.subject ilike $3 or t.number::text = $4 or v.name ilike $3 or v.email ilike $3
             or exists (select 1 from messages m where m.tenant_id = t.tenant_id and m.ticket_id = t.id and m.content ilike $3))
        and ($5::text is null or (t.updated_at, t.id) < ($5::timestamptz, $6::uuid))
      order by t.updated_at desc, t.id desc limit $7`,
    [
      input.personId,
      input.status ?? null,
      input.q ? `%${input.q.replace(/[\\%_]/g, "\\$&")}%` : null,
      input.q?.replace(/^#/, "") ?? null,
      input.before?.updatedAt ?? null,
      input.before?.id ?? null,
      input.limit,
    ],
  );
  const last = rows.length === input.limit ? rows.at(-1) : undefined;
  return { tickets: rows.map(toSummary), last: last && { updatedAt: last.updated_text, id: last.id } };
}

export async function findTicketSummary(tx: TenantTransaction, ticketId: string): Promise<TicketSummary | undefined> {
  const { rows } = await tx.query<Row>(`${select} where t.id = $1`, [ticketId]);
  return rows[0] && toSummary(rows[0]);
}

/** How many tickets each view holds; `maxCounted` stands for that many or more, so that counting takes no longer as tickets pile up. */
export async function countTickets(tx: TenantTransaction, personId: string): Promise<Record<TicketView, number>> {
  const counts = Object.entries(viewConditions).map(
    ([view, condition]) =>
      `(select count(*)::int from (select 1 from tickets t where ${condition} limit ${maxCounted}) counted) as ${view}`,
  );
  const { rows } = await tx.query<Record<TicketView, number>>(
    `select ${counts.join(", ")} where $1::text is not null`,
    [personId],
  );
  return rows[0] ?? { needs_person: 0, mine: 0, unassigned: 0, assistant: 0, resolved: 0, all: 0 };
}

function toSummary(row: Row): TicketSummary {
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    owner: row.owner,
    subject: row.subject,
    // What is waited for tells an agent more than the words that announced the wait.
    preview: row.status === "pending_human" && row.question ? row.question : row.last_message,
    visitor: {
      id: row.visitor_id,
      name: row.visitor_name,
      email: row.visitor_email,
      external_id: row.visitor_external_id,
    },
    assignee: row.assignee && { id: row.assignee.id, name: row.assignee.name },
    escalation_reason: row.escalation_reason,
    waiting_since: row.status === "pending_human" ? (row.escalated_at?.toISOString() ?? null) : null,
    message_count: row.message_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
