-- Snippets are looked at before they are used. What an agent keeps is proposed (status draft), what a manager keeps or approves is
-- live (published). A retired one that was live was withdrawn; one that never was, was rejected.

alter table snippets
  -- The name of whoever kept it; created_by is their id.
  add column author text,
  -- Null with status published: kept before there was a review.
  add column published_at timestamptz,
  -- Who decided last, and when.
  add column reviewed_by text,
  add column reviewer text,
  add column reviewed_at timestamptz,
  add column updated_at timestamptz;

create index snippets_by_status on snippets (tenant_id, status, id desc);
