import { type InferResult, sql } from "kysely";
import type { AdminConfirmation, TicketCall } from "../../../protocol/admin-confirmations.ts";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type ConfirmationJson, toConfirmation } from "./confirmations.ts";
import { shownTitle } from "./shown-title.ts";

/** The most confirmations that are listed for agents; nobody can judge more in ten minutes. */
const maxWaiting = 200;
/** The most confirmations or tool calls of one ticket that are listed. */
const maxCalls = 200;

const confirmations = query
  .selectFrom("confirmations as c")
  .innerJoin("tickets as t", (join) => join.onRef("t.tenant_id", "=", "c.tenant_id").onRef("t.id", "=", "c.ticket_id"))
  .innerJoin("visitors as v", (join) =>
    join.onRef("v.tenant_id", "=", "c.tenant_id").onRef("v.id", "=", "t.visitor_id"),
  )
  .selectAll("c")
  .select([
    "t.number",
    sql<string>`coalesce(t.title, t.subject)`.as("subject"),
    "v.name as visitor_name",
    "v.email as visitor_email",
    sql<boolean>`v.external_id is not null`.as("is_identified"),
    sql<boolean>`c.expires_at <= now()`.as("is_due"),
    sql<number>`case when c.status = 'pending' then greatest(0, floor(extract(epoch from c.expires_at - now())))::int else 0 end`.as(
      "seconds_left",
    ),
  ])
  .$narrowType<ConfirmationJson>();

/** Confirmations that wait for an agent, the first to expire first. */
export async function listWaitingForAgents(tx: TenantTransaction): Promise<AdminConfirmation[]> {
  const rows = await tx.all(
    confirmations
      .where("c.status", "=", "pending")
      .where("c.expires_at", ">", now)
      .where(sql<boolean>`(c.approval = 'agent' or c.approval = 'both' and c.visitor_approved)`)
      .orderBy("c.expires_at")
      .orderBy("c.id")
      .limit(maxWaiting),
  );
  return rows.map(toView);
}

/** The newest writes that were proposed in a ticket, oldest first. */
export async function listTicketConfirmations(tx: TenantTransaction, ticketId: string): Promise<AdminConfirmation[]> {
  const ofTicket = confirmations.where("c.ticket_id", "=", ticketId);
  const rows = await tx.all(ofTicket.orderBy("c.created_at", "desc").orderBy("c.id", "desc").limit(maxCalls));
  return rows.reverse().map(toView);
}

/** The newest tool calls of a ticket, oldest first. */
export async function listTicketCalls(tx: TenantTransaction, ticketId: string): Promise<TicketCall[]> {
  const rows = await tx.all(sql<
    Omit<TicketCall, "created_at" | "ended_at"> & { created_at: Date; ended_at: Date | null }
  >`
    select k.id, k.kind, k.title, k.connection_name as connection, k.arguments, k.confirmation_id, k.turn_id,
           coalesce(e.status, 'running') as status, coalesce(e.shown, '') as content, e.error, s.status as settled,
           k.created_at, e.created_at as ended_at
      from tool_calls k
      left join tool_call_ends e on e.tenant_id = k.tenant_id and e.call_id = k.id and e.step = 0
      left join tool_call_ends s on s.tenant_id = k.tenant_id and s.call_id = k.id and s.step = 1
     where k.ticket_id = ${ticketId} and k.kind <> 'test' order by k.created_at desc, k.id desc limit ${maxCalls}`);
  return rows
    .map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    }))
    .reverse();
}

type Joined = InferResult<typeof confirmations>[number];

function toView(row: Joined): AdminConfirmation {
  return {
    ...toConfirmation(row),
    ticket: { id: row.ticket_id, number: row.number, subject: shownTitle(row.subject) },
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
