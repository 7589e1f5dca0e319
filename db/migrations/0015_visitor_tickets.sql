-- Several tickets of one visitor: what was seen of each, how long a resolved one can be opened again, and what the visitor says about its end.

alter table tenants
  -- Days in which the visitor can open a resolved ticket again; 0: never.
  add column reopen_days integer not null default 7,
  -- Whether visitors are asked how it went when a ticket has ended.
  add column ask_rating boolean not null default true,
  add constraint tenants_reopen_days_check check (reopen_days between 0 and 365) not valid;

-- Number of the newest event that the visitor has had on the screen.
alter table tickets add column seen_sequence bigint not null default 0;

-- What a visitor says about how a ticket ended: once for each time it did.
create table ticket_ratings (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  -- The end that is meant: a ticket that is opened again may end again.
  resolved_at timestamptz not null,
  score integer not null check (score between 1 and 5),
  comment text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, ticket_id, resolved_at),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
call app.protect('ticket_ratings');

-- Mail that is to be sent, and to whom. What stands in it is made when it is sent.
create table outgoing_mails (
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
create index outgoing_mails_by_ticket on outgoing_mails (tenant_id, ticket_id, created_at);
create index outgoing_mails_by_recipient on outgoing_mails (tenant_id, lower(recipient), created_at);
call app.protect('outgoing_mails');
