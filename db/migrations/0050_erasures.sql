-- What is erased on purpose, with a signed receipt; tenants that are to be erased, with a time to think better of it.

create table erasures (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('visitor', 'ticket', 'document')),
  -- {visitors, tickets, documents, addresses}: what it is about, and what of it is gone already; null once it is done.
  target jsonb,
  -- {kind, id} of whoever asked for it.
  asked_by jsonb not null,
  -- Rows by table, and what is kept apart from the database.
  counts jsonb not null default '{}',
  receipt jsonb,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Nobody else goes on with it before then.
  lease_until timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index erasures_open on erasures (lease_until) where finished_at is null;
call app.protect('erasures');
grant select (tenant_id, id, finished_at, lease_until) on erasures to parley_platform;
create policy platform_reads on erasures for select to parley_platform using (true);

create table tenant_removals (
  tenant_id uuid primary key references tenants on delete cascade,
  -- Of the receipt.
  id uuid not null,
  asked_by jsonb not null,
  asked_at timestamptz not null default now(),
  -- Until then it can be taken back.
  erase_at timestamptz not null,
  -- Since when rows go; null: nothing has gone yet.
  started_at timestamptz,
  counts jsonb not null default '{}',
  lease_until timestamptz not null default now()
);
create index tenant_removals_due on tenant_removals (erase_at);
call app.protect('tenant_removals');
grant select (tenant_id, erase_at, lease_until) on tenant_removals to parley_platform;
create policy platform_reads on tenant_removals for select to parley_platform using (true);

-- What receipts are signed with. The private half is locked with a secret of the server, so that a copy of the database signs nothing;
-- the public half stays for as long as there are receipts.
create table receipt_keys (
  kid text primary key,
  public_key text not null,
  locked bytea not null,
  -- Which secret opens it.
  secret_kid text not null,
  created_at timestamptz not null default now()
);
-- Of tenants that are gone: nothing of theirs is in it.
create table tenant_receipts (
  id uuid primary key,
  receipt jsonb not null,
  created_at timestamptz not null default now()
);
grant select, insert on receipt_keys, tenant_receipts to parley_platform;
