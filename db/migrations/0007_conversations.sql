-- Clarifications, hints, episodes after a hand-back, and the memory of long tickets.

alter table tenants add column clarify boolean not null default true;

-- A question back to the visitor. Kept after its answer: sending the same answer again must have the same effect.
create table clarifications (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  -- The turn that asked.
  turn_id uuid not null,
  -- What the visitor had asked, and the readings it may have: [{id, label, question, document_id, heading}].
  question text not null,
  prompt text not null,
  options jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'answered', 'cancelled', 'withdrawn')),
  -- {choice} or {text} or {cancel}, the message it became, and the turn that took it up.
  answer jsonb,
  answer_message_id uuid,
  answer_turn_id uuid,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index clarifications_by_ticket on clarifications (tenant_id, ticket_id);
create unique index one_pending_clarification on clarifications (tenant_id, ticket_id) where status = 'pending';
call app.protect('clarifications');

alter table tickets
  -- The clarification that waits for the visitor; read with the ticket, so that a message costs no look-up more.
  add column pending_clarification uuid,
  -- Where the assistant's present episode begins, and what people said before it.
  add column episode_after bigint not null default 0,
  add column episode_summary text,
  -- What was said up to a message of the log, in a few lines; made by a job once a ticket is long.
  add column running_summary text,
  add column running_summary_to bigint not null default 0;

alter table turns
  add column clarification_id uuid,
  add column hint text,
  -- Supported and unsupported statements of the answer, and what is missing in it.
  add column grading jsonb,
  drop constraint turns_kind_check,
  add constraint turns_kind_check check (kind in ('visitor', 'resume', 'hint')),
  drop constraint turns_status_check,
  add constraint turns_status_check
    check (status in ('running', 'done', 'escalated', 'clarifying', 'cancelled', 'failed'));

-- Text that was shown while it was written and then did not pass the grading.
alter table messages add column unverified boolean not null default false;

-- Ten messages of a long ticket in a few lines, found again by meaning. Stored as numbers, not as `vector`: a ticket has few.
create table thread_chunks (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  ordinal integer not null,
  first_sequence bigint not null,
  last_sequence bigint not null,
  summary text not null,
  model text,
  embedding real[],
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, ticket_id, ordinal),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
call app.protect('thread_chunks');
