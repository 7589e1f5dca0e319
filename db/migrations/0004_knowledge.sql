-- Documents with their versions and passages, the search tables, answers written by agents, and page refreshes.

-- The PostgreSQL text search configuration for a locale; 'simple' where there is none.
create function app.text_config(locale text) returns text
  language sql immutable parallel safe
  return case split_part(lower(replace(coalesce(locale, ''), '_', '-')), '-', 1)
    when 'en' then 'english' when 'de' then 'german' when 'fr' then 'french' when 'es' then 'spanish'
    when 'it' then 'italian' when 'pt' then 'portuguese' when 'nl' then 'dutch' when 'da' then 'danish'
    when 'sv' then 'swedish' when 'no' then 'norwegian' when 'nb' then 'norwegian' when 'nn' then 'norwegian'
    when 'fi' then 'finnish' when 'hu' then 'hungarian' when 'ro' then 'romanian' when 'ru' then 'russian'
    when 'tr' then 'turkish' when 'el' then 'greek' when 'ar' then 'arabic' when 'ca' then 'catalan'
    when 'id' then 'indonesian' when 'ga' then 'irish' when 'lt' then 'lithuanian' when 'sr' then 'serbian'
    else 'simple' end;

-- English is the default locale of a document, so the text is checked: another language is chosen if its stop words make up far more
-- of the text than the English ones. In ordinary prose about one word in four is a stop word.
create function app.guess_text_config(locale text, sample text) returns text
  language plpgsql stable as $$
declare
  given text := app.text_config(locale);
  plain float8;
  english float8;
  best record;
begin
  if given <> 'english' then
    return given;
  end if;
  select coalesce(sum(cardinality(word.positions)), 0) into plain from unnest(to_tsvector('pg_catalog.simple', sample)) word;
  if plain < 8 then
    return given;
  end if;
  select 1 - coalesce(sum(cardinality(word.positions)), 0) / plain into english
    from unnest(to_tsvector('pg_catalog.english', sample)) word;
  select other.config, share into best
    from unnest(array['german', 'french', 'spanish', 'italian', 'portuguese', 'dutch', 'danish', 'swedish', 'norwegian',
                      'finnish', 'hungarian', 'russian']) as other(config)
    cross join lateral (
      select 1 - coalesce(sum(cardinality(word.positions)), 0) / plain as share
        from unnest(to_tsvector(('pg_catalog.' || other.config)::regconfig, sample)) word
    ) counted
   order by share desc limit 1;
  return case when best.share >= 0.25 and best.share > 1.6 * english then best.config else given end;
end
$$;

create table document_sets (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  color text not null default '',
  -- Added to the score of the set's passages, which is between 0 and about 1.
  boost double precision not null default 0 check (boost between -0.5 and 0.5),
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
  kind text not null default 'other' check (kind in ('policy', 'regulation', 'other')),
  set_name text,
  locale text not null default 'en',
  audience text not null default 'public',
  status text not null default 'queued' check (status in ('queued', 'processing', 'searchable', 'ready', 'failed')),
  -- The version that search uses.
  current_version_id uuid,
  -- The version that was added or restored last. It becomes the current one as soon as it is read.
  wanted_version_id uuid,
  valid_from timestamptz,
  valid_until timestamptz,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, source)
);
-- Cached answers expire when the next document becomes valid.
create index documents_by_start on documents (tenant_id, valid_from) where valid_from is not null;
call app.protect('documents');

create table document_versions (
  tenant_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  version integer not null,
  -- The name that people give a version, such as "2024" or "Q1 2025".
  label text check (char_length(label) between 1 and 60),
  -- The title that was given with the version; null: the document's title.
  title text,
  -- The title under which the version was indexed.
  shown_title text,
  -- True if the title was taken from the text: it is shown, but not indexed a second time.
  is_title_made_up boolean not null default false,
  content_hash text not null,
  format text not null,
  -- The detected format: pdf, docx, html, markdown, text, csv.
  read_as text,
  byte_size bigint not null default 0,
  raw_text text not null,
  extracted jsonb not null default '[]',
  notes jsonb not null default '[]',
  pages integer not null default 0,
  coverage double precision not null default 0,
  chunk_count integer not null default 0,
  embedded_count integer not null default 0,
  -- True until its release is published; search and answers do not use it before.
  is_draft boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, document_id, version),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
call app.protect('document_versions');

-- The uploaded files. They are separate so that a list of versions never reads the bytes.
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
create index chunks_by_document on chunks (tenant_id, document_id);
call app.protect('chunks');

-- The search index: only chunks of current versions, separate from the texts so that a scan stays small.
create table chunk_terms (
  tenant_id uuid not null,
  chunk_id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  length integer not null,
  -- The text search configuration that made the lexemes. A question is split with the same one.
  config text not null default 'english',
  primary key (tenant_id, chunk_id),
  foreign key (tenant_id, chunk_id) references chunks (tenant_id, id) on delete cascade
);
create index chunk_terms_by_version on chunk_terms (tenant_id, version_id);
create index chunk_terms_by_document on chunk_terms (tenant_id, document_id);
create index chunk_terms_by_config on chunk_terms (tenant_id, config);
call app.protect('chunk_terms');

-- How often each word occurs in each indexed chunk. Equality of plain columns is leakproof, so the index is used under row security;
-- `@@` over a tsvector is not (docs/decisions/0004). There is no primary key: equal index entries share their key, so the two indexes
-- together take less room than one entry for each row.
create table chunk_words (
  tenant_id uuid not null,
  chunk_id uuid not null,
  lexeme text not null,
  count smallint not null,
  foreign key (tenant_id, chunk_id) references chunk_terms (tenant_id, chunk_id) on delete cascade
);
create index chunk_words_by_lexeme on chunk_words (tenant_id, lexeme);
create index chunk_words_by_chunk on chunk_words (tenant_id, chunk_id);
call app.protect('chunk_words');

-- Answers that agents keep as knowledge. A reviewer makes a proposed one live or rejects it, and withdraws a live one.
create table snippets (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  question text not null,
  answer text not null,
  status text not null default 'proposed' check (status in ('proposed', 'live', 'rejected', 'withdrawn')),
  ticket_id uuid,
  -- Id and name of the author.
  created_by text not null,
  author text not null,
  -- Id and name of the last reviewer.
  reviewed_by text,
  reviewer text,
  reviewed_at timestamptz,
  -- The day on which somebody checks whether the answer is still right.
  review_by date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index snippets_by_status on snippets (tenant_id, status, id desc);
create index snippets_to_review on snippets (tenant_id, review_by) where review_by is not null and status = 'live';
call app.protect('snippets');

-- A sitemap whose pages were imported.
create table document_sites (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  address text not null,
  -- How often it is checked for added and removed pages: `off`, `daily`, `weekly`, `monthly`.
  every text not null default 'off',
  -- Metadata of its documents: set, kind, locale, audience, dates.
  metadata jsonb not null default '{}',
  -- New pages are imported if they are in one of these folders.
  folders jsonb not null default '["/"]',
  -- Pages that somebody deleted; they are not imported again.
  left_out jsonb not null default '[]',
  looked_at timestamptz,
  -- Null: no automatic check.
  next_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  error text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, address)
);
create index document_sites_due on document_sites (next_at) where next_at is not null;
call app.protect('document_sites');
grant select (tenant_id, next_at) on document_sites to parley_platform;
create policy platform_reads on document_sites for select to parley_platform using (true);

-- When a page is fetched again, and the result of the last fetch. Without a row, the document's source is its address.
create table document_refreshes (
  tenant_id uuid not null,
  document_id uuid not null,
  url text not null,
  every text not null default 'off',
  -- The sitemap that lists the page; null: somebody added the page itself.
  site_id uuid,
  -- Validators of the last response, and its address after redirects.
  etag text,
  last_modified text,
  validated_url text,
  -- Hash of the last response, and of its text; the latter is null until the page was fetched twice.
  content_hash text,
  text_hash text,
  fetched_at timestamptz,
  -- When the text changed last.
  changed_at timestamptz,
  next_at timestamptz,
  -- Consecutive failed fetches, the time of the first one, and the reason of the last one.
  failures integer not null default 0,
  failing_since timestamptz,
  error text,
  -- Since when the sitemap no longer lists the page.
  gone_at timestamptz,
  primary key (tenant_id, document_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, site_id) references document_sites (tenant_id, id) on delete set null (site_id)
);
create index document_refreshes_due on document_refreshes (next_at) where next_at is not null;
create index document_refreshes_by_site on document_refreshes (tenant_id, site_id);
call app.protect('document_refreshes');
grant select (tenant_id, next_at) on document_refreshes to parley_platform;
create policy platform_reads on document_refreshes for select to parley_platform using (true);

-- The addresses that lead to a page, so that one page is one document: the one that was asked for, the one after redirects, and the one
-- that the page names as its own.
create table document_addresses (
  tenant_id uuid not null,
  -- Hash of the address without what does not matter: scheme, `www.`, slash at the end, tracking parameters.
  page_hash text not null,
  document_id uuid not null,
  primary key (tenant_id, page_hash),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
create index document_addresses_by_document on document_addresses (tenant_id, document_id);
call app.protect('document_addresses');

-- Entries that must leave the answer cache, written in the transaction that changes their sources. If a process stops between the commit
-- and the eviction, the next sweep finds the row.
create table cache_purges (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  what text not null check (what in ('document', 'answer', 'all')),
  -- A document's id, or the text of an answer; empty for all.
  target text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index cache_purges_by_age on cache_purges (created_at);
call app.protect('cache_purges', 'select, insert, delete');
grant select (tenant_id, created_at) on cache_purges to parley_platform;
create policy platform_reads on cache_purges for select to parley_platform using (true);
