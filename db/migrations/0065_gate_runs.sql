-- Trials of releases: questions that are asked of what is published and of what is to be. A release has one run, the newest.
create table gate_runs (
  tenant_id uuid not null,
  id uuid not null,
  release_id uuid not null,
  -- What of the release was tried.
  revision integer not null,
  -- How many of the last real questions were wanted.
  wanted integer not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
  -- Why it failed, in words for people.
  error text,
  person_name text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, release_id) references releases (tenant_id, id) on delete cascade
);
create index gate_runs_by_release on gate_runs (tenant_id, release_id, id desc);
call app.protect('gate_runs');

-- One question of a run, and what came of it. What visitors said goes with their ticket, what somebody kept with that.
create table gate_results (
  tenant_id uuid not null,
  run_id uuid not null,
  -- From 1 within the run.
  place integer not null,
  ticket_id uuid,
  regression_id uuid,
  question text not null,
  history jsonb not null default '[]',
  locale text,
  expected jsonb,
  -- What was answered on what is published, and on the release: {outcome, answer, citations, grade, reason, ms, cost_usd}.
  before jsonb,
  after jsonb,
  -- Null: not asked yet.
  verdict text check (verdict in ('same', 'better', 'worse', 'unclear')),
  -- Why, in words of the program, and what differs.
  reasons jsonb not null default '[]',
  -- Expectations that were not met: {before: [], after: []}.
  failed jsonb,
  done_at timestamptz,
  primary key (tenant_id, run_id, place),
  foreign key (tenant_id, run_id) references gate_runs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, regression_id) references regression_questions (tenant_id, id) on delete cascade
);
create index gate_results_by_ticket on gate_results (tenant_id, ticket_id);
create index gate_results_by_regression on gate_results (tenant_id, regression_id);
call app.protect('gate_results');
