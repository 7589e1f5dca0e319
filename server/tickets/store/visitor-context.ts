import type { OwnerChange, VisitorContext } from "../../../protocol/admin-visitors.ts";
import type { AssignmentKind } from "../../../protocol/assignment.ts";
import type { AgentRef, Owner, TicketStatus } from "../../../protocol/messages.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** The visitor's other tickets that are named. */
const maxTickets = 10;
/** More changes of owner than this nobody reads. */
const maxChanges = 50;

/** What is known of a ticket's visitor, with their other tickets. */
export async function findVisitorContext(
  tx: TenantTransaction,
  { ticketId, visitorId }: { ticketId: string; visitorId: string },
): Promise<VisitorContext> {
  const { rows } = await tx.query<{
    is_identified: boolean;
    blocked_at: Date | null;
    device: string | null;
    created_at: Date;
    tickets: VisitorContext["tickets"] | null;
    count: number;
  }>(
    `select v.external_id is not null as is_identified, v.blocked_at, v.device, v.created_at,
            (select json_agg(o) from (
               select t.id, t.number, t.subject, t.status, t.ended_as,
                      to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
                 from tickets t where t.visitor_id = v.id and t.id <> $2 and t.message_count > 0
                order by t.updated_at desc, t.id desc limit ${maxTickets}) o) as tickets,
            (select count(*)::int from tickets t where t.visitor_id = v.id and t.id <> $2 and t.message_count > 0) as count
       from visitors v where v.id = $1`,
    [visitorId, ticketId],
  );
  const row = rows[0];
  if (!row) throw new Error("the ticket has no visitor");
  return {
    is_identified: row.is_identified,
    blocked_at: row.blocked_at?.toISOString() ?? null,
    device: row.device,
    first_seen_at: row.created_at.toISOString(),
    tickets: row.tickets ?? [],
    ticket_count: row.count,
  };
}

/** Who had the ticket from when on, oldest first: from its log, and from what rules did. */
export async function listOwnerChanges(tx: TenantTransaction, ticketId: string): Promise<OwnerChange[]> {
  const { rows } = await tx.query<{
    payload: { owner?: Owner; status?: TicketStatus; agent?: AgentRef; merged_into?: number; inactive?: true };
    given: AssignmentKind | null;
    created_at: Date;
  }>(
    `select * from (
       select payload, null as given, created_at, sequence from ticket_events where ticket_id = $1 and type = 'owner'
       union all
       select jsonb_build_object('owner', 'human', 'status', 'pending_human', 'agent', person), how, created_at, null
         from ticket_assignments where ticket_id = $1
     ) changes order by created_at desc, sequence desc limit ${maxChanges}`,
    [ticketId],
  );
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
