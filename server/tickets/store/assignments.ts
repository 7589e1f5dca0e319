import { sql } from "kysely";
import { type Assignment, type AssignmentKind, assignmentSchema } from "../../../protocol/assignment.ts";
import type { AgentRef } from "../../../protocol/messages.ts";
import { leftAt, silenceSeconds } from "../../accounts/store/presences.ts";
import { newId } from "../../core/ids.ts";
import { json } from "../../database/column-types.ts";
import { anyOf, countAll, now, query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { isAwake } from "./ticket-view.ts";

const nobody: Assignment = { rule: "nobody", limit: 10, back_minutes: null };

/** The rule that assigns tickets. */
export async function findAssignment(tx: TenantTransaction): Promise<Assignment> {
  const tenant = query.selectFrom("tenants").select("assignment").where("tenant_id", "=", tx.tenantId);
  return assignmentSchema.parse((await tx.first(tenant))?.assignment ?? nobody);
}

export async function updateAssignment(tx: TenantTransaction, assignment: Assignment): Promise<void> {
  const tenant = query.updateTable("tenants").where("tenant_id", "=", tx.tenantId);
  await tx.run(tenant.set({ assignment: json(assignment), updated_at: now }));
}

/** Tenants with a waiting ticket and an agent who is there, or with an assigned ticket that may have to go back. Needs the platform role. */
export async function listTenantsToAssign(tx: Transaction): Promise<string[]> {
  const rows = await tx.all(sql<{ tenant_id: string }>`
    select tenant_id from tenants t where t.assignment is not null and t.status = 'active' and (
      (t.assignment ->> 'rule' <> 'nobody'
       and exists (select 1 from presences p where p.tenant_id = t.tenant_id and p.gone_at is null
                      and p.seen_at > now() - make_interval(secs => ${silenceSeconds}))
       and exists (select 1 from tickets k where k.tenant_id = t.tenant_id and k.status = 'pending_human' and k.message_count > 0
                      and k.auto_assigned_at is null))
      or (t.assignment ->> 'back_minutes' is not null
          and exists (select 1 from tickets k where k.tenant_id = t.tenant_id and k.auto_assigned_at is not null)))`);
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Number of open tickets per agent, without snoozed ones. Agents without open tickets are missing. */
export async function countOpenTickets(tx: TenantTransaction): Promise<Map<string, number>> {
  const agent = sql<string>`t.assignee ->> 'id'`;
  const rows = await tx.all(
    query
      .selectFrom("tickets as t")
      .select([agent.as("id"), countAll.as("count")])
      .where("t.message_count", ">", 0)
      .where("t.assignee", "is not", null)
      .where("t.status", "not in", ["resolved", "closed"])
      .where(isAwake)
      .groupBy(agent),
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** A ticket that waits for an agent and has no assignee. */
export interface WaitingTicket {
  id: string;
  /** The last agent who unassigned themselves. */
  unassignedBy: string | null;
}

/**
 * Locks the next tickets to assign, the most urgent and then the longest wait first. A ticket that another transaction has locked is left
 * to the next round.
 * @param people ids of the agents who can be assigned tickets; if there is only one, the tickets that this agent gave back are left out.
 */
export function lockWaitingTickets(
  tx: TenantTransaction,
  { people, limit }: { people: readonly string[]; limit: number },
): Promise<WaitingTicket[]> {
  const [only] = people.length === 1 ? people : [];
  return tx.all(
    query
      .selectFrom("tickets as t")
      .select(["t.id", "t.unassigned_by as unassignedBy"])
      .where("t.message_count", ">", 0)
      .where("t.status", "=", "pending_human")
      .where("t.assignee", "is", null)
      .where("t.owner", "=", "human")
      .where(isAwake)
      .$if(only !== undefined, (waiting) => waiting.where("t.unassigned_by", "is distinct from", only ?? null))
      .orderBy("t.priority", "desc")
      .orderBy("t.waiting_since")
      .orderBy("t.id")
      .limit(limit)
      .forUpdate()
      .skipLocked(),
  );
}

/** Assigns a locked ticket to an agent who has not started. The visitor still waits, and the ticket is not changed for lists by change. */
export async function assignTicket(
  tx: TenantTransaction,
  { ticketId, person, how }: { ticketId: string; person: AgentRef; how: Exclude<AssignmentKind, "back"> },
): Promise<void> {
  const ticket = query.updateTable("tickets").where("id", "=", ticketId);
  await tx.run(ticket.set({ assignee: json(person), auto_assigned_at: now }));
  await insertAssignment(tx, { ticketId, person, how });
  const data = json({ owner: "human", status: "pending_human", agent: person, by: how });
  await tx.run(sql`
    select app.queue_webhook_deliveries(${tx.tenantId}, 'ticket.assigned', ${ticketId}, null, ${data}, now())`);
}

/**
 * Unassigns tickets from agents who are not there and have not started, if both have lasted for some minutes.
 * @param here ids of the agents who are there.
 */
export async function takeBackAssigned(
  tx: TenantTransaction,
  { here, minutes, limit }: { here: readonly string[]; minutes: number; limit: number },
): Promise<{ id: string; person: AgentRef }[]> {
  const longAgo = sql`now() - make_interval(mins => ${minutes})`;
  const rows = await tx.all(sql<{ id: string; person: AgentRef }>`
    with late as (
      select t.id, t.assignee as person from tickets t
        left join presences p on p.tenant_id = t.tenant_id and p.person_id::text = t.assignee ->> 'id'
       where t.auto_assigned_at is not null and t.auto_assigned_at <= ${longAgo}
         and t.status = 'pending_human' and t.assignee is not null and not t.assignee ->> 'id' = ${anyOf(here, "text")}
         and coalesce(${leftAt}, t.auto_assigned_at) <= ${longAgo}
       order by t.auto_assigned_at limit ${limit} for update of t skip locked
    ), freed as (
      update tickets t set assignee = null, auto_assigned_at = null from late where t.tenant_id = ${tx.tenantId} and t.id = late.id returning t.id
    )
    select late.id, late.person from late join freed using (id)`);
  for (const { id, person } of rows) await insertAssignment(tx, { ticketId: id, person, how: "back" });
  return rows;
}

async function insertAssignment(
  tx: TenantTransaction,
  { ticketId, person: { id, name }, how }: { ticketId: string; person: AgentRef; how: AssignmentKind },
): Promise<void> {
  const assignment = { tenant_id: tx.tenantId, id: newId(), ticket_id: ticketId, person: json({ id, name }), how };
  await tx.run(query.insertInto("ticket_assignments").values(assignment));
}
