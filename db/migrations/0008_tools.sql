-- Tools: systems of a tenant in which the assistant can read and, after approval, write.

create table tool_connections (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- Shown to visitors: "from Orders, just now".
  name text not null,
  kind text not null check (kind in ('mcp', 'rest')),
  -- The address of the MCP server, or the base address of REST actions.
  url text not null,
  -- Request headers as JSON, encrypted with a secret of the server. The console shows their names, never their values.
  locked_headers bytea,
  secret_kid text,
  header_names jsonb not null default '[]',
  is_active boolean not null default true,
  -- Result of the last check of the server; null: not checked yet.
  checked_at timestamptz,
  server_info jsonb,
  problem text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call app.protect('tool_connections');

create table tools (
  tenant_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  -- The server's name for it, or the tenant's name for a REST action.
  name text not null,
  -- Shown to people.
  title text not null default '',
  -- Sent to the model.
  description text not null default '',
  -- The JSON schemas that a person approved.
  input_schema jsonb not null,
  output_schema jsonb,
  -- Hash of the approved name, description and schemas. A changed definition needs a new approval.
  definition_hash text not null,
  -- The server's current definition if it differs: {description, input_schema, output_schema, definition_hash}.
  changed_to jsonb,
  is_gone boolean not null default false,
  -- A REST action: {method, path, query, headers, body}.
  request jsonb,
  -- The kind that the server's hints suggest; a person decides.
  proposed_kind text not null default 'write' check (proposed_kind in ('read', 'write')),
  -- Null: nobody has decided yet, so the tool is not used.
  kind text check (kind in ('read', 'write')),
  audience text not null default 'identified' check (audience in ('everyone', 'identified')),
  -- Who approves a write; `both`: the visitor first, then an agent.
  approval text not null default 'visitor' check (approval in ('visitor', 'agent', 'both')),
  is_active boolean not null default false,
  timeout_ms integer not null default 10000 check (timeout_ms between 500 and 30000),
  -- For each visitor; null: only the limit of a turn applies.
  calls_per_day integer check (calls_per_day > 0),
  -- Example questions, for tool selection without a model.
  examples jsonb not null default '[]',
  -- How arguments are found in a message, the page or the visitor without a model: {argument: {from, pattern?}}.
  argument_sources jsonb not null default '{}',
  -- Texts for a result and for the confirmation without a model: {{path}} as in Mustache.
  result_template text not null default '',
  confirm_template text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, connection_id, name),
  foreign key (tenant_id, connection_id) references tool_connections (tenant_id, id) on delete cascade
);
call app.protect('tools');

-- A write that waits for approval, and the decision. The approval is bound to the hash.
create table confirmations (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  visitor_id uuid not null,
  -- The turn that asked, and the turn that continues with the decision.
  turn_id uuid not null,
  answer_turn_id uuid,
  -- The visitor's question, and ids of the calls that were already made for it.
  question text not null default '',
  calls jsonb not null default '[]',
  connection_id uuid not null,
  tool_id uuid not null,
  connection_name text not null,
  tool_name text not null,
  title text not null,
  -- What the call will do, in words.
  description text not null,
  arguments jsonb not null,
  -- The arguments in the order and with the titles of the tool's schema: [{name, label, value}].
  fields jsonb not null default '[]',
  -- SHA-256 of connection, its address, tool, definition and arguments in canonical JSON.
  arguments_hash text not null,
  approval text not null check (approval in ('visitor', 'agent', 'both')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'expired', 'withdrawn')),
  visitor_approved boolean,
  visitor_at timestamptz,
  agent_approved boolean,
  agent_id text,
  -- The agent's name as shown to the visitor; empty: not shown.
  agent_name text not null default '',
  agent_at timestamptz,
  -- The message that told the visitor that an agent is asked too.
  waiting_message_id uuid,
  -- Who declined it or gave the last approval; `system` if it expired.
  decided_by text check (decided_by in ('visitor', 'agent', 'system')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index confirmations_by_ticket on confirmations (tenant_id, ticket_id);
create unique index one_pending_confirmation on confirmations (tenant_id, ticket_id) where status = 'pending';
create index confirmations_waiting on confirmations (expires_at) where status = 'pending';
call app.protect('confirmations');
-- The sweep finds expired confirmations in all tenants.
grant select (tenant_id, id, ticket_id, status, expires_at) on confirmations to parley_platform;
create policy platform_reads on confirmations for select to parley_platform using (true);

-- Every call, written before it is made. The application can neither change nor delete a row.
create table tool_calls (
  tenant_id uuid not null references tenants on delete cascade,
  -- The idempotency key, which the server receives too. For a write it is the id of the confirmation. A second row with the same key is
  -- rejected, so no retry calls twice.
  id uuid not null,
  kind text not null check (kind in ('read', 'write', 'test')),
  connection_id uuid not null,
  tool_id uuid not null,
  connection_name text not null,
  tool_name text not null,
  title text not null,
  -- Null for a test call.
  ticket_id uuid,
  turn_id uuid,
  visitor_id uuid,
  confirmation_id uuid,
  -- Who caused the call: the assistant, the visitor, an agent, or the tester in the console.
  actor_kind text not null,
  actor_id text not null,
  -- Secrets are removed.
  arguments jsonb not null,
  arguments_hash text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index tool_calls_by_ticket on tool_calls (tenant_id, ticket_id);
create index tool_calls_by_tool on tool_calls (tenant_id, tool_id, created_at);
create index tool_calls_by_time on tool_calls (tenant_id, created_at desc, id desc);
create index tool_calls_recent on tool_calls (created_at);
call app.protect('tool_calls', 'select, insert');
-- The sweep finds calls of crashed processes: calls without a result.
grant select (tenant_id, id, turn_id, created_at) on tool_calls to parley_platform;
create policy platform_reads on tool_calls for select to parley_platform using (true);

-- The result of a call. Step 0 is written by the program; step 1 by an agent if the program could not tell the result.
create table tool_call_ends (
  tenant_id uuid not null,
  call_id uuid not null,
  step smallint not null default 0 check (step in (0, 1)),
  status text not null check (status in ('completed', 'failed', 'conflict', 'unknown')),
  -- The text for the model and the text for people, both bounded and without secrets.
  content text not null default '',
  shown text not null default '',
  error text,
  http_status integer,
  took_ms integer,
  actor_kind text not null default 'system',
  actor_id text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, call_id, step),
  foreign key (tenant_id, call_id) references tool_calls (tenant_id, id) on delete cascade
);
call app.protect('tool_call_ends', 'select, insert');
grant select (tenant_id, call_id, step) on tool_call_ends to parley_platform;
create policy platform_reads on tool_call_ends for select to parley_platform using (true);

-- Keys that sign calls. They belong to the installation, not to a tenant. The private half is encrypted with a secret of the server.
create table tool_signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  locked bytea not null,
  secret_kid text not null,
  created_at timestamptz not null default now(),
  -- A retired key signs nothing; its public half remains while its tokens can be valid.
  retired_at timestamptz
);
grant select, insert, update (retired_at) on tool_signing_keys to parley_platform;
