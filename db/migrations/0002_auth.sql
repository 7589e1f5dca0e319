-- People who work in the console: tables of the sign-in library, in a schema of their own.
--
-- They come before a tenant is known (a person signs in first), so the platform role works on them and
-- the application's tenant work cannot see them at all. An organization is a tenant: same id.

create schema auth;
grant usage on schema auth to parley_platform;

create table auth.people (
  id uuid primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.sessions (
  id uuid primary key,
  person_id uuid not null references auth.people on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  active_organization_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_person on auth.sessions (person_id);

create table auth.accounts (
  id uuid primary key,
  person_id uuid not null references auth.people on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_by_person on auth.accounts (person_id);

create table auth.verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on auth.verifications (identifier);

create table auth.organizations (
  id uuid primary key references public.tenants (tenant_id) on delete cascade,
  name text not null,
  slug text not null unique,
  logo text,
  metadata text,
  created_at timestamptz not null default now()
);

create table auth.members (
  id uuid primary key,
  organization_id uuid not null references auth.organizations on delete cascade,
  person_id uuid not null references auth.people on delete cascade,
  role text not null check (role in ('viewer', 'agent', 'manager', 'admin')),
  created_at timestamptz not null default now(),
  unique (organization_id, person_id)
);
create index members_by_person on auth.members (person_id);

create table auth.invitations (
  id uuid primary key,
  organization_id uuid not null references auth.organizations on delete cascade,
  email text not null,
  role text,
  status text not null default 'pending',
  expires_at timestamptz not null,
  inviter_id uuid not null references auth.people on delete cascade,
  created_at timestamptz not null default now()
);
create index invitations_by_organization on auth.invitations (organization_id);
create index invitations_by_email on auth.invitations (email);

grant select, insert, update, delete on all tables in schema auth to parley_platform;

-- A browser's preflight names no tenant: the platform role answers whether any tenant allows the origin.
grant select (tenant_id, pattern) on tenant_domains to parley_platform;
create policy platform_reads on tenant_domains for select to parley_platform using (true);
create index tenant_domains_by_pattern on tenant_domains (pattern);

-- A key is found by the tenant it names and its prefix; the hash decides.
create index api_keys_by_prefix on api_keys (tenant_id, prefix);

-- `parley doctor` compares what was applied with what this version has.
grant select on schema_migrations to parley_platform;
