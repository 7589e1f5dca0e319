import { sql } from "kysely";
import type { OwnerChange, VisitorContext } from "../../../protocol/admin-visitors.ts";
import type { AssignmentKind } from "../../../protocol/assignment.ts";
import type { AgentRef, Owner, TicketStatus } from "../../../protocol/messages.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { shownTitle } from "./shown-title.ts";

/** The most other tickets that are listed. */
const maxTickets = 10;
/** The most changes of owner that are listed. */
const maxChanges = 50;

interface ContextRow {
  is_identified: boolean;
  blocked_at: Date | null;
  device: string | null;
  created_at: Date;
  tickets: VisitorContext["tickets"] | null;
  count: number;
}

/** A ticket's visitor, with their other tickets. */
export async function findVisitorContext(
  tx: TenantTransaction,
  { ticketId, visitorId }: { ticketId: string; visitorId: string },
): Promise<VisitorContext> {
  const others = sql`tickets t where t.visitor_id = v.id and t.id <> ${ticketId} and t.message_count > 0`;
  const row = await tx.first(sql<ContextRow>`
    select v.external_id is not null as is_identified, v.blocked_at, v.device, v.created_at,
           (select json_agg(o) from (
              select t.id, t.number, coalesce(t.title, t.subject) as subject, t.status, t.ended_as,
                     to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
                from ${others} order by t.updated_at desc, t.id desc limit ${maxTickets}) o) as tickets,
           (select count(*)::int from ${others}) as count
      from visitors v where v.id = ${visitorId}`);
  if (!row) throw new Error("the ticket has no visitor");
  return {
    is_identified: row.is_identified,
    blocked_at: row.blocked_at?.toISOString() ?? null,
    device: row.device,
    first_seen_at: row.created_at.toISOString(),
    tickets: (row.tickets ?? []).map((ticket) => ({ ...ticket, subject: shownTitle(ticket.subject) })),
    ticket_count: row.count,
  };
}

interface ChangeRow {
  payload: { owner?: Owner; status?: TicketStatus; agent?: AgentRef; merged_into?: number; inactive?: true };
  given: AssignmentKind | null;
  created_at: Date;
}

/** The changes of a ticket's owner or assignee, oldest first: from its log, and by assignment rules. */
export async function listOwnerChanges(tx: TenantTransaction, ticketId: string): Promise<OwnerChange[]> {
  const rows = await tx.all(sql<ChangeRow>`
    select * from (
      select payload, null as given, created_at, sequence from ticket_events where ticket_id = ${ticketId} and type = 'owner'
      union all
      select jsonb_build_object('owner', 'human', 'status', 'pending_human', 'agent', person), how, created_at, null
        from ticket_assignments where ticket_id = ${ticketId}
    ) changes order by created_at desc, sequence desc limit ${maxChanges}`);
  return rows.reverse().map(({ payload, given, created_at }) => ({
    at: created_at.toISOString(),
    owner: payload.owner ?? "human",
    status: payload.status ?? "open",
    agent: payload.agent ?? null,
    ...(given ? { given } : {}),
    ...(payload.merged_into === undefined ? {} : { merged_into: payload.merged_into }),
    ...(payload.inactive ? { inactive: payload.inactive } : {}),
  }));
}
