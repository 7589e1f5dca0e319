-- Files of visitors and agents: what is told about one, and apart from that its bytes, which lists never touch.

create table attachments (
  tenant_id uuid not null,
  ticket_id uuid not null,
  -- Made by whoever sent it, so that sending again changes nothing; it names something only on this ticket.
  id uuid not null,
  -- Until a message names it, it waits, and is removed after a day.
  message_id uuid,
  place smallint not null default 0,
  sender text not null check (sender in ('visitor', 'agent')),
  name text not null,
  type text not null,
  byte_size bigint not null,
  width integer,
  height integer,
  -- SHA-256 of the bytes as they came, and how many these were: they count against the limits of a day.
  hash bytea not null,
  sent_bytes bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, ticket_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
call app.protect('attachments');
create index attachments_by_message on attachments (tenant_id, message_id);
create index attachments_by_time on attachments (tenant_id, created_at);
create index attachments_waiting on attachments (created_at) where message_id is null;
-- Whoever removes what was left behind needs to know whose it is; nothing else of it.
grant select (tenant_id, message_id, created_at) on attachments to parley_platform;
create policy platform_reads on attachments for select to parley_platform using (true);

create table attachment_files (
  tenant_id uuid not null,
  ticket_id uuid not null,
  attachment_id uuid not null,
  size text not null check (size in ('full', 'preview')),
  type text not null,
  bytes bytea not null,
  primary key (tenant_id, ticket_id, attachment_id, size),
  foreign key (tenant_id, ticket_id, attachment_id) references attachments (tenant_id, ticket_id, id) on delete cascade
);
call app.protect('attachment_files');

alter table tenants add column attachments jsonb not null default '{}';
