-- What is tried before it is published: drafts of documents and settings ("releases"), and the questions they must answer well.

-- A version that nobody is answered from yet, because its release is not published.
alter table document_versions add column is_draft boolean not null default false;

create table regression_questions (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  question text not null,
  -- What was said before: [{role: visitor | assistant, content}], oldest first.
  history jsonb not null default '[]',
  -- {must_cite: [document id], must_say: [], must_not_say: [], outcome: answered | escalated}
  expected jsonb not null default '{}',
  origin text not null check (origin in ('gap', 'answer', 'playground', 'hand', 'file')),
  -- Whose words it is made of: it goes when that is erased.
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
  -- What of the settings is to be other: {guidance, tone, threshold, models}.
  settings jsonb not null default '{}',
  -- What these settings were when they were put in, or tried last.
  base jsonb not null default '{}',
  -- Goes up with each change of what it holds: who publishes says which one they have seen.
  revision integer not null default 1,
  -- What it took the place of: {settings, versions: [{document_id, version_id, fields}]}.
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

-- The documents of a release: of each one version.
create table release_versions (
  tenant_id uuid not null,
  release_id uuid not null,
  document_id uuid not null,
  -- Null while its page is still to be fetched.
  version_id uuid,
  -- What answered when it was put in, or tried last; null: nothing did.
  base_version_id uuid,
  -- What is said about the document from the publication on, where that is more than its version.
  fields jsonb not null default '{}',
  state text not null default 'reading' check (state in ('reading', 'ready', 'failed')),
  -- Share of the work that is done, 0..1.
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

-- Vectors of passages that nobody is answered from yet: apart, so that no search can find one by mistake; publishing takes them over.
-- Numbers, not `vector`: they are there without pgvector.
create table draft_vectors (
  tenant_id uuid not null,
  chunk_id uuid not null,
  model text not null,
  embedding real[] not null,
  primary key (tenant_id, chunk_id, model),
  foreign key (tenant_id, chunk_id) references chunks (tenant_id, id) on delete cascade
);
call app.protect('draft_vectors');
