-- Branches of conversations with the copilot: what one was given along, what each has come to, and what was brought back from it.

alter table copilot_conversations
  -- The number of the message that it was forked after, in its parent.
  add column forked_seq integer,
  -- Who wrote the summary that it was given.
  add column context_by text check (context_by in ('rules', 'model')),
  -- What it reads of its parent, as it stood then: {said, summaries, documents, shown}. The parent may be erased; this stays.
  add column context_given jsonb not null default '{}',
  -- What was said in it, in a few lines, and up to which of its messages. Written after a run, for members of a family.
  add column summary text not null default '',
  add column summary_by text check (summary_by in ('rules', 'model')),
  add column summary_to integer not null default 0,
  add column summary_at timestamptz,
  -- Of the summary; compared within one family, so there is no index over it.
  add column embedding real[],
  add column embedding_model text;

-- Ten messages of a long conversation in a few lines. Places count from 1, what it was given along included.
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

-- What came of a branch and was brought back to its parent: the message there, and where it was taken from.
create table copilot_merges (
  tenant_id uuid not null,
  message_id uuid not null,
  conversation_id uuid not null,
  from_conversation_id uuid,
  from_message_id uuid not null,
  -- One finding of an audit; null: the whole message.
  finding_id text,
  -- As the branch was called then.
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
