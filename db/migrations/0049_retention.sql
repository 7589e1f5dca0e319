-- How long a tenant keeps what: rules, when they are applied next, and what became of each time.

-- {tickets: 365, files: null, ...}: days, null for as long as there is room; what is missing has its default.
alter table tenants add column retention jsonb not null default '{}';

-- The bytes are gone; that there was a file stays said.
alter table attachments add column expired_at timestamptz;
-- Events up to this one are gone.
alter table tickets add column events_removed_to bigint not null default 0;

create table retention_states (
  tenant_id uuid primary key references tenants on delete cascade,
  next_at timestamptz not null default now(),
  -- Tickets, events and model calls from before then are not all there any more: days that were counted before are not counted anew.
  removed_before timestamptz
);
call app.protect('retention_states');
grant select (tenant_id, next_at) on retention_states to parley_platform;
create policy platform_reads on retention_states for select to parley_platform using (true);

create table retention_runs (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- {kind, id} of whoever asked for it; null: it was due.
  asked_by jsonb,
  rules jsonb not null,
  -- How many of each kind are removed so far.
  counts jsonb not null default '{}',
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id)
);
call app.protect('retention_runs');

-- The record of who did what is never changed, and what models cost is not forgotten soon: the application has no right to delete from
-- either. Lines that are old enough are removed by the platform role, and the database itself says what old enough is.
grant select (tenant_id, id, created_at), delete on audit_log to parley_platform;
create policy platform_reads on audit_log for select to parley_platform using (true);
create policy platform_expires on audit_log for delete to parley_platform using (created_at < now() - interval '90 days');
grant select (tenant_id, id, created_at), delete on model_calls to parley_platform;
create policy platform_reads on model_calls for select to parley_platform using (true);
create policy platform_expires on model_calls for delete to parley_platform using (created_at < now() - interval '30 days');
