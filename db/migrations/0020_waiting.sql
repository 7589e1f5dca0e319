-- Since when a visitor waits for a person: asked for one, or wrote to one, and was not answered yet. Null: nobody waits.
alter table tickets add column waiting_since timestamptz;

update tickets set waiting_since = escalated_at where status = 'pending_human';
update tickets t set waiting_since = m.created_at
  from (select distinct on (tenant_id, ticket_id) tenant_id, ticket_id, role, created_at
          from messages order by tenant_id, ticket_id, sequence desc) m
 where t.status = 'in_progress' and m.tenant_id = t.tenant_id and m.ticket_id = t.id and m.role = 'visitor';
