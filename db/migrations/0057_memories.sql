-- What is remembered of visitors whom their tenant's own server has signed, where the tenant lets it be.

alter table tenants add column memory_enabled boolean not null default false;

create table memories (
  tenant_id uuid not null,
  id uuid not null,
  visitor_id uuid not null,
  type text not null check (type in ('fact', 'preference', 'entity', 'procedure')),
  -- One statement, secrets and special categories taken out before.
  content text not null,
  -- What there is only one of ("plan", "language"): another value of it takes this one's place. Empty: there may be several.
  subject text not null default '',
  -- SHA-256 of the content without case, signs and spaces.
  content_hash text not null,
  confidence real not null default 1 check (confidence between 0 and 1),
  origin text not null check (origin in ('extracted', 'agent', 'visitor')),
  ticket_id uuid,
  message_id uuid,
  valid_from timestamptz not null default now(),
  valid_until timestamptz,
  -- Does not hold any more, and what took its place.
  invalidated_at timestamptz,
  superseded_by uuid,
  access_count integer not null default 0,
  last_access_at timestamptz,
  -- Forgotten then, unless it is said again.
  expires_at timestamptz,
  -- When its confidence was lowered last, for want of use.
  decayed_at timestamptz,
  -- Null until a job has made it; looked through within one visitor, so there is no index over it.
  embedding real[],
  embedding_model text,
  embedding_dimension integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, visitor_id) references visitors (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete set null (ticket_id)
);
create index memories_by_visitor on memories (tenant_id, visitor_id);
create index memories_by_ticket on memories (tenant_id, ticket_id);
create unique index one_memory_of_a_content on memories (tenant_id, visitor_id, content_hash) where invalidated_at is null;
call app.protect('memories');

-- How far a ticket's log was read for what is to be remembered: what a visitor has erased is not found in it again.
alter table tickets add column remembered_to bigint not null default 0;

-- Ids of what is remembered that an answer was written with.
alter table messages add column memories jsonb not null default '[]';
