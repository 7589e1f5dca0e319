-- Tools: systems of a tenant that the assistant may ask, and may change things in after somebody has said yes.

create table tool_connections (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- Visitors read it: "from Orders, just now".
  name text not null,
  kind text not null check (kind in ('mcp', 'rest')),
  -- The MCP server's address, or what the paths of REST actions are added to.
  url text not null,
  -- Headers that go along with every call, as JSON, locked by a secret of the server; their names are shown, their values never again.
  locked_headers bytea,
  secret_kid text,
  header_names jsonb not null default '[]',
  is_active boolean not null default true,
  -- What the last look at the server found; null: none yet.
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
  -- Exactly as the server names it; of a REST action, as the tenant does.
  name text not null,
  -- What people read.
  title text not null default '',
  -- What the model reads.
  description text not null default '',
  -- JSON schemas as they were when a person approved them.
  input_schema jsonb not null,
  output_schema jsonb,
  -- Of name, description and schemas as the server gave them when a person approved them: what it gives later needs a new approval.
  definition_hash text not null,
  -- The server's present definition where it is another one: {description, input_schema, output_schema, definition_hash}.
  changed_to jsonb,
  is_gone boolean not null default false,
  -- Of a REST action: {method, path, query, headers, body}.
  request jsonb,
  -- What the server's own hints would make of it; a person decides.
  proposed_kind text not null default 'write' check (proposed_kind in ('read', 'write')),
  -- Null: nobody has decided yet, so it is not used.
  kind text check (kind in ('read', 'write')),
  audience text not null default 'identified' check (audience in ('everyone', 'identified')),
  -- Who has to say yes to a write; both: the visitor first, then an agent.
  approval text not null default 'visitor' check (approval in ('visitor', 'agent', 'both')),
  is_active boolean not null default false,
  timeout_ms integer not null default 10000 check (timeout_ms between 500 and 30000),
  -- Per visitor; null: no limit but that of a turn.
  calls_per_day integer check (calls_per_day > 0),
  -- Questions that ask for it, where no model reads its description.
  examples jsonb not null default '[]',
  -- How arguments are found in a message, the page or the visitor, where no model finds them: {argument: {from, pattern?}}.
  argument_sources jsonb not null default '{}',
  -- How a result is put in words, and a call before it happens, where no model does: Mustache-like {{path}}.
  result_template text not null default '',
  confirm_template text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, connection_id, name),
  foreign key (tenant_id, connection_id) references tool_connections (tenant_id, id) on delete cascade
);
call app.protect('tools');

-- Whether a turn has to look for tools at all.
alter table tenants add column has_tools boolean not null default false;

-- A write that waits for a yes, and what was said to it. The yes is bound to the hash.
create table confirmations (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  visitor_id uuid not null,
  -- The turn that asked, and the one that goes on with the answer.
  turn_id uuid not null,
  answer_turn_id uuid,
  connection_id uuid not null,
  tool_id uuid not null,
  connection_name text not null,
  tool_name text not null,
  title text not null,
  -- What would happen, in words.
  description text not null,
  arguments jsonb not null,
  -- SHA-256 of connection, its address, tool, definition and arguments in canonical JSON.
  arguments_hash text not null,
  approval text not null check (approval in ('visitor', 'agent', 'both')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'expired', 'withdrawn')),
  visitor_approved boolean,
  visitor_at timestamptz,
  agent_approved boolean,
  agent_id text,
  agent_at timestamptz,
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
-- The sweep over all tenants finds what ran out, and nothing of what it is about.
grant select (tenant_id, id, ticket_id, status, expires_at) on confirmations to parley_platform;
create policy platform_reads on confirmations for select to parley_platform using (true);

-- Every call, written before it is made; the application can neither change nor delete it. Who writes the row makes the call.
create table tool_calls (
  tenant_id uuid not null references tenants on delete cascade,
  -- The idempotency key: made before the first try, sent to the server too, and of a write that of its confirmation. A second row with
  -- it is refused: no retry calls twice.
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
  -- Who let it be called: the assistant by itself, the visitor, an agent, or who tries it in the console.
  actor_kind text not null,
  actor_id text not null,
  -- With secrets taken out.
  arguments jsonb not null,
  arguments_hash text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index tool_calls_by_ticket on tool_calls (tenant_id, ticket_id);
create index tool_calls_by_tool on tool_calls (tenant_id, tool_id, created_at);
create index tool_calls_by_time on tool_calls (tenant_id, created_at desc, id desc);
call app.protect('tool_calls', 'select, insert');

-- What came of a call, once. Step 0 is the program's word; step 1 an agent's about a call of which nobody knew what came of it.
create table tool_call_ends (
  tenant_id uuid not null,
  call_id uuid not null,
  step smallint not null default 0 check (step in (0, 1)),
  status text not null check (status in ('completed', 'failed', 'conflict', 'unknown')),
  -- What the model was given and what people read: bounded, with secrets taken out.
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

-- Keys that calls are signed with; the private half is locked by a secret of the server. Of the installation, not of a tenant.
create table tool_signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  locked bytea not null,
  secret_kid text not null,
  created_at timestamptz not null default now(),
  -- Signs no more; its public half stays for as long as a token of it may be read.
  retired_at timestamptz
);
grant select, insert, update (retired_at) on tool_signing_keys to parley_platform;

alter table tickets add column pending_confirmation uuid;

alter table turns
  -- The confirmation whose answer this turn takes up.
  add column confirmation_id uuid;

-- What tools did for an answer: [{tool_call_id, title, connection, kind, status, content, at}].
alter table messages add column tools jsonb not null default '[]';
-- A source that is a tool's result; `chunk_id` is the call's id then.
alter table citations add column tool_call_id uuid;
