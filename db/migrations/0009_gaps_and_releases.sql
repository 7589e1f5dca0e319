-- Gaps, and releases: drafts of documents and settings that are tested with questions and published together.

-- A gap is a group of similar questions that the documents did not answer well.
create table gaps (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  status text not null default 'open' check (status in ('open', 'closed', 'ignored')),
  -- Sums over its questions, stored so that the list needs one index scan. The cost is in minutes of agents' time.
  question_count integer not null default 0,
  cost double precision not null default 0,
  first_asked_at timestamptz not null,
  last_asked_at timestamptz not null,
  -- When enough questions made it a gap. Only newer documents can close it.
  opened_at timestamptz not null,
  -- A manager opened it for a question that was asked once: it stays without a second question.
  is_kept boolean not null default false,
  -- When its question was last asked again, to test whether it is answered now.
  checked_at timestamptz,
  closed_at timestamptz,
  -- The source that answered it: {document_id, title, heading, quote, score}.
  answered jsonb,
  -- {id, name, at}.
  ignored jsonb,
  -- The answer that was drafted from it. It may have been deleted.
  snippet_id uuid,
  -- The mean of its questions' vectors, and their model.
  model text,
  centroid real[],
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index gaps_by_cost on gaps (tenant_id, status, cost desc, id desc);
call app.protect('gaps');

-- A visitor's question in a gap. Only this row stores its text, so that the text is deleted with the ticket. The most typical question
-- names the gap. Vectors are plain numbers, not `vector`: clustering reads all of them.
create table gap_questions (
  tenant_id uuid not null,
  turn_id uuid not null,
  ticket_id uuid not null,
  -- Null: asked once so far, or not clustered yet.
  gap_id uuid,
  is_typical boolean not null default false,
  question text not null,
  asked_at timestamptz not null,
  -- no_documents, low_grade, disliked, answered_differently, asked_for_person.
  causes jsonb not null default '[]',
  cost double precision not null default 0,
  -- The message in which an agent answered it.
  answer_id uuid,
  model text,
  embedding real[],
  -- When it was clustered; null: not yet.
  placed_at timestamptz,
  primary key (tenant_id, turn_id),
  foreign key (tenant_id, turn_id) references turns (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, gap_id) references gaps (tenant_id, id)
);
create index gap_questions_by_gap on gap_questions (tenant_id, gap_id, asked_at desc);
create index gap_questions_by_ticket on gap_questions (tenant_id, ticket_id);
create index gap_questions_waiting on gap_questions (tenant_id, asked_at) where placed_at is null;
call app.protect('gap_questions');

-- How far a tenant's tickets were scanned for gaps, and the time of the next run.
create table gap_runs (
  tenant_id uuid primary key references tenants on delete cascade,
  next_at timestamptz not null default now(),
  -- No other process starts before next_at, even if this one crashes.
  is_running boolean not null default false,
  scanned_to timestamptz,
  clustered_at timestamptz,
  -- False: the embedding model gave no vectors at the last run, so nothing is clustered.
  has_vectors boolean not null default true,
  finished_at timestamptz
);
call app.protect('gap_runs');
grant select (tenant_id, next_at) on gap_runs to parley_platform;
create policy platform_reads on gap_runs for select to parley_platform using (true);

-- A new document can close a gap, so the next run starts soon.
create function app.look_at_gaps_soon() returns trigger language plpgsql as $$
begin
  update gap_runs set next_at = now() + interval '30 seconds'
   where tenant_id = new.tenant_id and not is_running and next_at > now() + interval '30 seconds';
  return null;
end
$$;
create trigger look_at_gaps_soon after update of status on documents
  for each row when (new.status is distinct from old.status and new.status in ('searchable', 'ready'))
  execute function app.look_at_gaps_soon();

-- Questions that a release must answer well.
create table regression_questions (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  question text not null,
  -- Earlier messages, oldest first: [{role: visitor | assistant, content}].
  history jsonb not null default '[]',
  -- {must_cite: [document id], must_say: [], must_not_say: [], outcome: answered | escalated}
  expected jsonb not null default '{}',
  origin text not null check (origin in ('gap', 'answer', 'playground', 'hand', 'file')),
  -- The ticket or gap that the text comes from.
  ticket_id uuid,
  gap_id uuid,
  person_id text not null,
  person_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete set null (ticket_id),
  foreign key (tenant_id, gap_id) references gaps (tenant_id, id) on delete set null (gap_id)
);
create index regression_questions_by_ticket on regression_questions (tenant_id, ticket_id);
create index regression_questions_by_gap on regression_questions (tenant_id, gap_id);
call app.protect('regression_questions');

create table releases (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  state text not null default 'open' check (state in ('open', 'published', 'discarded', 'rolled_back')),
  -- The changed settings: {guidance, tone, threshold, models}.
  settings jsonb not null default '{}',
  -- The tenant's values of these settings when they were added to the release, or last tested.
  base jsonb not null default '{}',
  -- Increases with each change of the release. Publishing names the revision that was reviewed.
  revision integer not null default 1,
  -- How a rollback restores the state before: {settings, versions: [{document_id, version_id, fields}]}.
  undo jsonb,
  person_id text not null,
  person_name text not null,
  ended_at timestamptz,
  ended_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index releases_by_state on releases (tenant_id, state, id desc);
call app.protect('releases');

-- The documents of a release, one version each.
create table release_versions (
  tenant_id uuid not null,
  release_id uuid not null,
  document_id uuid not null,
  -- Null until its page is fetched.
  version_id uuid,
  -- The version that was current when the draft was added, or last tested; null: none.
  base_version_id uuid,
  -- Changed document metadata, applied when the release is published.
  fields jsonb not null default '{}',
  state text not null default 'reading' check (state in ('reading', 'ready', 'failed')),
  -- 0..1.
  progress real not null default 0,
  error text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, release_id, document_id),
  foreign key (tenant_id, release_id) references releases (tenant_id, id) on delete cascade,
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, version_id) references document_versions (tenant_id, id) on delete cascade
);
create index release_versions_by_document on release_versions (tenant_id, document_id);
create index release_versions_by_version on release_versions (tenant_id, version_id);
call app.protect('release_versions');

-- Vectors of draft chunks, in their own table so that no search can find one by mistake. Publishing copies them. They are plain numbers,
-- so that they also exist without pgvector.
create table draft_vectors (
  tenant_id uuid not null,
  chunk_id uuid not null,
  model text not null,
  embedding real[] not null,
  primary key (tenant_id, chunk_id, model),
  foreign key (tenant_id, chunk_id) references chunks (tenant_id, id) on delete cascade
);
call app.protect('draft_vectors');

-- A test of a release: the same questions are asked with the published state and with the release. Only the newest run is kept.
create table release_runs (
  tenant_id uuid not null,
  id uuid not null,
  release_id uuid not null,
  -- The tested revision of the release.
  revision integer not null,
  -- How many recent visitor questions to ask.
  wanted integer not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
  -- The reason of a failure, shown to people.
  error text,
  person_name text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, release_id) references releases (tenant_id, id) on delete cascade
);
create index release_runs_by_release on release_runs (tenant_id, release_id, id desc);
call app.protect('release_runs');

-- One question of a run and its result. It is deleted with its ticket or regression question.
create table release_results (
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
  -- The answers of the published state and of the release: {outcome, answer, citations, grade, reason, ms, cost_usd}.
  before jsonb,
  after jsonb,
  -- Null: not asked yet.
  verdict text check (verdict in ('same', 'better', 'worse', 'unclear')),
  -- Reasons of the verdict, and the differences.
  reasons jsonb not null default '[]',
  -- Expectations that were not met: {before: [], after: []}.
  failed jsonb,
  done_at timestamptz,
  primary key (tenant_id, run_id, place),
  foreign key (tenant_id, run_id) references release_runs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, regression_id) references regression_questions (tenant_id, id) on delete cascade
);
create index release_results_by_ticket on release_results (tenant_id, ticket_id);
create index release_results_by_regression on release_results (tenant_id, regression_id);
call app.protect('release_results');
