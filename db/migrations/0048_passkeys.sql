-- Passkeys: people sign in with a key of their device instead of a password. They come before a tenant is known, as 0002_auth.sql says.

create table auth.passkeys (
  id uuid primary key,
  person_id uuid not null references auth.people on delete cascade,
  name text not null,
  -- As the browser calls it, base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it signed, as it says itself; most say 0 for ever.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_person on auth.passkeys (person_id);

-- What a browser is to sign; good once, for some minutes. With a person: to add a passkey; without: to sign in.
create table auth.passkey_challenges (
  challenge text primary key,
  person_id uuid references auth.people on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_person on auth.passkey_challenges (person_id);
create index passkey_challenges_by_end on auth.passkey_challenges (expires_at);

grant select, insert, update, delete on auth.passkeys, auth.passkey_challenges to parley_platform;
