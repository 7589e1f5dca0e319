import type { Assignment, AssignmentKind } from "../../../protocol/assignment.ts";
import type { AgentRef } from "../../../protocol/messages.ts";
import { leftAt, silenceSeconds } from "../../accounts/store/presences.ts";
import { newId } from "../../core/ids.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { isAwake } from "./ticket-view.ts";

const nobody: Assignment = { rule: "nobody", limit: 10, back_minutes: null };

/** By which rule tickets are given. */
export async function findAssignment(tx: TenantTransaction): Promise<Assignment> {
  const { rows } = await tx.query<{ assignment: Assignment | null }>(
    "select assignment from tenants where tenant_id = $1",
    [tx.tenantId],
  );
  return { ...nobody, ...rows[0]?.assignment };
}

export async function updateAssignment(tx: TenantTransaction, assignment: Assignment): Promise<void> {
  await tx.query("update tenants set assignment = $2, updated_at = now() where tenant_id = $1", [
    tx.tenantId,
    JSON.stringify(assignment),
  ]);
}

/** Tenants in which something waits and somebody is there, or something that was given may have to go back. For the platform role. */
export async function listTenantsToAssign(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(
    `select tenant_id from tenants t where t.assignment is not null and t.status = 'active' and (
       (t.assignment ->> 'rule' <> 'nobody'
        and exists (select 1 from presences p where p.tenant_id = t.tenant_id and p.gone_at is null
                       and p.seen_at > now() - interval '${silenceSeconds} seconds')
        and exists (select 1 from tickets k where k.tenant_id = t.tenant_id and k.status = 'pending_human' and k.message_count > 0
                       and k.auto_assigned_at is null))
       or (t.assignment ->> 'back_minutes' is not null
           and exists (select 1 from tickets k where k.tenant_id = t.tenant_id and k.auto_assigned_at is not null)))`,
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** How many open tickets everybody has who has any; what is out of the way does not count. */
export async function countOpenTickets(tx: TenantTransaction): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ id: string; count: number }>(
    `select t.assignee ->> 'id' as id, count(*)::int as count from tickets t
      where t.message_count > 0 and t.assignee is not null and t.status not in ('resolved', 'closed') and ${isAwake} group by 1`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** A ticket that waits for a person, and nobody has it. */
export interface WaitingTicket {
  id: string;
  /** Who gave it back last, by hand. */
  unassignedBy: string | null;
}

/**
 * The next tickets to give, the most urgent and then the longest wait first, held until the transaction ends. One that somebody is at work
 * on is left out, and found by the next look if it waits still.
 * @param people ids of those who can be given one: what the only one of them gave back is left out.
 */
export async function lockWaitingTickets(
  tx: TenantTransaction,
  { people, limit }: { people: readonly string[]; limit: number },
): Promise<WaitingTicket[]> {
  const { rows } = await tx.query<{ id: string; unassigned_by: string | null }>(
    `select t.id, t.unassigned_by from tickets t
      where t.message_count > 0 and t.status = 'pending_human' and t.assignee is null and t.owner = 'human' and ${isAwake}
        and (cardinality($1::text[]) > 1 or t.unassigned_by is distinct from ($1::text[])[1])
      order by t.priority desc, t.waiting_since, t.id limit $2 for update skip locked`,
    [people, limit],
  );
  return rows.map((row) => ({ id: row.id, unassignedBy: row.unassigned_by }));
}

/** Makes a held ticket somebody's who has not begun. It waits as before, and its place in lists by change stays. */
export async function assignTicket(
  tx: TenantTransaction,
  { ticketId, person, how }: { ticketId: string; person: AgentRef; how: Exclude<AssignmentKind, "back"> },
): Promise<void> {
  const agent = JSON.stringify(person);
  await tx.query("update tickets set assignee = $2, auto_assigned_at = now() where id = $1", [ticketId, agent]);
  await insertAssignment(tx, { ticketId, person, how });
  await tx.query("select app.queue_webhook_deliveries($1, 'ticket.assigned', $2, null, $3, now())", [
    tx.tenantId,
    ticketId,
    JSON.stringify({ owner: "human", status: "pending_human", agent: person, by: how }),
  ]);
}

/**
 * Takes back what was given to people who are not there and had not begun. They are away or gone, and have the ticket, for so long.
 * @param here ids of those who are there.
 */
export async function takeBackAssigned(
  tx: TenantTransaction,
  { here, minutes, limit }: { here: readonly string[]; minutes: number; limit: number },
): Promise<{ id: string; person: AgentRef }[]> {
  const { rows } = await tx.query<{ id: string; person: AgentRef }>(
    `with late as (
       select t.id, t.assignee as person from tickets t
         left join presences p on p.tenant_id = t.tenant_id and p.person_id::text = t.assignee ->> 'id'
        where t.auto_assigned_at is not null and t.auto_assigned_at <= now() - make_interval(mins => $2)
          and t.status = 'pending_human' and t.assignee is not null and not t.assignee ->> 'id' = any($1::text[])
          and coalesce(${leftAt}, t.auto_assigned_at) <= now() - make_interval(mins => $2)
        order by t.auto_assigned_at limit $3 for update of t skip locked
     ), freed as (
       update tickets t set assignee = null, auto_assigned_at = null from late where t.tenant_id = $4 and t.id = late.id returning t.id
     )
     select late.id, late.person from late join freed using (id)`,
    [here, minutes, limit, tx.tenantId],
  );
  for (const { id, person } of rows) await insertAssignment(tx, { ticketId: id, person, how: "back" });
  return rows;
}

async function insertAssignment(
  tx: TenantTransaction,
  { ticketId, person, how }: { ticketId: string; person: AgentRef; how: AssignmentKind },
): Promise<void> {
  await tx.query("insert into ticket_assignments (tenant_id, id, ticket_id, person, how) values ($1, $2, $3, $4, $5)", [
    tx.tenantId,
    newId(),
    ticketId,
    JSON.stringify({ id: person.id, name: person.name }),
    how,
  ]);
}
