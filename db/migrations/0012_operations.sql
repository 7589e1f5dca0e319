-- Jobs, the audit log, analytics, retention and erasure.

-- The record of background work. The queue (Redis or BullMQ's tables) only wakes workers.
create table jobs (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  kind text not null,
  target_id uuid not null,
  document_id uuid,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  step text,
  detail jsonb not null default '{}',
  -- 0..1.
  progress double precision not null default 0,
  attempts integer not null default 0,
  error text,
  -- When the queue was last woken for this unstarted job, and how often in a row. The pause grows, so that a long backlog is not queued
  -- again and again.
  woken_at timestamptz,
  wakes smallint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
create index jobs_unfinished on jobs (updated_at) where status in ('queued', 'running');
create index jobs_by_document on jobs (tenant_id, document_id);
-- The number of a tenant's waiting jobs decides when its next one runs.
create index jobs_waiting on jobs (tenant_id, kind) where status in ('queued', 'running');
call app.protect('jobs');
grant select (tenant_id, id, kind, target_id, document_id, status, attempts, woken_at, wakes, updated_at) on jobs to parley_platform;
create policy platform_reads on jobs for select to parley_platform using (true);

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
-- Whether an agent sent a draft unchanged, for gaps.
create index audit_log_of_drafts on audit_log (tenant_id, target_id) where action = 'ticket.approve_draft';
call app.protect('audit_log', 'select, insert');
-- The application cannot change or delete entries. Retention deletes old ones as the platform role; the policy enforces the minimum age.
grant select (tenant_id, id, created_at), delete on audit_log to parley_platform;
create policy platform_reads on audit_log for select to parley_platform using (true);
create policy platform_expires on audit_log for delete to parley_platform using (created_at < now() - interval '90 days');

-- Analytics of one day of a tenant, counted once and stored, so that a year is 365 rows.
create table analytics_days (
  tenant_id uuid not null references tenants on delete cascade,
  day date not null,
  -- The time zone of the day. If the tenant's zone changes, the day is counted again.
  zone text not null,
  -- Version of the counting rules (server/operations/analytics/calendar.ts).
  version smallint not null,
  -- Counts, sums and histograms by measure (server/operations/store/analytics-days.ts).
  numbers jsonb not null,
  counted_at timestamptz not null default now(),
  -- Counted for the last time; later events do not change it.
  is_closed boolean not null default false,
  primary key (tenant_id, day)
);
call app.protect('analytics_days');

create table analytics_agents (
  tenant_id uuid not null references tenants on delete cascade,
  day date not null,
  -- A member or an API key. Names are looked up, because they can change.
  agent_id text not null,
  answers integer not null,
  tickets integer not null,
  resolved integer not null,
  primary key (tenant_id, day, agent_id)
);
call app.protect('analytics_agents');

-- Topics of a day's tickets: labels by id, document sets of the cited documents by name.
create table analytics_topics (
  tenant_id uuid not null references tenants on delete cascade,
  day date not null,
  kind text not null check (kind in ('label', 'set')),
  topic text not null,
  tickets integer not null,
  primary key (tenant_id, day, kind, topic)
);
call app.protect('analytics_topics');

create table retention_states (
  tenant_id uuid primary key references tenants on delete cascade,
  next_at timestamptz not null default now(),
  -- Tickets, events and model calls before then are incomplete, so earlier days are not counted again.
  removed_before timestamptz
);
call app.protect('retention_states');
grant select (tenant_id, next_at) on retention_states to parley_platform;
create policy platform_reads on retention_states for select to parley_platform using (true);

create table retention_runs (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- {kind, id} of the requester; null: a scheduled run.
  asked_by jsonb,
  rules jsonb not null,
  -- Removed rows by kind, so far.
  counts jsonb not null default '{}',
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id)
);
call app.protect('retention_runs');

-- Requested erasures of a visitor, ticket or document, with signed erasure receipts.
create table erasures (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('visitor', 'ticket', 'document')),
  -- {visitors, tickets, documents, addresses} and the progress; null when it is done.
  target jsonb,
  -- {kind, id} of the requester.
  asked_by jsonb not null,
  -- Erased rows by table, and erased data outside of the database.
  counts jsonb not null default '{}',
  receipt jsonb,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- No other process continues it before then.
  lease_until timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index erasures_open on erasures (lease_until) where finished_at is null;
call app.protect('erasures');
grant select (tenant_id, id, finished_at, lease_until) on erasures to parley_platform;
create policy platform_reads on erasures for select to parley_platform using (true);

-- Tenants to erase. Until `erase_at` it can be undone.
create table tenant_removals (
  tenant_id uuid primary key references tenants on delete cascade,
  -- Id of the receipt.
  id uuid not null,
  asked_by jsonb not null,
  asked_at timestamptz not null default now(),
  erase_at timestamptz not null,
  -- When the first rows were erased; null: none yet.
  started_at timestamptz,
  counts jsonb not null default '{}',
  lease_until timestamptz not null default now()
);
create index tenant_removals_due on tenant_removals (erase_at);
call app.protect('tenant_removals');
grant select (tenant_id, erase_at, lease_until) on tenant_removals to parley_platform;
create policy platform_reads on tenant_removals for select to parley_platform using (true);

-- Keys that sign receipts. The private half is encrypted with a secret of the server, so that a copy of the database cannot sign. The
-- public half remains as long as there are receipts.
create table receipt_keys (
  kid text primary key,
  public_key text not null,
  locked bytea not null,
  -- The secret that decrypts it.
  secret_kid text not null,
  created_at timestamptz not null default now()
);
-- Receipts of erased tenants. They contain none of their data.
create table tenant_receipts (
  id uuid primary key,
  receipt jsonb not null,
  created_at timestamptz not null default now()
);
grant select, insert on receipt_keys, tenant_receipts to parley_platform;
