-- What goes into an answer, and what people prefer of the copilot: what they use and dismiss, and what they set by hand.

-- A document that a person used in one message: cited in its result, named in it, or dismissed from what it was to be made from.
create table copilot_uses (
  tenant_id uuid not null,
  person_id text not null,
  document_id uuid not null,
  kind text not null check (kind in ('cited', 'mentioned', 'dismissed')),
  -- The message, or what else it happened in: one counts once, also when its run is tried again.
  occasion_id uuid not null,
  at timestamptz not null default now(),
  primary key (tenant_id, person_id, document_id, kind, occasion_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
create index copilot_uses_by_document on copilot_uses (tenant_id, document_id);
create index copilot_uses_by_occasion on copilot_uses (tenant_id, occasion_id);
call app.protect('copilot_uses');

-- What a person decided of a document by hand; it counts more than what they do.
create table copilot_preferences (
  tenant_id uuid not null,
  person_id text not null,
  document_id uuid not null,
  stance text not null check (stance in ('always', 'never', 'neutral')),
  set_at timestamptz not null default now(),
  primary key (tenant_id, person_id, document_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
create index copilot_preferences_by_document on copilot_preferences (tenant_id, document_id);
call app.protect('copilot_preferences');

-- What went into an answer and what was left out, with weights and reasons; ids, no words of it. Erased with its row.
alter table copilot_messages add column context_record jsonb;
alter table turns add column context_record jsonb;
