-- Visitors, tickets with their messages and events, and the inbox: notes, labels, views, assignment, search terms.
--
-- More indexes of these tables are in db/always/indexes.sql.

create table visitors (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  external_id text,
  email text,
  -- The sender's address, in lower case, of a visitor whom an e-mail began; only such e-mails find this visitor again.
  mail_address text,
  name text,
  locale text,
  -- Browser and system in two words, such as `Firefox, Windows`. The full user agent is not stored.
  device text,
  -- From this time on, messages of the visitor are rejected.
  blocked_at timestamptz,
  -- Whether `visitor_terms` matches the current name, address and id.
  is_indexed boolean not null default true,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, external_id),
  unique (tenant_id, mail_address)
);
call app.protect('visitors');
-- The search indexer has to know which tenants have visitors without search terms.
grant select (tenant_id, is_indexed) on visitors to parley_platform;
create policy platform_reads on visitors for select to parley_platform using (true);

-- Whichever statement changes a visitor, its search terms are computed again.
create function app.unindex_visitor() returns trigger
  language plpgsql as $$
begin
  new.is_indexed := false;
  return new;
end
$$;
create trigger unindex_new_visitor before insert on visitors
  for each row when (new.name is not null or new.email is not null or new.external_id is not null)
  execute function app.unindex_visitor();
create trigger unindex_visitor before update of name, email, external_id on visitors
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email or old.external_id is distinct from new.external_id)
  execute function app.unindex_visitor();

create table tickets (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  number integer not null,
  visitor_id uuid not null,
  status text not null default 'open' check (status in ('open', 'pending_human', 'in_progress', 'pending_visitor', 'resolved', 'closed')),
  -- How the ticket ended, if not with an answer; null again when it is reopened.
  ended_as text check (ended_as in ('spam', 'merged')),
  owner text not null default 'assistant' check (owner in ('assistant', 'human')),
  -- Counts the changes of owner. An assistant message is stored only in the epoch in which its turn began.
  owner_epoch integer not null default 0,
  -- {id, name}.
  assignee jsonb,
  -- When a rule assigned it to somebody who has not started yet; null otherwise.
  auto_assigned_at timestamptz,
  -- The last person who unassigned it by hand; the rule does not choose this person again.
  unassigned_by text,
  -- Since when a visitor has been waiting for a person; null: nobody waits.
  waiting_since timestamptz,
  -- 0 none, 1 low, 2 high, 3 urgent.
  priority smallint not null default 0,
  -- Hidden until then; `infinity`: until the visitor writes, which also ends the other kind.
  snoozed_until timestamptz,
  -- The earliest due time of its running service clocks, and the kind of that clock.
  due_at timestamptz,
  due_kind text,
  -- The visitor's first question, and the agents' own title, which visitors never see.
  subject text not null default '',
  title text,
  page jsonb,
  -- Whether an e-mail began it: its visitor has no chat.
  begun_by_email boolean not null default false,
  question text,
  summary text,
  escalation_reason text,
  escalated_at timestamptz,
  -- Whether the draw of `tenants.hold_out_percent` sent it straight to the team; null: it was not part of a draw.
  hold_out boolean,
  draft jsonb,
  -- How an agent's last decision can be undone for a short time: {by, at, epoch, what, before}.
  undo jsonb,
  -- Number of the newest stored event. It is increased under a row lock, so the log has no gaps.
  last_sequence bigint not null default 0,
  -- Events up to this one were removed by retention.
  events_removed_to bigint not null default 0,
  -- Number of the newest event that the visitor has seen, and when.
  seen_sequence bigint not null default 0,
  seen_at timestamptz,
  -- Number of the last event that was read for the visitor's memory. Without it, erased memories would be found again.
  remembered_to bigint not null default 0,
  -- True while the graph waits in await_human; the next resolution resumes it.
  awaiting_human boolean not null default false,
  -- The open clarification and confirmation, stored here so that a message needs no extra query.
  pending_clarification uuid,
  pending_confirmation uuid,
  -- The event after which the assistant's context begins, and a summary of the part that agents handled before.
  context_start bigint not null default 0,
  earlier_summary text,
  -- Summary of a long ticket, and the event up to which it goes.
  running_summary text,
  running_summary_to bigint not null default 0,
  -- Session tokens contain this number. Increasing it ends all tokens of the ticket.
  session_epoch integer not null default 0,
  message_count integer not null default 0,
  last_message text not null default '',
  -- How many of its messages have their words in `ticket_terms`. Workers index the rest.
  indexed_messages integer not null default 0,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, visitor_id) references visitors (tenant_id, id)
);
create index tickets_by_activity on tickets (tenant_id, updated_at desc, id desc);
create index tickets_by_status on tickets (tenant_id, status, updated_at desc);
-- Conversations that end after `tenants.quiet_hours`.
create index tickets_idle on tickets (tenant_id, updated_at) where status = 'open' and owner = 'assistant' and message_count > 0;
call app.protect('tickets');
-- For background work: tenants with tickets to index, to assign or to end.
grant select (tenant_id, status, owner, auto_assigned_at, indexed_messages, message_count, updated_at) on tickets to parley_platform;
create policy platform_reads on tickets for select to parley_platform using (true);

-- A rule's assignment ends when somebody starts, reassigns or ends the ticket.
create function app.end_auto_assignment() returns trigger language plpgsql as $$
begin
  if new.auto_assigned_at is not distinct from old.auto_assigned_at
     and (old.assignee ->> 'id' is distinct from new.assignee ->> 'id' or new.status in ('in_progress', 'pending_visitor', 'resolved', 'closed')) then
    new.auto_assigned_at := null;
  end if;
  if new.status <> 'pending_human' then
    new.unassigned_by := null;
  end if;
  return new;
end
$$;
create trigger end_auto_assignment before update on tickets for each row
  when ((old.auto_assigned_at is not null or old.unassigned_by is not null)
        and (old.assignee is distinct from new.assignee or old.status <> new.status))
  execute function app.end_auto_assignment();

-- One run of the assistant's graph.
create table turns (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  kind text not null check (kind in ('visitor', 'resume', 'hint')),
  status text not null default 'running'
    check (status in ('running', 'done', 'escalated', 'clarifying', 'cancelled', 'failed')),
  owner_epoch integer not null,
  -- The process that runs the turn. If it is silent after the end of the lease, another process takes over.
  lease_holder text not null,
  lease_expires_at timestamptz not null,
  -- The clarification or confirmation whose answer the turn continues with.
  clarification_id uuid,
  confirmation_id uuid,
  hint text,
  rephrased_question text,
  is_cache_hit boolean not null default false,
  -- Supported and unsupported statements of the answer, and missing parts.
  grading jsonb,
  -- Included and omitted sources with weights and reasons; ids, no text.
  context_record jsonb,
  -- Summary of the model's reasoning, for agents.
  thinking text,
  timings jsonb not null default '{}',
  error_code text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create unique index one_running_turn on turns (tenant_id, ticket_id) where status = 'running';
create index turns_by_lease on turns (lease_expires_at) where status = 'running';
call app.protect('turns');
-- The sweep finds turns of crashed processes in all tenants.
grant select (tenant_id, id, ticket_id, status, lease_expires_at, lease_holder) on turns to parley_platform;
create policy platform_reads on turns for select to parley_platform using (true);

create table messages (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  turn_id uuid,
  sequence bigint not null,
  role text not null check (role in ('visitor', 'assistant', 'agent', 'system')),
  -- Who answers a visitor's message; null for other messages.
  addressee text check (addressee in ('assistant', 'human')),
  -- The id from the visitor's client, unique for this visitor; `id` is derived from it. Null: the client chose `id` itself.
  client_id uuid,
  content text not null,
  -- What was folded away from an e-mail: quotes and signatures. Only agents see it.
  folded text,
  grade jsonb,
  cached boolean not null default false,
  -- Text that was streamed to the visitor and then failed grading.
  unverified boolean not null default false,
  usage jsonb,
  agent jsonb,
  -- Tool results in an answer: [{tool_call_id, title, connection, kind, status, content, at}].
  tools jsonb not null default '[]',
  -- Ids of the memories that were in the prompt.
  memories jsonb not null default '[]',
  -- Related sections, best first: [{chunk_id, document_id, title, heading, url, text, is_cut, opened, solved}].
  related jsonb not null default '[]',
  -- What came of an answer that the visitor reported: {outcome, message_id, question}; null for other messages.
  report jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index messages_by_ticket on messages (tenant_id, ticket_id, sequence);
call app.protect('messages');
-- The sweep finds messages that no turn has answered.
grant select (tenant_id, ticket_id, addressee, turn_id) on messages to parley_platform;
create policy platform_reads on messages for select to parley_platform using (true);

-- The server names the addressee of each message. Rows from elsewhere (imports, seeds) get the present owner of their ticket.
create function app.address_message() returns trigger
  language plpgsql as $$
begin
  select owner into new.addressee from tickets where tenant_id = new.tenant_id and id = new.ticket_id;
  return new;
end
$$;
create trigger address_message before insert on messages
  for each row when (new.role = 'visitor' and new.addressee is null) execute function app.address_message();

create table citations (
  tenant_id uuid not null,
  message_id uuid not null,
  index integer not null,
  -- The quoted chunk. If the source is a tool result, both ids are the call's id.
  chunk_id uuid not null,
  tool_call_id uuid,
  document_id uuid,
  title text not null,
  url text,
  page integer,
  heading text,
  quote text not null check (length(quote) <= 300),
  primary key (tenant_id, message_id, index),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
call app.protect('citations');

-- The log of a ticket, which streams and webhooks read.
create table ticket_events (
  tenant_id uuid not null,
  ticket_id uuid not null,
  sequence bigint not null,
  event_id uuid not null,
  turn_id uuid,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, ticket_id, sequence),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
call app.protect('ticket_events');

-- Thumbs up or down for one answer.
create table feedback (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  message_id uuid not null,
  rating text not null check (rating in ('up', 'down')),
  reason text,
  created_at timestamptz not null default now(),
  -- When the visitor reported the answer as wrong, what came of it, and when the visitor was told.
  reported_at timestamptz,
  outcome text check (outcome in ('corrected', 'dismissed')),
  told_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, message_id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index feedback_by_age on feedback (tenant_id, created_at);
create index feedback_reported on feedback (tenant_id, reported_at) where reported_at is not null and told_at is null;
call app.protect('feedback');

-- A visitor's rating of a resolved ticket. A reopened ticket can be rated again.
create table ticket_ratings (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  resolved_at timestamptz not null,
  score integer not null check (score between 1 and 5),
  comment text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, ticket_id, resolved_at),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
call app.protect('ticket_ratings');

-- Answers to the form before the chat, once for each visitor and version of the form.
create table form_answers (
  tenant_id uuid not null,
  visitor_id uuid not null,
  version integer not null,
  ticket_id uuid not null,
  -- [{id, kind, label, value}] with the labels of that time. Empty if the visitor skipped the form.
  answers jsonb not null,
  -- {text, link}: the exact text that the visitor agreed to.
  consent jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, visitor_id, version),
  foreign key (tenant_id, visitor_id) references visitors (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index form_answers_by_ticket on form_answers (tenant_id, ticket_id);
call app.protect('form_answers');

-- Files of visitors and agents, without their bytes.
create table attachments (
  tenant_id uuid not null,
  ticket_id uuid not null,
  -- Chosen by the sender, so that a repeated upload changes nothing. It is valid only within this ticket.
  id uuid not null,
  -- Null until a message refers to it; after a day without a message it is removed.
  message_id uuid,
  place smallint not null default 0,
  sender text not null check (sender in ('visitor', 'agent')),
  name text not null,
  type text not null,
  byte_size bigint not null,
  width integer,
  height integer,
  -- SHA-256 and number of the uploaded bytes, which count towards the daily limits.
  hash bytea not null,
  sent_bytes bigint not null,
  created_at timestamptz not null default now(),
  -- When retention removed the bytes; the row remains.
  expired_at timestamptz,
  primary key (tenant_id, ticket_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index attachments_by_message on attachments (tenant_id, message_id);
create index attachments_by_time on attachments (tenant_id, created_at);
create index attachments_waiting on attachments (created_at) where message_id is null;
call app.protect('attachments');
-- The sweep finds unused files in all tenants.
grant select (tenant_id, message_id, created_at) on attachments to parley_platform;
create policy platform_reads on attachments for select to parley_platform using (true);

create table attachment_files (
  tenant_id uuid not null,
  ticket_id uuid not null,
  attachment_id uuid not null,
  size text not null check (size in ('full', 'preview')),
  type text not null,
  bytes bytea not null,
  primary key (tenant_id, ticket_id, attachment_id, size),
  foreign key (tenant_id, ticket_id, attachment_id) references attachments (tenant_id, ticket_id, id) on delete cascade
);
call app.protect('attachment_files');

-- Internal notes. They are separate from messages, so that visitors, the assistant and e-mails never get them.
create table ticket_notes (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  -- {id, name} with the name of that time.
  author jsonb not null,
  content text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index ticket_notes_by_ticket on ticket_notes (tenant_id, ticket_id, created_at);
call app.protect('ticket_notes');

create table note_mentions (
  tenant_id uuid not null,
  note_id uuid not null,
  person_id uuid not null,
  name text not null,
  read_at timestamptz,
  primary key (tenant_id, note_id, person_id),
  foreign key (tenant_id, note_id) references ticket_notes (tenant_id, id) on delete cascade
);
create index note_mentions_unread on note_mentions (tenant_id, person_id) where read_at is null;
call app.protect('note_mentions');

create table canned_replies (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- Null: shared by the team.
  owner_id uuid,
  -- Typed after the slash.
  name text not null,
  content text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index canned_replies_by_name
  on canned_replies (tenant_id, coalesce(owner_id, '00000000-0000-0000-0000-000000000000'), lower(name));
call app.protect('canned_replies');

create table labels (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  color text not null default 'grey',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index labels_by_name on labels (tenant_id, lower(name));
call app.protect('labels');

create table ticket_labels (
  tenant_id uuid not null,
  ticket_id uuid not null,
  label_id uuid not null,
  primary key (tenant_id, ticket_id, label_id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, label_id) references labels (tenant_id, id) on delete cascade
);
create index ticket_labels_by_label on ticket_labels (tenant_id, label_id);
call app.protect('ticket_labels');

create table saved_views (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- Null: shared by the team.
  owner_id text,
  name text not null,
  filter jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index saved_views_by_owner on saved_views (tenant_id, owner_id);
call app.protect('saved_views');

-- The ticket in which a duplicate continues. The row exists as long as the duplicate has ended as `merged`.
create table ticket_merges (
  tenant_id uuid not null,
  -- The duplicate. It has one target, and a merged ticket cannot be a target.
  ticket_id uuid not null,
  into_id uuid not null,
  -- {id, name}.
  by jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, ticket_id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, into_id) references tickets (tenant_id, id) on delete cascade
);
create index ticket_merges_by_target on ticket_merges (tenant_id, into_id);
call app.protect('ticket_merges');

-- Related tickets. Each relation is two rows, one for each side, so that both sides use the same query.
create table ticket_links (
  tenant_id uuid not null,
  ticket_id uuid not null,
  other_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, ticket_id, other_id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, other_id) references tickets (tenant_id, id) on delete cascade
);
create index ticket_links_by_other on ticket_links (tenant_id, other_id);
call app.protect('ticket_links', 'select, insert, delete');

-- Whether a member has the console open, and whether they are away.
create table presences (
  tenant_id uuid not null references tenants on delete cascade,
  person_id uuid not null,
  -- An open console updates this every minute.
  seen_at timestamptz,
  -- When the last page was closed; null: it was not closed, or the browser did not say so.
  gone_at timestamptz,
  -- While away, no tickets are assigned; without an end, until the member returns.
  away_since timestamptz,
  away_until timestamptz,
  last_assigned_at timestamptz,
  primary key (tenant_id, person_id)
);
call app.protect('presences');
-- Automatic assignment has to know which tenants have members online.
grant select (tenant_id, seen_at, gone_at) on presences to parley_platform;
create policy platform_reads on presences for select to parley_platform using (true);

-- History of automatic assignment. It is separate from ticket_events, which visitors can read.
create table ticket_assignments (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  -- {id, name} of the member to whom it was assigned, or from whom it was taken back.
  person jsonb not null,
  -- `round_robin`, `load`; `back`: the member left before starting.
  how text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index ticket_assignments_by_ticket on ticket_assignments (tenant_id, ticket_id);
call app.protect('ticket_assignments', 'select, insert');

-- The inbox search: the words of each ticket and visitor. Equality and order of plain columns are leakproof, so the indexes are used
-- under row security; `ilike` and `@@` are not (docs/decisions/0025).
create table ticket_terms (
  tenant_id uuid not null,
  ticket_id uuid not null,
  -- Byte order, so that an index finds a prefix in any database.
  term text collate "C" not null,
  -- Where it occurs: 1 a message, 2 a file name or the rephrased question, 3 the subject.
  weight smallint not null default 1,
  primary key (tenant_id, term, ticket_id) include (weight),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index ticket_terms_by_ticket on ticket_terms (tenant_id, ticket_id);
call app.protect('ticket_terms');

create table visitor_terms (
  tenant_id uuid not null,
  visitor_id uuid not null,
  term text collate "C" not null,
  primary key (tenant_id, term, visitor_id),
  foreign key (tenant_id, visitor_id) references visitors (tenant_id, id) on delete cascade
);
create index visitor_terms_by_visitor on visitor_terms (tenant_id, visitor_id);
call app.protect('visitor_terms');

-- Agent assist: translations of messages and summaries of tickets. Visitors never get them.
create table message_translations (
  tenant_id uuid not null,
  message_id uuid not null,
  -- A language tag such as `de` or `pt-BR`.
  language text not null,
  content text not null,
  -- Numbers, code, links and placeholders that are missing in the translation.
  lost jsonb not null default '[]',
  created_at timestamptz not null default now(),
  primary key (tenant_id, message_id, language),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
call app.protect('message_translations');

create table ticket_recaps (
  tenant_id uuid not null,
  ticket_id uuid not null,
  asked text not null,
  tried text not null,
  open text not null,
  -- `model` or `rules`.
  writer text not null,
  -- The newest message that it includes.
  sequence bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, ticket_id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
call app.protect('ticket_recaps');
