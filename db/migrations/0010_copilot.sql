-- The copilot, which answers members' questions over the library, and the playground, where members try the assistant.

-- A conversation is visible only to its person.
create table copilot_conversations (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- A member, or the API key that acts for one.
  person_id text not null,
  title text not null,
  -- The person chose the title, so it is not generated again.
  is_title_own boolean not null default false,
  -- The ticket beside which it was started. It may quote the ticket, so it is deleted with it.
  ticket_id uuid,
  -- The conversation and message that it was branched from, and the number of that message. Any of them may have been deleted.
  parent_id uuid,
  parent_message_id uuid,
  forked_seq integer,
  -- The part of the parent that it reads: all earlier messages, a summary, or selected text.
  context_kind text check (context_kind in ('whole', 'summary', 'anchor')),
  context_text text not null default '',
  context_by text check (context_by in ('rules', 'model')),
  -- A copy of that part: {said, summaries, documents, shown}. It remains if the parent is deleted.
  context_given jsonb not null default '{}',
  -- Summary up to one of its messages, for the other branches.
  summary text not null default '',
  summary_by text check (summary_by in ('rules', 'model')),
  summary_to integer not null default 0,
  summary_at timestamptz,
  -- Vector of the summary. It is compared among branches of one conversation, so it needs no index.
  embedding real[],
  embedding_model text,
  closed_at timestamptz,
  archived_at timestamptz,
  last_seq integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index copilot_conversations_by_person on copilot_conversations (tenant_id, person_id, updated_at desc);
create index copilot_conversations_by_parent on copilot_conversations (tenant_id, parent_id);
create index copilot_conversations_by_ticket on copilot_conversations (tenant_id, ticket_id);
create index copilot_conversations_by_age on copilot_conversations (tenant_id, updated_at);
call app.protect('copilot_conversations');

create table copilot_messages (
  tenant_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  -- From 1 within the conversation.
  seq integer not null,
  role text not null check (role in ('person', 'copilot')),
  content text not null,
  -- Tags of the person's message: {action, documents: [version id], sets, web}.
  mentions jsonb not null default '{}',
  -- The text to audit.
  attached text,
  -- For a copilot message: the person's message that it answers, and its progress.
  asked_id uuid,
  state text not null default 'done' check (state in ('running', 'asking', 'done', 'failed', 'cancelled')),
  action text check (action in ('summarize', 'inquire', 'compare', 'audit')),
  -- Questions to the person and their answers, oldest first. The last one without an answer is pending.
  questions jsonb not null default '[]',
  -- The result: result, excerpts, confidence, documents.
  body jsonb,
  -- Judged findings of an audit: {id: {verdict, reason, by, at}}.
  judged jsonb not null default '{}',
  -- Included and omitted sources with weights and reasons; ids, no text.
  context_record jsonb,
  usage jsonb,
  -- The working process updates this from time to time.
  beat_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, conversation_id, seq),
  foreign key (tenant_id, conversation_id) references copilot_conversations (tenant_id, id) on delete cascade
);
call app.protect('copilot_messages');

-- Summaries of ten messages each of a long conversation. Places count from 1 and include the context from the parent.
create table copilot_chunks (
  tenant_id uuid not null,
  conversation_id uuid not null,
  ordinal integer not null,
  first_place integer not null,
  last_place integer not null,
  summary text not null,
  made_by text not null check (made_by in ('rules', 'model')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, conversation_id, ordinal),
  foreign key (tenant_id, conversation_id) references copilot_conversations (tenant_id, id) on delete cascade
);
call app.protect('copilot_chunks');

-- A result of a branch that was merged into its parent: the new message there, and its origin.
create table copilot_merges (
  tenant_id uuid not null,
  message_id uuid not null,
  conversation_id uuid not null,
  from_conversation_id uuid,
  from_message_id uuid not null,
  -- One finding of an audit; null: the whole message.
  finding_id text,
  -- The branch's title at that time.
  from_title text not null,
  by_name text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references copilot_messages (tenant_id, id) on delete cascade,
  foreign key (tenant_id, conversation_id) references copilot_conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, from_conversation_id) references copilot_conversations (tenant_id, id) on delete set null (from_conversation_id)
);
create index copilot_merges_by_conversation on copilot_merges (tenant_id, conversation_id);
create index copilot_merges_by_branch on copilot_merges (tenant_id, from_conversation_id);
call app.protect('copilot_merges');

-- Documents that a person mentioned in a message, or dismissed from an answer.
create table copilot_uses (
  tenant_id uuid not null,
  person_id text not null,
  document_id uuid not null,
  kind text not null check (kind in ('mentioned', 'dismissed')),
  -- The message, or another occasion. Each counts once, even if a run is retried.
  occasion_id uuid not null,
  at timestamptz not null default now(),
  primary key (tenant_id, person_id, document_id, kind, occasion_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
create index copilot_uses_by_document on copilot_uses (tenant_id, document_id);
create index copilot_uses_by_occasion on copilot_uses (tenant_id, occasion_id);
create index copilot_uses_by_age on copilot_uses (tenant_id, at);
call app.protect('copilot_uses');

-- A person's explicit preference for a document. It counts more than copilot_uses.
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

-- A conversation in the playground, visible only to its person.
create table playground_runs (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- A member, or the API key that acts for one.
  person_id text not null,
  title text not null,
  -- The ticket whose messages it starts with; it is deleted with it.
  ticket_id uuid,
  -- The run and answer that it was branched from. Either may have been deleted.
  parent_id uuid,
  parent_message_id uuid,
  -- Settings and documents that replace the tenant's ones for the next answer.
  draft jsonb not null default '{}',
  last_seq integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index playground_runs_by_person on playground_runs (tenant_id, person_id, updated_at desc);
create index playground_runs_by_ticket on playground_runs (tenant_id, ticket_id);
create index playground_runs_by_age on playground_runs (tenant_id, updated_at);
call app.protect('playground_runs');

create table playground_messages (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  -- From 1 within the run.
  seq integer not null,
  role text not null check (role in ('visitor', 'assistant')),
  content text not null,
  -- Copied from a ticket or from the parent run.
  is_given boolean not null default false,
  state text not null default 'done' check (state in ('running', 'done', 'failed', 'cancelled')),
  -- For an assistant message: the draft that it was answered with, the result, and every node of the graph.
  draft jsonb not null default '{}',
  result jsonb,
  steps jsonb not null default '[]',
  -- The working process updates this from time to time.
  beat_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, run_id, seq),
  foreign key (tenant_id, run_id) references playground_runs (tenant_id, id) on delete cascade
);
call app.protect('playground_messages');
