-- Core tables, roles and row security.
--
-- Roles: `parley_app` does all work for a tenant under row security; `parley_platform` does what comes
-- before a tenant is known. Neither owns anything. Both are created without LOGIN: in production the
-- operator gives parley_app a password (docs/guide/deployment.md).

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'parley_platform') then
    create role parley_platform nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  if not exists (select 1 from pg_roles where rolname = 'parley_app') then
    -- NOINHERIT: the platform role's rights count only inside withSystem(), which switches to it.
    create role parley_app nologin noinherit nosuperuser nobypassrls nocreatedb nocreaterole;
  elsif (select rolinherit from pg_roles where rolname = 'parley_app') then
    alter role parley_app noinherit;
  end if;
end
$$;
grant parley_platform to parley_app;

revoke create on schema public from public;
create schema app;
grant usage on schema app, public to parley_app, parley_platform;

-- The tenant of this transaction. After a commit the setting reads '' rather than null, so both mean "none".
create function app.current_tenant() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.current_tenant', true), '')::uuid;

-- Every tenant table calls this once: row security on and forced, one policy for reading and writing.
create procedure app.protect(target regclass, verbs text default 'select, insert, update, delete')
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_rows on %s to parley_app
       using (tenant_id = nullif(current_setting(''app.current_tenant'', true), '''')::uuid)
       with check (tenant_id = nullif(current_setting(''app.current_tenant'', true), '''')::uuid)', target);
  execute format('grant %s on %s to parley_app', verbs, target);
end
$$;
revoke all on procedure app.protect(regclass, text) from public;

create table tenants (
  tenant_id uuid primary key,
  name text not null,
  status text not null default 'active' check (status in ('active', 'suspended')),
  locale text not null default 'en',
  greeting text not null default '',
  starters jsonb not null default '[]',
  theme jsonb not null default '{}',
  threshold double precision not null default 0.7 check (threshold between 0 and 1),
  answer_mode text not null default 'stream_first' check (answer_mode in ('stream_first', 'verify_first')),
  tone text not null default '',
  identity_secret text not null,
  next_ticket_number integer not null default 1000,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call app.protect('tenants');
-- The platform lists tenants (CLI, start-up work); it sees no other table of theirs but the two below.
grant select on tenants to parley_platform;
create policy platform_reads on tenants for select to parley_platform using (true);

create table tenant_domains (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  pattern text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, pattern)
);
call app.protect('tenant_domains');

create table api_keys (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  prefix text not null,
  hash bytea not null,
  role text not null check (role in ('viewer', 'agent', 'manager', 'admin')),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, hash)
);
call app.protect('api_keys');

create table visitors (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  external_id text,
  email text,
  name text,
  locale text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, external_id)
);
call app.protect('visitors');

create table tickets (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  number integer not null,
  visitor_id uuid not null,
  status text not null default 'open' check (status in ('open', 'pending_human', 'in_progress', 'resolved', 'closed')),
  owner text not null default 'assistant' check (owner in ('assistant', 'human')),
  -- Counts every change of owner; an assistant message is stored only under the epoch its turn began with.
  owner_epoch integer not null default 0,
  assignee jsonb,
  subject text not null default '',
  page jsonb,
  question text,
  summary text,
  escalation_reason text,
  escalated_at timestamptz,
  draft jsonb,
  -- Number of the newest stored event; taken with a row lock, so the log has no gaps.
  last_sequence bigint not null default 0,
  -- True while the graph waits in await_human: the next resolution resumes it.
  awaiting_human boolean not null default false,
  message_count integer not null default 0,
  last_message text not null default '',
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, visitor_id) references visitors (tenant_id, id)
);
create index tickets_by_activity on tickets (tenant_id, updated_at desc, id desc);
create index tickets_by_status on tickets (tenant_id, status, updated_at desc);
call app.protect('tickets');

create table turns (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  kind text not null check (kind in ('visitor', 'resume')),
  status text not null default 'running' check (status in ('running', 'done', 'escalated', 'cancelled', 'failed')),
  owner_epoch integer not null,
  -- The process that works on the turn, and until when it may be silent before another takes over.
  lease_holder text not null,
  lease_expires_at timestamptz not null,
  rephrased_question text,
  is_cache_hit boolean not null default false,
  timings jsonb not null default '{}',
  error_code text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create unique index one_running_turn on turns (tenant_id, ticket_id) where status = 'running';
create index turns_by_lease on turns (lease_expires_at) where status = 'running';
call app.protect('turns');
-- Whoever finds a turn whose process died needs to know whose it was; nothing else of it.
grant select (tenant_id, id, ticket_id, status, lease_expires_at, lease_holder) on turns to parley_platform;
create policy platform_reads on turns for select to parley_platform using (true);

create table messages (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  turn_id uuid,
  sequence bigint not null,
  role text not null check (role in ('visitor', 'assistant', 'agent', 'system')),
  content text not null,
  grade jsonb,
  cached boolean not null default false,
  usage jsonb,
  agent jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index messages_by_ticket on messages (tenant_id, ticket_id, sequence);
call app.protect('messages');

create table citations (
  tenant_id uuid not null,
  message_id uuid not null,
  index integer not null,
  chunk_id uuid not null,
  document_id uuid,
  title text not null,
  url text,
  page integer,
  heading text,
  quote text not null check (length(quote) <= 300),
  primary key (tenant_id, message_id, index),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
call app.protect('citations');

create table ticket_events (
  tenant_id uuid not null,
  ticket_id uuid not null,
  sequence bigint not null,
  event_id uuid not null,
  turn_id uuid,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, ticket_id, sequence),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
call app.protect('ticket_events');

create table feedback (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  message_id uuid not null,
  rating text not null check (rating in ('up', 'down')),
  reason text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, message_id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
call app.protect('feedback');

create table model_calls (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  ticket_id uuid,
  turn_id uuid,
  task text not null,
  provider text not null,
  model text not null,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cached_tokens integer not null default 0,
  cost_micros bigint not null default 0,
  latency_ms double precision not null,
  first_token_ms double precision,
  outcome text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index model_calls_by_ticket on model_calls (tenant_id, ticket_id);
call app.protect('model_calls', 'select, insert');

create table audit_log (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  actor_kind text not null,
  actor_id text not null,
  action text not null,
  target_kind text,
  target_id text,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call app.protect('audit_log', 'select, insert');

create table document_sets (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  color text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call app.protect('document_sets');

create table documents (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  source text not null,
  title text not null,
  url text,
  kind text not null default 'guide',
  set_name text,
  locale text not null default 'en',
  audience text not null default 'public',
  status text not null default 'queued' check (status in ('queued', 'processing', 'searchable', 'ready', 'failed')),
  current_version_id uuid,
  valid_from timestamptz,
  valid_until timestamptz,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, source)
);
call app.protect('documents');

create table document_versions (
  tenant_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  version integer not null,
  content_hash text not null,
  format text not null,
  raw_text text not null,
  extracted jsonb not null default '[]',
  pages integer not null default 0,
  coverage double precision not null default 0,
  chunk_count integer not null default 0,
  embedded_count integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, document_id, version),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
call app.protect('document_versions');

create table chunks (
  tenant_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  ordinal integer not null,
  heading text,
  page integer,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, version_id, ordinal),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, version_id) references document_versions (tenant_id, id) on delete cascade
);
call app.protect('chunks');

-- The search index: chunks of current versions only, kept apart from the texts so that a scan stays small.
create table chunk_terms (
  tenant_id uuid not null,
  chunk_id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  length integer not null,
  lexemes tsvector not null,
  primary key (tenant_id, chunk_id),
  foreign key (tenant_id, chunk_id) references chunks (tenant_id, id) on delete cascade
);
create index chunk_terms_by_version on chunk_terms (tenant_id, version_id);
call app.protect('chunk_terms');

create table snippets (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  question text not null,
  answer text not null,
  status text not null default 'published' check (status in ('draft', 'published', 'retired')),
  ticket_id uuid,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call app.protect('snippets');

create table jobs (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  kind text not null,
  target_id uuid not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  progress double precision not null default 0,
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index jobs_unfinished on jobs (updated_at) where status in ('queued', 'running');
call app.protect('jobs');
grant select (tenant_id, id, kind, target_id, status, attempts, updated_at) on jobs to parley_platform;
create policy platform_reads on jobs for select to parley_platform using (true);
