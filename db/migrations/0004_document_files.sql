-- Files as they came, jobs that know their document, and the version that a document is to show.

-- Kept beside the versions, so that reading a list of versions never touches the bytes.
create table document_files (
  tenant_id uuid not null,
  version_id uuid not null,
  name text not null,
  declared_type text,
  bytes bytea not null,
  primary key (tenant_id, version_id),
  foreign key (tenant_id, version_id) references document_versions (tenant_id, id) on delete cascade
);
call app.protect('document_files');

alter table document_versions
  add column notes jsonb not null default '[]',
  -- What the content turned out to be: pdf, docx, html, markdown, text, csv.
  add column read_as text,
  add column byte_size bigint not null default 0,
  -- The title under which the version was searched.
  add column shown_title text,
  -- The title is taken from the text itself: shown to people, but not searched a second time.
  add column is_title_made_up boolean not null default false;

-- The version that was added or restored last. It is searched as soon as it is read; until then the current one is.
alter table documents add column wanted_version_id uuid;

alter table jobs
  add column document_id uuid,
  add column step text,
  add column detail jsonb not null default '{}',
  add foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade;

-- The owner may be an ordinary role, whom forced row security shows no rows.
alter table documents no force row level security;
alter table document_versions no force row level security;
alter table jobs no force row level security;
update documents d set wanted_version_id =
  (select v.id from document_versions v where v.tenant_id = d.tenant_id and v.document_id = d.id order by v.version desc limit 1);
update jobs j set document_id = v.document_id
  from document_versions v where v.tenant_id = j.tenant_id and v.id = j.target_id;
update document_versions set byte_size = octet_length(raw_text);
update document_versions v set shown_title = d.title
  from documents d where d.tenant_id = v.tenant_id and d.current_version_id = v.id;
alter table documents force row level security;
alter table document_versions force row level security;
alter table jobs force row level security;

create index jobs_by_document on jobs (tenant_id, document_id);
-- How many jobs of a tenant wait decides when the next one has its turn.
create index jobs_waiting on jobs (tenant_id, kind) where status in ('queued', 'running');
create index chunk_terms_by_document on chunk_terms (tenant_id, document_id);
create index chunks_by_document on chunks (tenant_id, document_id);
grant select (document_id) on jobs to parley_platform;
