-- Who is there: the name under which a key speaks to visitors, when a ticket was seen last, and what visitors are called by.

-- Null: the team, by the tenant's name.
alter table api_keys add column speaks_as text;

-- When the visitor had `seen_sequence` on the screen.
alter table tickets add column seen_at timestamptz;

-- {preview, sound, teaser}; what is missing has its default.
alter table tenants add column alerts jsonb not null default '{}';
