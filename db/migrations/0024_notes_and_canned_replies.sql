-- What people of a tenant write for each other: notes on tickets, with whom they mention, and texts that are used again.
-- Notes are kept apart from messages: nothing that reads a ticket for its visitor, the assistant or a mail looks here.

create table ticket_notes (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  -- {id, name}: the name as it was then.
  author jsonb not null,
  content text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index ticket_notes_by_ticket on ticket_notes (tenant_id, ticket_id, created_at);
call app.protect('ticket_notes');

create table note_mentions (
  tenant_id uuid not null,
  note_id uuid not null,
  person_id uuid not null,
  name text not null,
  read_at timestamptz,
  primary key (tenant_id, note_id, person_id),
  foreign key (tenant_id, note_id) references ticket_notes (tenant_id, id) on delete cascade
);
create index note_mentions_unread on note_mentions (tenant_id, person_id) where read_at is null;
call app.protect('note_mentions');

create table canned_replies (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- Whose it is; null: the team's.
  owner_id uuid,
  -- What is typed behind the slash.
  name text not null,
  content text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index canned_replies_by_name
  on canned_replies (tenant_id, coalesce(owner_id, '00000000-0000-0000-0000-000000000000'), lower(name));
call app.protect('canned_replies');
