-- The assistant: clarifications, memory, model calls and their cost.

-- A question to the visitor. It is kept after the answer, because sending the same answer again must have the same effect.
create table clarifications (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  -- The turn that asked.
  turn_id uuid not null,
  -- The visitor's question, and its possible readings: [{id, label, question, document_id, heading}].
  question text not null,
  prompt text not null,
  options jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'answered', 'cancelled', 'withdrawn')),
  -- {choice}, {text} or {cancel}, the message made from it, and the turn that continues with it.
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

-- Summaries of ten messages each of a long ticket, found by meaning. Vectors are plain numbers, not `vector`: a ticket has few.
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

-- Memories of visitors whose identity the tenant's server has signed, if the tenant enables memory.
create table memories (
  tenant_id uuid not null,
  id uuid not null,
  visitor_id uuid not null,
  type text not null check (type in ('fact', 'preference', 'entity', 'procedure')),
  -- One statement. Secrets and special categories of personal data are removed before.
  content text not null,
  -- A property with one value, such as "plan" or "language": a new value replaces the old one. Empty: several are possible.
  subject text not null default '',
  -- SHA-256 of the content without case, punctuation and spaces.
  content_hash text not null,
  confidence real not null default 1 check (confidence between 0 and 1),
  origin text not null check (origin in ('extracted', 'agent', 'visitor')),
  ticket_id uuid,
  message_id uuid,
  valid_from timestamptz not null default now(),
  valid_until timestamptz,
  -- When it stopped being true, and the memory that replaced it.
  invalidated_at timestamptz,
  superseded_by uuid,
  access_count integer not null default 0,
  last_access_at timestamptz,
  -- Deleted then, unless the visitor repeats it.
  expires_at timestamptz,
  -- When its confidence was last lowered because it was not used.
  decayed_at timestamptz,
  -- Null until a job has computed it. It is searched within one visitor, so it needs no index.
  embedding real[],
  embedding_model text,
  embedding_dimension integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, visitor_id) references visitors (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete set null (ticket_id)
);
create index memories_by_visitor on memories (tenant_id, visitor_id);
create index memories_by_ticket on memories (tenant_id, ticket_id);
create unique index one_memory_of_a_content on memories (tenant_id, visitor_id, content_hash) where invalidated_at is null;
call app.protect('memories');

-- Usage records: one row for each call of a model. The application cannot change or delete them.
create table model_calls (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  ticket_id uuid,
  turn_id uuid,
  -- The copilot's message that the call was made for.
  copilot_message_id uuid,
  task text not null,
  provider text not null,
  model text not null,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cached_tokens integer not null default 0,
  -- True: the provider reported no token counts, so they are estimated.
  tokens_estimated boolean not null default false,
  cost_micros bigint not null default 0,
  -- False: the model's price is unknown, so cost_micros is 0.
  price_known boolean not null default true,
  latency_ms double precision not null,
  first_token_ms double precision,
  outcome text not null,
  -- A dry run of the assistant without a visitor. It costs money, but figures about visitors exclude it.
  is_dry_run boolean not null default false,
  -- The trace of the transaction that inserts the row, while tracing is on.
  trace_id text default nullif(split_part(current_setting('app.traceparent', true), '-', 2), ''),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index model_calls_by_ticket on model_calls (tenant_id, ticket_id);
call app.protect('model_calls', 'select, insert');
-- Retention deletes old rows as the platform role; the policy enforces the minimum age.
grant select (tenant_id, id, created_at), delete on model_calls to parley_platform;
create policy platform_reads on model_calls for select to parley_platform using (true);
create policy platform_expires on model_calls for delete to parley_platform using (created_at < now() - interval '30 days');

-- Daily sums of model_calls (UTC), updated in the transaction that inserts a call, so that a budget check adds up no calls.
create table usage_days (
  tenant_id uuid not null references tenants on delete cascade,
  day date not null,
  calls integer not null default 0,
  unpriced_calls integer not null default 0,
  tokens bigint not null default 0,
  cost_micros bigint not null default 0,
  primary key (tenant_id, day)
);
call app.protect('usage_days', 'select, insert, update');
