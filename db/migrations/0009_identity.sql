-- Required identity, rotation of the identity secret, and the end of a session before its token expires.

alter table tenants
  -- With it no route serves a visitor whom the tenant's own server has not signed.
  add column require_identity boolean not null default false,
  -- The secret before the last rotation, good until then: the tenant's server needs time to take up the new one.
  add column previous_identity_secret text,
  add column previous_identity_until timestamptz;

-- Session tokens carry the number they were issued under; raising it ends all tokens of the ticket.
alter table tickets add column session_epoch integer not null default 0;
