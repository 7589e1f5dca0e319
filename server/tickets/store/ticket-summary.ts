import { type RawBuilder, sql } from "kysely";
import type { TicketSummary } from "../../../protocol/admin.ts";
import type { EndedAs } from "../../../protocol/messages.ts";
import type { ClockKind } from "../../../protocol/service-levels.ts";
import { type Label, ticketPriorities } from "../../../protocol/triage.ts";
import { shownTitle } from "./shown-title.ts";

export interface SummaryRow {
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
  waiting_since: Date | null;
  waiting_text: string | null;
  due_at: Date | null;
  due_text: string | null;
  due_kind: ClockKind | null;
  priority: number;
  labels: Label[];
  /** `infinity`: until the visitor writes. Null when the time has passed. */
  snoozed_text: string | null;
  ended_as: EndedAs;
  is_reported: boolean;
  message_count: number;
  created_at: Date;
  updated_at: Date;
  updated_text: string;
}

/**
 * Tickets as rows of a list. `offset 0` makes PostgreSQL look up the visitor and the labels of each row in an index, regardless of its
 * estimates.
 * @param from the table of tickets, or a subquery in parentheses.
 * @param also another column.
 */
export function summariesOf<Also = unknown>(
  from: RawBuilder<unknown>,
  also?: RawBuilder<unknown>,
): RawBuilder<SummaryRow & Also> {
  return sql`select ${also ? sql`${also}, ` : sql``}t.id, t.number, t.status, t.owner, coalesce(t.title, t.subject) as subject, t.last_message, t.question, t.visitor_id, v.name as visitor_name,
      v.email as visitor_email, v.external_id as visitor_external_id, t.assignee, t.escalation_reason, t.waiting_since, t.message_count,
      t.created_at, t.updated_at, t.updated_at::text as updated_text, t.waiting_since::text as waiting_text, t.due_at,
      t.due_at::text as due_text, t.due_kind, t.ended_as, t.priority, coalesce(l.labels, '[]') as labels,
      case when t.snoozed_until > now() then t.snoozed_until::text end as snoozed_text,
      exists (select 1 from feedback f where f.tenant_id = t.tenant_id and f.ticket_id = t.id and f.reported_at is not null and f.told_at is null offset 0) as is_reported
    from ${from} t cross join lateral (
      select name, email, external_id from visitors where tenant_id = t.tenant_id and id = t.visitor_id offset 0
    ) v cross join lateral (
      select json_agg(json_build_object('id', known.id, 'name', known.name, 'color', known.color) order by lower(known.name)) as labels
        from ticket_labels put cross join lateral (
          select id, name, color from labels where tenant_id = put.tenant_id and id = put.label_id offset 0
        ) known where put.tenant_id = t.tenant_id and put.ticket_id = t.id offset 0
    ) l`;
}

export function toSummary(row: SummaryRow): TicketSummary {
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    owner: row.owner,
    subject: shownTitle(row.subject),
    preview: row.last_message,
    question: row.question,
    visitor: {
      id: row.visitor_id,
      name: row.visitor_name,
      email: row.visitor_email,
      external_id: row.visitor_external_id,
    },
    assignee: row.assignee && { id: row.assignee.id, name: row.assignee.name },
    escalation_reason: row.escalation_reason,
    waiting_since: row.waiting_since?.toISOString() ?? null,
    due: row.due_at && row.due_kind ? { kind: row.due_kind, at: row.due_at.toISOString() } : null,
    priority: ticketPriorities[row.priority] ?? "none",
    labels: row.labels,
    snoozed:
      row.snoozed_text === null
        ? null
        : { until: row.snoozed_text === "infinity" ? null : new Date(row.snoozed_text).toISOString() },
    ended_as: row.ended_as,
    ...(row.is_reported ? { is_reported: true } : {}),
    message_count: row.message_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
