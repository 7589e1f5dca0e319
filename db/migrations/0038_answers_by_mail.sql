-- Answers by mail: to visitors who have left, and their replies back into the ticket.

-- How a ticket is told by mail. There is a row once a person has answered, or a mail has come in.
create table mail_threads (
  tenant_id uuid not null,
  ticket_id uuid not null,
  -- Stands in the address that replies go to: whoever knows it may write to the ticket.
  token text not null,
  -- Number of the newest message that a mail has told.
  told_sequence bigint not null default 0,
  -- When is looked what the visitor has not read, next or while a mail is under way, should its process die; null: nothing waits.
  due_at timestamptz,
  attempts integer not null default 0,
  -- When the last mail went out, or why none did, in a word.
  sent_at timestamptz,
  problem text,
  -- `Message-ID` of the newest mail, in or out, which the next one answers.
  last_mail text,
  -- True while the visitor's newest message came by mail: then the assistant's answers go by mail, too.
  by_mail boolean not null default false,
  primary key (tenant_id, ticket_id),
  unique (tenant_id, token),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index mail_threads_due on mail_threads (due_at) where due_at is not null;
create index mail_threads_by_token on mail_threads (token);
call app.protect('mail_threads');

-- Whoever sends has to know whose turn it is, and whoever takes in whose ticket an address names; nothing of what is said.
grant select (tenant_id, ticket_id, token, due_at) on mail_threads to parley_platform;
create policy platform_reads on mail_threads for select to parley_platform using (true);

-- Addresses that get no answers by mail any more.
create table mail_stops (
  tenant_id uuid not null,
  -- In small letters.
  address text not null,
  -- `bounced`: there is no such mailbox. `visitor`: who reads it does not want them.
  why text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, address)
);
call app.protect('mail_stops');

-- Mails that came in, so that one that is delivered twice counts once.
create table inbound_mails (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  -- SHA-256 of its `Message-ID`.
  hash bytea not null,
  -- What became of it: `message`, `note`, `automatic`, `bounce`.
  outcome text not null,
  -- The visitor's message that it became.
  message_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, hash),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index inbound_mails_by_ticket on inbound_mails (tenant_id, ticket_id);
call app.protect('inbound_mails');

-- A person's answer waits some minutes for eyes in the chat, and for what is added to it. Whoever wrote by mail is not there to see the
-- assistant's either. Processes of the version before store the same messages.
create function app.mail_hears_of_messages() returns trigger language plpgsql as $$
declare
  minutes integer;
begin
  if new.role = 'agent' then
    -- What is not set has the default of server/tenants/alerts.ts; null: no answers by mail.
    select case when alerts ? 'mail_minutes' then (alerts ->> 'mail_minutes')::integer else 2 end into minutes
      from tenants where tenant_id = new.tenant_id;
    insert into mail_threads (tenant_id, ticket_id, token, due_at)
    values (new.tenant_id, new.ticket_id, replace(gen_random_uuid()::text, '-', ''), now() + make_interval(mins => minutes))
    on conflict (tenant_id, ticket_id) do update set due_at = excluded.due_at, attempts = 0;
  elsif new.role = 'assistant' then
    update mail_threads set due_at = now() + interval '5 seconds', attempts = 0
     where tenant_id = new.tenant_id and ticket_id = new.ticket_id and by_mail;
  else
    update mail_threads set by_mail = false
     where tenant_id = new.tenant_id and ticket_id = new.ticket_id and by_mail;
  end if;
  return null;
end
$$;
create trigger mail_hears after insert on messages
  for each row when (new.role in ('agent', 'assistant', 'visitor')) execute function app.mail_hears_of_messages();
