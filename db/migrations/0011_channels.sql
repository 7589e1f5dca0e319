-- Webhooks, e-mail to visitors, and notifications of members.

create table webhooks (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  url text not null,
  -- `parley`: signed JSON. `slack`: the format of Slack's incoming webhooks.
  format text not null default 'parley' check (format in ('parley', 'slack')),
  -- Names of the event types.
  events jsonb not null,
  is_active boolean not null default true,
  -- Why Parley switched it off: `failing` or `gone`; null: it did not.
  ended_by text,
  secret text not null,
  -- The secret before the last change; until then deliveries carry both signatures.
  previous_secret text,
  previous_until timestamptz,
  -- The first of the failures since the last success; null: the last attempt succeeded, or there was none.
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call app.protect('webhooks');
-- Failing webhooks are retried separately from the others.
grant select (tenant_id, id, failing_since) on webhooks to parley_platform;
create policy platform_reads on webhooks for select to parley_platform using (true);

-- One event for one webhook. Triggers insert it in the transaction of the event.
create table webhook_deliveries (
  tenant_id uuid not null,
  -- The receiver's id of the event, the same in all attempts.
  id uuid not null,
  webhook_id uuid not null,
  type text not null,
  ticket_id uuid,
  document_id uuid,
  gap_id uuid,
  -- The event's own data; the ticket is added at the first attempt.
  payload jsonb not null default '{}',
  -- The request body, the same in all attempts; null before the first.
  body text,
  -- The trace of the transaction that inserts the row, while tracing is on.
  traceparent text default nullif(current_setting('app.traceparent', true), ''),
  created_at timestamptz not null default now(),
  -- Time of the next attempt, also if the process of the current one crashes; null: delivered or given up.
  next_at timestamptz,
  attempts integer not null default 0,
  delivered_at timestamptz,
  settled_at timestamptz,
  -- Result of the last attempt: status, start of the response body, and Parley's error message.
  response_status integer,
  response_text text,
  error text,
  took_ms integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  constraint webhook_deliveries_gap foreign key (tenant_id, gap_id) references gaps (tenant_id, id) on delete cascade
);
create index webhook_deliveries_by_webhook on webhook_deliveries (tenant_id, webhook_id, created_at desc, id desc);
create index webhook_deliveries_by_ticket on webhook_deliveries (tenant_id, ticket_id);
create index webhook_deliveries_by_document on webhook_deliveries (tenant_id, document_id);
create index webhook_deliveries_by_gap on webhook_deliveries (tenant_id, gap_id);
create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null;
create index webhook_deliveries_settled on webhook_deliveries (settled_at) where settled_at is not null;
call app.protect('webhook_deliveries');
-- The sender has to know which deliveries are due, not what they contain.
grant select (tenant_id, webhook_id, next_at, settled_at) on webhook_deliveries to parley_platform;
create policy platform_reads on webhook_deliveries for select to parley_platform using (true);

-- Inserts one delivery for each active webhook with this event type.
create function app.queue_webhook_deliveries(
  tenant uuid, kind text, ticket uuid, document uuid, said jsonb, at timestamptz
) returns void language sql as $$
  insert into webhook_deliveries (tenant_id, id, webhook_id, type, ticket_id, document_id, payload, created_at, next_at)
  select tenant, gen_random_uuid(), id, kind, ticket, document, said, at, now()
    from webhooks where tenant_id = tenant and is_active and events ? kind
$$;

-- A new entry in the log of a ticket is an event for webhooks.
create function app.queue_ticket_webhooks() returns trigger language plpgsql as $$
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
               when a.payload ->> 'status' in ('in_progress', 'pending_visitor') and a.payload ? 'agent' then 'ticket.assigned'
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
      perform app.queue_webhook_deliveries(heard.tenant_id, 'ticket.created', heard.ticket_id, null, '{}', heard.created_at);
    end if;
    if heard.kind is not null then
      perform app.queue_webhook_deliveries(heard.tenant_id, heard.kind, heard.ticket_id, null, heard.payload, heard.created_at);
    end if;
  end loop;
  return null;
end
$$;
create trigger queue_webhooks after insert on ticket_events
  referencing new table as added for each statement execute function app.queue_ticket_webhooks();

create function app.queue_document_webhooks() returns trigger language plpgsql as $$
begin
  perform app.queue_webhook_deliveries(
    new.tenant_id, 'document.' || new.status, null, new.id, jsonb_build_object('error', new.error), now());
  return null;
end
$$;
create trigger queue_webhooks after update of status on documents
  for each row when (new.status is distinct from old.status and new.status in ('ready', 'failed'))
  execute function app.queue_document_webhooks();

-- Ignoring a gap, or undoing that, is no event.
create function app.queue_gap_webhooks() returns trigger language plpgsql as $$
declare
  kind text := case
    when new.status = 'closed' then 'gap.closed'
    when new.status = 'open' and (tg_op = 'INSERT' or old.status = 'closed') then 'gap.opened'
  end;
begin
  if kind is not null then
    insert into webhook_deliveries (tenant_id, id, webhook_id, type, gap_id, next_at)
    select new.tenant_id, gen_random_uuid(), id, kind, new.id, now()
      from webhooks where tenant_id = new.tenant_id and is_active and events ? kind;
  end if;
  return null;
end
$$;
create trigger queue_webhooks_of_new after insert on gaps for each row execute function app.queue_gap_webhooks();
create trigger queue_webhooks after update of status on gaps
  for each row when (new.status is distinct from old.status) execute function app.queue_gap_webhooks();

-- E-mails to visitors outside of a thread. The text is made when the e-mail is sent.
create table outgoing_emails (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  kind text not null,
  recipient text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index outgoing_emails_by_ticket on outgoing_emails (tenant_id, ticket_id, created_at);
create index outgoing_emails_by_recipient on outgoing_emails (tenant_id, lower(recipient), created_at);
call app.protect('outgoing_emails');

-- The e-mail thread of a ticket. The row exists once an agent has answered or an e-mail was received.
create table email_threads (
  tenant_id uuid not null,
  ticket_id uuid not null,
  -- Part of the reply address; it authorizes writing to the ticket.
  token text not null,
  -- Number of the newest message that was sent by e-mail.
  sent_sequence bigint not null default 0,
  -- The same number before the newest e-mail: where sending starts again when that e-mail comes back for a passing reason.
  confirmed_sequence bigint not null default 0,
  -- E-mails that came back for a passing reason since the visitor was last heard.
  bounces integer not null default 0,
  -- When unread messages are sent, also if the process of the current attempt crashes; null: nothing is pending.
  due_at timestamptz,
  attempts integer not null default 0,
  -- When the last e-mail was sent, or a short code of the reason why not.
  sent_at timestamptz,
  problem text,
  -- `Message-ID` of the newest e-mail, sent or received. The next e-mail replies to it.
  last_email_id text,
  -- True while the visitor's newest message is an e-mail; then the assistant's answers are sent by e-mail too.
  by_email boolean not null default false,
  -- Addresses that also get the agents' answers: the `Cc` of the e-mail that began the ticket.
  cc jsonb not null default '[]',
  primary key (tenant_id, ticket_id),
  unique (tenant_id, token),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index email_threads_due on email_threads (due_at) where due_at is not null;
create index email_threads_by_token on email_threads (token);
call app.protect('email_threads');
-- The sender has to know which threads are due, and the receiver which ticket an address belongs to.
grant select (tenant_id, ticket_id, token, due_at) on email_threads to parley_platform;
create policy platform_reads on email_threads for select to parley_platform using (true);

-- Support addresses of a tenant whose e-mails arrive here. The operator adds them: an address belongs to one tenant of the installation.
create table support_addresses (
  tenant_id uuid not null references tenants on delete cascade,
  -- In lower case.
  address text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, address)
);
create index support_addresses_by_address on support_addresses (address);
call app.protect('support_addresses');
-- The receiver has to know which tenant an address belongs to, and the operator that it belongs to no other.
grant select (tenant_id, address) on support_addresses to parley_platform;
create policy platform_reads on support_addresses for select to parley_platform using (true);

-- Addresses that get no more e-mails.
create table email_suppressions (
  tenant_id uuid not null,
  -- In lower case.
  address text not null,
  -- `bounced`: the mailbox does not exist. `visitor`: the recipient unsubscribed.
  why text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, address)
);
call app.protect('email_suppressions');

-- Received e-mails, so that a repeated delivery counts once.
create table inbound_emails (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  -- SHA-256 of its `Message-ID`.
  hash bytea not null,
  -- `message`, `note`, `automatic`, `bounce`.
  outcome text not null,
  -- The visitor's message made from it.
  message_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, hash),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index inbound_emails_by_ticket on inbound_emails (tenant_id, ticket_id);
call app.protect('inbound_emails');

-- An agent's answer, or what came of a visitor's report, is sent by e-mail after some minutes, unless the visitor reads it in the chat before. The assistant's answers are sent
-- only to visitors who wrote by e-mail.
create function app.schedule_email() returns trigger language plpgsql as $$
declare
  minutes integer;
begin
  if new.role = 'agent' or new.report is not null then
    -- The default is that of server/accounts/tenants/alerts.ts; null: no answers by e-mail, except to a visitor who has no other way.
    select case when a.alerts ? 'mail_minutes' then coalesce((a.alerts ->> 'mail_minutes')::integer, case when t.begun_by_email then 2 end)
                else 2 end into minutes
      from tenants a join tickets t on t.tenant_id = a.tenant_id
     where a.tenant_id = new.tenant_id and t.id = new.ticket_id;
    insert into email_threads (tenant_id, ticket_id, token, due_at)
    values (new.tenant_id, new.ticket_id, replace(gen_random_uuid()::text, '-', ''), now() + make_interval(mins => minutes))
    on conflict (tenant_id, ticket_id) do update set due_at = excluded.due_at, attempts = 0;
  elsif new.role = 'assistant' then
    update email_threads set due_at = now() + interval '5 seconds', attempts = 0
     where tenant_id = new.tenant_id and ticket_id = new.ticket_id and by_email;
  else
    update email_threads set by_email = false
     where tenant_id = new.tenant_id and ticket_id = new.ticket_id and by_email;
  end if;
  return null;
end
$$;
-- An import sets `app.importing` in its transaction, so that old messages send no e-mails and no notifications.
create trigger schedule_email after insert on messages
  for each row when ((new.role in ('agent', 'assistant', 'visitor') or new.report is not null) and current_setting('app.importing', true) is distinct from 'on')
  execute function app.schedule_email();

-- Notification settings of a member.
create table notice_rules (
  tenant_id uuid not null references tenants on delete cascade,
  person_id uuid not null,
  -- {mail: {...}, browser: {...}}; a missing key has its default.
  rules jsonb not null default '{}',
  -- Time of the next daily summary; null: none.
  digest_at timestamptz,
  -- When the last e-mail with notifications was sent. There is a minimum time between two.
  emailed_at timestamptz,
  primary key (tenant_id, person_id)
);
create index notice_rules_digest on notice_rules (digest_at) where digest_at is not null;
call app.protect('notice_rules');
grant select (tenant_id, digest_at) on notice_rules to parley_platform;
create policy platform_reads on notice_rules for select to parley_platform using (true);

-- Pending notifications. A row is deleted when it is sent or no longer needed.
create table notices (
  tenant_id uuid not null,
  id uuid not null,
  -- `waiting`: a ticket waits for a person. `mine`: a visitor wrote in the member's ticket. `mention`, `overdue`.
  kind text not null,
  ticket_id uuid not null,
  -- Null: every member who wants this kind.
  person_id uuid,
  created_at timestamptz not null default now(),
  -- A member who sees the ticket in the console before then gets no e-mail.
  due_at timestamptz not null,
  -- When devices are notified; null: that is done.
  push_at timestamptz default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create unique index notices_once on notices (tenant_id, ticket_id, kind, coalesce(person_id, '00000000-0000-0000-0000-000000000000'));
create index notices_due on notices (due_at);
create index notices_push on notices (push_at) where push_at is not null;
call app.protect('notices');
grant select (tenant_id, due_at, push_at) on notices to parley_platform;
create policy platform_reads on notices for select to parley_platform using (true);

-- Browsers and phones of members that get notifications while the console is closed (Web Push).
create table push_devices (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  person_id uuid not null,
  -- The device gets nothing once this session has ended.
  session_id uuid not null,
  -- Address of the browser's push service, and the keys that encrypt for the browser (RFC 8291).
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  -- Id of the session secret that the server's key was derived from when the browser subscribed.
  key_id text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, endpoint)
);
create index push_devices_by_person on push_devices (tenant_id, person_id);
call app.protect('push_devices');

create function app.queue_ticket_notices() returns trigger language plpgsql as $$
declare
  holder text;
begin
  if new.type = 'escalation' then
    insert into notices (tenant_id, id, kind, ticket_id, due_at)
    values (new.tenant_id, gen_random_uuid(), 'waiting', new.ticket_id, now() + interval '2 minutes')
    on conflict do nothing;
    return null;
  end if;
  if new.payload -> 'message' ->> 'role' <> 'visitor' then
    return null;
  end if;
  select assignee ->> 'id' into holder from tickets
   where tenant_id = new.tenant_id and id = new.ticket_id and owner = 'human' and status in ('pending_human', 'in_progress');
  if holder ~ '^[0-9a-f-]{36}$' then
    insert into notices (tenant_id, id, kind, ticket_id, person_id, due_at)
    values (new.tenant_id, gen_random_uuid(), 'mine', new.ticket_id, holder::uuid, now() + interval '2 minutes')
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger queue_notices after insert on ticket_events
  for each row when (new.type in ('escalation', 'message') and current_setting('app.importing', true) is distinct from 'on')
  execute function app.queue_ticket_notices();

create function app.queue_mention_notices() returns trigger language plpgsql as $$
begin
  insert into notices (tenant_id, id, kind, ticket_id, person_id, due_at)
  select new.tenant_id, gen_random_uuid(), 'mention', n.ticket_id, new.person_id, now() + interval '2 minutes'
    from ticket_notes n where n.tenant_id = new.tenant_id and n.id = new.note_id
  on conflict do nothing;
  return null;
end
$$;
create trigger queue_notices after insert on note_mentions
  for each row when (current_setting('app.importing', true) is distinct from 'on')
  execute function app.queue_mention_notices();
