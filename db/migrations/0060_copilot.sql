-- The copilot: what people of a tenant ask over its library, and what they are answered. A conversation is its person's alone.

create table copilot_conversations (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- The person, or the key that speaks for one.
  person_id text not null,
  title text not null,
  -- Named by its person: it is not named anew by what is said.
  is_title_own boolean not null default false,
  -- The ticket that it was begun beside, whose words may stand in it: it goes with it.
  ticket_id uuid,
  -- Where it was forked from, with what of it is read: everything before, a summary, or marked words.
  parent_id uuid,
  parent_message_id uuid,
  context_kind text check (context_kind in ('whole', 'summary', 'anchor')),
  context_text text not null default '',
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
call app.protect('copilot_conversations');

create table copilot_messages (
  tenant_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  -- From 1 within the conversation.
  seq integer not null,
  role text not null check (role in ('person', 'copilot')),
  content text not null,
  -- What a person tagged: {action, documents: [version id], sets, web}.
  mentions jsonb not null default '{}',
  -- A text to be audited.
  attached text,
  -- Of the copilot: the person's message that it works on, and how far it is.
  asked_id uuid,
  state text not null default 'done' check (state in ('running', 'asking', 'done', 'failed', 'cancelled')),
  action text check (action in ('summarize', 'inquire', 'compare', 'audit')),
  -- What is decided so far: action, documents, text, whether little evidence will do. A question that waits goes on from here.
  settled jsonb not null default '{}',
  -- What was asked back and what was answered, oldest first; the last one without an answer waits.
  questions jsonb not null default '[]',
  -- What came of it: result, excerpts, confidence, documents.
  body jsonb,
  -- Findings of an audit that somebody has judged: {id: {verdict, reason, by, at}}.
  judged jsonb not null default '{}',
  usage jsonb,
  -- Who works on it says so from time to time.
  beat_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, conversation_id, seq),
  foreign key (tenant_id, conversation_id) references copilot_conversations (tenant_id, id) on delete cascade
);
call app.protect('copilot_messages');

-- Calls of models for a conversation: its cost.
alter table model_calls add column copilot_message_id uuid;
