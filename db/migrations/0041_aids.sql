-- What is made for agents of what was said: translations of messages, and a summary of a ticket. Visitors never get either.

create table message_translations (
  tenant_id uuid not null,
  message_id uuid not null,
  -- The language it is in, a tag such as `de` or `pt-BR`.
  language text not null,
  content text not null,
  -- What a translation must keep and this one does not: numbers, code, links, placeholders.
  lost jsonb not null default '[]',
  created_at timestamptz not null default now(),
  primary key (tenant_id, message_id, language),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
call app.protect('message_translations');

create table ticket_recaps (
  tenant_id uuid not null,
  ticket_id uuid not null,
  asked text not null,
  tried text not null,
  open text not null,
  -- `model` or `rules`.
  writer text not null,
  -- The newest message that it knows of.
  sequence bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, ticket_id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
call app.protect('ticket_recaps');
