-- Members of the console and their sign-in, in a schema of their own.
--
-- A member signs in before a tenant is known, so only the platform role can use these tables. Work for a tenant cannot see them.
-- An organization is a tenant and has the same id. The sign-in library (better-auth) uses people, sessions, accounts, verifications,
-- organizations, members, invitations and two_factors.

create schema auth;
grant usage on schema auth to parley_platform;

create table auth.people (
  id uuid primary key,
  name text not null,
  email text not null unique,
  -- Single sign-on by e-mail address needs a verified address.
  email_verified boolean not null default false,
  -- The version of the picture in auth.pictures.
  image text,
  two_factor_enabled boolean not null default false,
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
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_person on auth.sessions (person_id);

-- One row for each way to sign in: a password, or an account at a single sign-on provider.
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
  id uuid primary key references tenants (tenant_id) on delete cascade,
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
  last_seen_at timestamptz,
  -- The name that this tenant's visitors see; null: the person's own name.
  shown_as text,
  created_at timestamptz not null default now(),
  unique (organization_id, person_id)
);
create index members_by_person on auth.members (person_id);

-- The sign-in library requires this table. Parley's own invitations are in invitation_links.
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

-- One open invitation for each address in a tenant. Accepting it deletes the row.
create table auth.invitation_links (
  id uuid primary key,
  organization_id uuid not null references auth.organizations on delete cascade,
  email text not null,
  role text not null check (role in ('viewer', 'agent', 'manager', 'admin')),
  -- The name of the inviter in the e-mail.
  invited_by text not null,
  -- SHA-256 of the link's token. Null until the e-mail with the link is sent. A newer link replaces it.
  hash bytea unique,
  mail text not null check (mail in ('none', 'waiting', 'sent', 'failed')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (organization_id, email)
);

-- Several links can be open at once, so that a stranger's request does not end the owner's link. Using one deletes the others.
create table auth.reset_links (
  id uuid primary key,
  person_id uuid not null references auth.people on delete cascade,
  hash bytea unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index reset_links_by_person on auth.reset_links (person_id);

create table auth.pictures (
  person_id uuid primary key references auth.people on delete cascade,
  type text not null,
  bytes bytea not null
);

-- The key is encrypted with the session secret; of the recovery codes only hashes are stored.
create table auth.two_factors (
  id uuid primary key,
  person_id uuid not null unique references auth.people on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  -- Time step (30 s since 1970) of the newest accepted code. This code and older ones are rejected.
  last_used_step integer not null default 0
);

create table auth.passkeys (
  id uuid primary key,
  person_id uuid not null references auth.people on delete cascade,
  name text not null,
  -- The browser's credential id, base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- The authenticator's signature counter; most authenticators always report 0.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_person on auth.passkeys (person_id);

-- A challenge is valid once and for a few minutes. With a person it adds a passkey; without one it signs in.
create table auth.passkey_challenges (
  challenge text primary key,
  person_id uuid references auth.people on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_person on auth.passkey_challenges (person_id);
create index passkey_challenges_by_end on auth.passkey_challenges (expires_at);

grant select, insert, update, delete on all tables in schema auth to parley_platform;
