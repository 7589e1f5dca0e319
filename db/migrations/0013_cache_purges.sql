-- What must leave the answer cache, written in the transaction that changes what the answers rest on: a process that ends between
-- the commit and the eviction loses nothing, the next look finds the row.
create table cache_purges (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  what text not null check (what in ('document', 'answer', 'all')),
  -- A document's id, or the text of an answer; empty for all.
  target text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call app.protect('cache_purges', 'select, insert, delete');
create index cache_purges_by_age on cache_purges (created_at);
grant select (tenant_id, created_at) on cache_purges to parley_platform;
create policy platform_reads on cache_purges for select to parley_platform using (true);
