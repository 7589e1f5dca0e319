-- People: invitations, links that set a password, when somebody was last here, names and pictures, and the second step of signing in.
-- All of it comes before a tenant is known, as 0002_auth.sql says.

-- One for each address in a tenant; taken up, it is gone, and a membership is there.
create table auth.invitation_links (
  id uuid primary key,
  organization_id uuid not null references auth.organizations on delete cascade,
  email text not null,
  role text not null check (role in ('viewer', 'agent', 'manager', 'admin')),
  -- Who invited, as the mail names them.
  invited_by text not null,
  -- SHA-256 of the link's token. Null while the mail that will bring the link waits; a newer link takes its place.
  hash bytea unique,
  mail text not null check (mail in ('none', 'waiting', 'sent', 'failed')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (organization_id, email)
);

-- Several may be open at the same time, so that a stranger's wish ends nobody's link; one that is used takes the others along.
create table auth.reset_links (
  id uuid primary key,
  person_id uuid not null references auth.people on delete cascade,
  hash bytea unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index reset_links_by_person on auth.reset_links (person_id);

-- A small square that the person's browser made; auth.people.image names its version.
create table auth.pictures (
  person_id uuid primary key references auth.people on delete cascade,
  type text not null,
  bytes bytea not null
);

-- Written by the sign-in library: the key is sealed with the session secret, of the recovery codes there are hashes only.
create table auth.two_factors (
  id uuid primary key,
  person_id uuid not null unique references auth.people on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
alter table auth.people add column two_factor_enabled boolean not null default false;

alter table auth.sessions add column last_seen_at timestamptz;
alter table auth.members
  add column last_seen_at timestamptz,
  -- Under which name this tenant's visitors see them; null: their own.
  add column shown_as text;

grant select, insert, update, delete on auth.invitation_links, auth.reset_links, auth.pictures, auth.two_factors to parley_platform;
