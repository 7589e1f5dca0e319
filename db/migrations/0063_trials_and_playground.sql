-- Trials: the support graph run without a visitor. What they cost is real; figures about visitors leave them out.
alter table model_calls add column is_trial boolean not null default false;

-- The playground: what people of a tenant try out with the assistant. A run is its person's alone.
create table playground_runs (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- The person, or the key that speaks for one.
  person_id text not null,
  title text not null,
  -- The ticket whose words it begins with: it goes with it.
  ticket_id uuid,
  -- The run that it was branched from, and the answer there that is tried again; either may be gone.
  parent_id uuid,
  parent_message_id uuid,
  -- What is laid over the tenant's settings and documents for the next answer.
  draft jsonb not null default '{}',
  last_seq integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index playground_runs_by_person on playground_runs (tenant_id, person_id, updated_at desc);
create index playground_runs_by_ticket on playground_runs (tenant_id, ticket_id);
call app.protect('playground_runs');

create table playground_messages (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  -- From 1 within the run.
  seq integer not null,
  role text not null check (role in ('visitor', 'assistant')),
  content text not null,
  -- Stood before the run began: of a ticket, or of the run that this one was branched from.
  is_given boolean not null default false,
  state text not null default 'done' check (state in ('running', 'done', 'failed', 'cancelled')),
  -- Of the assistant: the draft that it answered with, what came of it, and every node on the way.
  draft jsonb not null default '{}',
  result jsonb,
  steps jsonb not null default '[]',
  -- Who works on it says so from time to time.
  beat_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, run_id, seq),
  foreign key (tenant_id, run_id) references playground_runs (tenant_id, id) on delete cascade
);
call app.protect('playground_messages');
