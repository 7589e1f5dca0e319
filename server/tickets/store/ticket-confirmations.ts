import type { AdminConfirmation, TicketCall } from "../../../protocol/admin-confirmations.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type ConfirmationRow, toConfirmation } from "./confirmations.ts";

/** Most confirmations that wait for agents and are shown at once; more than anybody can judge in ten minutes. */
const maxWaiting = 200;
/** Most calls of one ticket that are shown beside it. */
const maxCalls = 200;

type Joined = ConfirmationRow & {
  number: number;
  subject: string;
  visitor_name: string | null;
  visitor_email: string | null;
  is_identified: boolean;
  seconds_left: number;
};

const select = `select c.*, c.expires_at <= now() as is_due, t.number, t.subject, v.name as visitor_name, v.email as visitor_email,
    v.external_id is not null as is_identified,
    case when c.status = 'pending' then greatest(0, floor(extract(epoch from c.expires_at - now())))::int else 0 end as seconds_left
  from confirmations c
  join tickets t on t.tenant_id = c.tenant_id and t.id = c.ticket_id
  join visitors v on v.tenant_id = c.tenant_id and v.id = t.visitor_id`;

/** What waits for an agent, the one that ends first before others. */
export async function listWaitingForAgents(tx: TenantTransaction): Promise<AdminConfirmation[]> {
  const { rows } = await tx.query<Joined>(
    `${select} where c.status = 'pending' and c.expires_at > now()
       and (c.approval = 'agent' or c.approval = 'both' and c.visitor_approved)
     order by c.expires_at, c.id limit $1`,
    [maxWaiting],
  );
  return rows.map(toView);
}

/** The newest writes that were proposed in a ticket, oldest first. */
export async function listTicketConfirmations(tx: TenantTransaction, ticketId: string): Promise<AdminConfirmation[]> {
  const { rows } = await tx.query<Joined>(
    `${select} where c.ticket_id = $1 order by c.created_at desc, c.id desc limit $2`,
    [ticketId, maxCalls],
  );
  return rows.reverse().map(toView);
}

/** The tools' calls of a ticket, oldest first; the newest of them where there are very many. */
export async function listTicketCalls(tx: TenantTransaction, ticketId: string): Promise<TicketCall[]> {
  const { rows } = await tx.query<
    Omit<TicketCall, "created_at" | "ended_at"> & { created_at: Date; ended_at: Date | null }
  >(
    `select k.id, k.kind, k.title, k.connection_name as connection, k.arguments, k.confirmation_id, k.turn_id,
            coalesce(e.status, 'running') as status, coalesce(e.shown, '') as content, e.error, s.status as settled,
            k.created_at, e.created_at as ended_at
       from tool_calls k
       left join tool_call_ends e on e.tenant_id = k.tenant_id and e.call_id = k.id and e.step = 0
       left join tool_call_ends s on s.tenant_id = k.tenant_id and s.call_id = k.id and s.step = 1
      where k.ticket_id = $1 and k.kind <> 'test' order by k.created_at desc, k.id desc limit $2`,
    [ticketId, maxCalls],
  );
  return rows
    .map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    }))
    .reverse();
}

function toView(row: Joined): AdminConfirmation {
  return {
    ...toConfirmation(row),
    ticket: { id: row.ticket_id, number: row.number, subject: row.subject },
    visitor: {
      id: row.visitor_id,
      name: row.visitor_name,
      email: row.visitor_email,
      is_identified: row.is_identified,
    },
    approval: row.approval,
    status: row.status,
    visitor_approved: row.visitor_approved,
    agent_approved: row.agent_approved,
    agent: row.agent_id === null ? null : { id: row.agent_id, name: row.agent_name },
    decided_by: row.decided_by,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    seconds_left: row.seconds_left,
  };
}
