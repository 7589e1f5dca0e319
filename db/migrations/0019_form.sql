-- The form before the chat: what a tenant asks, what visitors answered and agreed to; and when a conversation that went quiet counts as over.

alter table tenants
  -- {when, fields, consent}; what is missing is not asked.
  add column form jsonb not null default '{}',
  -- Goes up with each change of what is asked.
  add column form_version integer not null default 0,
  -- Hours after the assistant's last answer, from which on the visitor is asked how it went; 0: not without an end.
  add column quiet_hours integer not null default 24,
  add constraint tenants_quiet_hours_check check (quiet_hours between 0 and 720) not valid;

-- Once for each visitor and version.
create table form_answers (
  tenant_id uuid not null,
  visitor_id uuid not null,
  version integer not null,
  -- The ticket in which it was asked.
  ticket_id uuid not null,
  -- [{id, kind, label, value}]: the labels as they were then. Empty when the visitor skipped it.
  answers jsonb not null,
  -- {text, link}: word for word what was agreed to, at created_at.
  consent jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, visitor_id, version),
  foreign key (tenant_id, visitor_id) references visitors (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index form_answers_by_ticket on form_answers (tenant_id, ticket_id);
call app.protect('form_answers');
