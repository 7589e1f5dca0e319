-- removes, unused since 0.1.0: a constraint that knew one way to end without an answer; a wider one takes its place
-- Tickets that belong together: related ones, and duplicates that go on in another ticket of the same visitor.

alter table tickets drop constraint tickets_ended_as_check;
alter table tickets add constraint tickets_ended_as_check check (ended_as in ('spam', 'merged')) not valid;

-- Where a duplicate goes on. There as long as it has ended as `merged`.
create table ticket_merges (
  tenant_id uuid not null,
  -- The duplicate: it goes on in one ticket, and a ticket that goes on elsewhere takes none in.
  ticket_id uuid not null,
  into_id uuid not null,
  -- {id, name} of whoever did it.
  by jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, ticket_id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, into_id) references tickets (tenant_id, id) on delete cascade
);
create index ticket_merges_by_target on ticket_merges (tenant_id, into_id);
call app.protect('ticket_merges');

-- Related tickets. Each relation is two rows, one for each side, so that both are found by the same look.
create table ticket_links (
  tenant_id uuid not null,
  ticket_id uuid not null,
  other_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, ticket_id, other_id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, other_id) references tickets (tenant_id, id) on delete cascade
);
create index ticket_links_by_other on ticket_links (tenant_id, other_id);
call app.protect('ticket_links', 'select, insert, delete');

-- The end of a duplicate is `ticket.merged`, and not `ticket.resolved`.
create or replace function app.webhooks_hear_of_tickets() returns trigger language plpgsql as $$
declare
  heard record;
begin
  if not exists (select 1 from webhooks w join (select distinct tenant_id from added) a on a.tenant_id = w.tenant_id where w.is_active) then
    return null;
  end if;
  for heard in
    select a.tenant_id, a.ticket_id, a.created_at, a.payload,
           case a.type
             when 'message' then case when a.payload -> 'message' ->> 'role' in ('visitor', 'assistant', 'agent') then 'message.created' end
             when 'escalation' then 'ticket.escalated'
             when 'rating' then 'ticket.rated'
             when 'owner' then case
               when a.payload ? 'merged_into' then 'ticket.merged'
               when a.payload ->> 'status' = 'in_progress' then 'ticket.assigned'
               when a.payload ->> 'status' = 'resolved' then 'ticket.resolved'
               when a.payload ->> 'status' = 'closed' then 'ticket.closed'
               when a.payload ->> 'status' = 'open' then 'ticket.returned'
             end
           end as kind,
           a.type = 'message' and a.payload -> 'message' ->> 'role' = 'visitor' and t.message_count = 1 as is_first
      from added a join tickets t on t.tenant_id = a.tenant_id and t.id = a.ticket_id
     order by a.tenant_id, a.ticket_id, a.sequence
  loop
    if heard.is_first then
      perform app.note_for_webhooks(heard.tenant_id, 'ticket.created', heard.ticket_id, null, '{}', heard.created_at);
    end if;
    if heard.kind is not null then
      perform app.note_for_webhooks(heard.tenant_id, heard.kind, heard.ticket_id, null, heard.payload, heard.created_at);
    end if;
  end loop;
  return null;
end
$$;
