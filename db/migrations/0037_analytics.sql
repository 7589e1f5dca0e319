-- Analytics: what happened on each day of a tenant, counted once and kept, so that a year is read as 365 rows.

create table analytics_days (
  tenant_id uuid not null references tenants on delete cascade,
  day date not null,
  -- The day's midnights are those of this zone; with another zone the day is counted anew.
  zone text not null,
  -- Of the rules by which it was counted (server/analytics/calendar.ts).
  version smallint not null,
  -- Counts, sums and histograms by measure (server/store/analytics-days.ts).
  numbers jsonb not null,
  counted_at timestamptz not null default now(),
  -- Counted for the last time: nothing that comes later changes it.
  is_closed boolean not null default false,
  primary key (tenant_id, day)
);
call app.protect('analytics_days');

-- What people did on a day.
create table analytics_agents (
  tenant_id uuid not null references tenants on delete cascade,
  day date not null,
  -- A person or an API key; the names stand elsewhere and may change.
  agent_id text not null,
  answers integer not null,
  tickets integer not null,
  resolved integer not null,
  primary key (tenant_id, day, agent_id)
);
call app.protect('analytics_agents');

-- What the tickets of a day were about: labels by id, sets of the documents that answers quoted by name.
create table analytics_topics (
  tenant_id uuid not null references tenants on delete cascade,
  day date not null,
  kind text not null check (kind in ('label', 'set')),
  topic text not null,
  tickets integer not null,
  primary key (tenant_id, day, kind, topic)
);
call app.protect('analytics_topics');
