-- Pages that are fetched again by themselves, and the sitemaps that are looked at again.

-- A sitemap whose pages were taken in.
create table document_sites (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  address text not null,
  -- `off`, `daily`, `weekly`, `monthly`: how often it is looked at for pages that came and went.
  every text not null default 'off',
  -- What is said about its pages: set, kind, locale, audience, dates.
  metadata jsonb not null default '{}',
  -- Folders of whose pages all were chosen: what is new in them is taken in.
  folders jsonb not null default '["/"]',
  -- Pages that somebody deleted.
  left_out jsonb not null default '[]',
  looked_at timestamptz,
  -- Null: nobody looks by themselves.
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

-- Where a document is fetched from, when, and what came of it. Without a row its source says where.
create table document_refreshes (
  tenant_id uuid not null,
  document_id uuid not null,
  url text not null,
  every text not null default 'off',
  -- The sitemap that it stood in; null: somebody named the page itself.
  site_id uuid,
  -- What the server of the page said last about what it sent, and at which address after redirects.
  etag text,
  last_modified text,
  validated_url text,
  -- Of the bytes that came last, and of the words in them; the latter is null until a page came for the second time.
  content_hash text,
  text_hash text,
  fetched_at timestamptz,
  -- When the words were others than before.
  changed_at timestamptz,
  next_at timestamptz,
  -- Fetches in a row that brought nothing, since when, and why the last one did.
  failures integer not null default 0,
  failing_since timestamptz,
  error text,
  -- Since when the sitemap does not list it any more.
  gone_at timestamptz,
  primary key (tenant_id, document_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, site_id) references document_sites (tenant_id, id) on delete set null (site_id)
);
create index document_refreshes_due on document_refreshes (next_at) where next_at is not null;
create index document_refreshes_by_site on document_refreshes (tenant_id, site_id);
call app.protect('document_refreshes');

-- Whoever looks has to know in which tenants something is due, and nothing else.
grant select (tenant_id, next_at) on document_sites, document_refreshes to parley_platform;
create policy platform_reads on document_sites for select to parley_platform using (true);
create policy platform_reads on document_refreshes for select to parley_platform using (true);
