import type { Client } from "pg";

/**
 * What people did in a tenant that `seedTenant` has filled: tickets with people were handed over, answered after some minutes and mostly
 * resolved after some hours; others were ended by their visitor; some were rated; targets were met or missed.
 */
export async function seedPeople(client: Client, tenantId: string): Promise<void> {
  const tenant = `'${tenantId}'::uuid`;
  await client.query("begin; set local session_replication_role = replica; set local synchronous_commit = off");
  await client.query(`create temp table seed_people on commit drop as
    select id, number, status, assignee, last_sequence as base, created_at + interval '10 minutes' as given,
           (random() * 3600 + 20) * interval '1 second' as wait, (random() * 90000 + 600) * interval '1 second' as took
      from tickets where tenant_id = ${tenant} and message_count > 0 and created_at < now() - interval '4 days'`);
  const event = (place: number, type: string, { at, payload }: { at: string; payload: string }) =>
    `select ${tenant}, id, base + ${place}, gen_random_uuid(), null::uuid, '${type}', (${payload})::jsonb, ${at} from seed_people`;
  const withPeople = "status in ('pending_human', 'in_progress', 'resolved')";
  const over = "given + greatest(took, wait + interval '1 minute')";
  await client.query(`insert into ticket_events (tenant_id, ticket_id, sequence, event_id, turn_id, type, payload, created_at)
    ${event(1, "escalation", { at: "given", payload: `'{"reason": "low_grade", "ticket_number": 1, "content": ""}'` })} where ${withPeople}
    union all ${event(2, "owner", { at: "given", payload: `'{"owner": "human", "status": "pending_human"}'` })} where ${withPeople}
    union all ${event(4, "owner", { at: over, payload: "jsonb_build_object('owner', 'human', 'status', status, 'agent', assignee)" })} where status in ('resolved', 'closed')
    union all ${event(5, "owner", { at: `${over} + interval '2 days'`, payload: `'{"owner": "assistant", "status": "open"}'` })} where status = 'resolved' and number % 20 = 0`);
  await client.query(`insert into messages (tenant_id, id, ticket_id, sequence, role, content, agent, created_at)
    select ${tenant}, gen_random_uuid(), id, base + 3, 'agent', 'It was sent today.', coalesce(assignee, '{"id": "person-1", "name": "Agent 1"}'::jsonb), given + wait
      from seed_people where status in ('in_progress', 'resolved')`);
  await client.query(`insert into ticket_ratings (tenant_id, id, ticket_id, resolved_at, score, created_at)
    select ${tenant}, gen_random_uuid(), id, ${over}, 1 + number % 5, ${over} from seed_people where status in ('resolved', 'closed') and number % 3 = 0`);
  await client.query(`insert into service_clocks (tenant_id, ticket_id, kind, started_at, due_at, stopped_at, ended_as)
    select ${tenant}, id, 'first_answer', given, given + interval '30 minutes', given + wait, 'answered' from seed_people where status in ('in_progress', 'resolved')`);
  // The search's words are no part of this; without this line the server makes them first.
  await client.query(`update tickets set worded = message_count where tenant_id = ${tenant}`);
  await client.query(`update visitors set worded = true where tenant_id = ${tenant}`);
  await client.query("commit");
  await client.query("vacuum analyze");
}
