-- Webhooks: what a tenant's own systems are told of tickets, messages and documents.

create table webhooks (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  url text not null,
  -- `parley`: JSON of our own, signed. `slack`: a message as Slack's incoming webhooks take it.
  format text not null default 'parley' check (format in ('parley', 'slack')),
  -- Types of events that are told.
  events jsonb not null,
  is_active boolean not null default true,
  -- Why it was switched off by itself: `failing` or `gone`; null: nobody, or a person.
  ended_by text,
  secret text not null,
  -- The secret before the last change, which signs beside the new one until then.
  previous_secret text,
  previous_until timestamptz,
  -- Since when nothing has arrived; null: the last try arrived, or there was none.
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call app.protect('webhooks');

-- One event for one webhook, and what became of it. Written by triggers, in the transaction of what it tells.
create table webhook_deliveries (
  tenant_id uuid not null,
  -- The receiver knows the event by it, over all tries and when it is sent once more.
  id uuid not null,
  webhook_id uuid not null,
  type text not null,
  ticket_id uuid,
  document_id uuid,
  -- What the event itself says; the ticket around it is added when it is sent for the first time.
  payload jsonb not null default '{}',
  -- What is sent, the same at every try; null before the first.
  body text,
  created_at timestamptz not null default now(),
  -- When it is tried, next or while a try is under way, should its process die; null: delivered, or given up.
  next_at timestamptz,
  attempts integer not null default 0,
  delivered_at timestamptz,
  settled_at timestamptz,
  -- Of the last try: status, beginning of the answer, and why it failed, in our words.
  response_status integer,
  response_text text,
  error text,
  took_ms integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
create index webhook_deliveries_by_webhook on webhook_deliveries (tenant_id, webhook_id, created_at desc, id desc);
create index webhook_deliveries_by_ticket on webhook_deliveries (tenant_id, ticket_id);
create index webhook_deliveries_by_document on webhook_deliveries (tenant_id, document_id);
create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null;
create index webhook_deliveries_settled on webhook_deliveries (settled_at) where settled_at is not null;
call app.protect('webhook_deliveries');

-- Whoever sends has to know whose turn it is, and nothing of what is said.
grant select (tenant_id, webhook_id, next_at, settled_at) on webhook_deliveries to parley_platform;
create policy platform_reads on webhook_deliveries for select to parley_platform using (true);

-- Once for each webhook that wants to hear of it.
create function app.note_for_webhooks(
  tenant uuid, kind text, ticket uuid, document uuid, said jsonb, at timestamptz
) returns void language sql as $$
  insert into webhook_deliveries (tenant_id, id, webhook_id, type, ticket_id, document_id, payload, created_at, next_at)
  select tenant, gen_random_uuid(), id, kind, ticket, document, said, at, now()
    from webhooks where tenant_id = tenant and is_active and events ? kind
$$;

-- The log of a ticket tells everything that happens to it: what is new in it is what webhooks hear of. Processes of the version
-- before write the same log.
create function app.webhooks_hear_of_tickets() returns trigger language plpgsql as $$
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
             when 'owner' then case a.payload ->> 'status'
               when 'in_progress' then 'ticket.assigned'
               when 'resolved' then 'ticket.resolved'
               when 'closed' then 'ticket.closed'
               when 'open' then 'ticket.returned'
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
create trigger webhooks_hear after insert on ticket_events
  referencing new table as added for each statement execute function app.webhooks_hear_of_tickets();

create function app.webhooks_hear_of_documents() returns trigger language plpgsql as $$
begin
  perform app.note_for_webhooks(
    new.tenant_id, 'document.' || new.status, null, new.id, jsonb_build_object('error', new.error), now());
  return null;
end
$$;
create trigger webhooks_hear after update of status on documents
  for each row when (new.status is distinct from old.status and new.status in ('ready', 'failed'))
  execute function app.webhooks_hear_of_documents();
