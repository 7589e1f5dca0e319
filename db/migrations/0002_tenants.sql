-- Tenants with their settings, the domains of their sites, and their API keys.

create table tenants (
  tenant_id uuid primary key,
  name text not null,
  status text not null default 'active' check (status in ('active', 'suspended')),
  locale text not null default 'en',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  next_ticket_number integer not null default 1000,

  -- Widget. The jsonb objects store only the changed settings; a missing key has its default.
  greeting text not null default '',
  starters jsonb not null default '[]',
  theme jsonb not null default '{}',
  -- {links, notice, hours, answer_minutes} on the first screen of the chat.
  home jsonb not null default '{}',
  -- {preview, sound, teaser, mail_minutes}.
  alerts jsonb not null default '{}',
  attachments jsonb not null default '{}',
  -- The form before the chat: {when, fields, consent}. The version increases with each change of the questions.
  form jsonb not null default '{}',
  form_version integer not null default 0,

  -- The assistant.
  threshold double precision not null default 0.7 check (threshold between 0 and 1),
  answer_mode text not null default 'stream_first' check (answer_mode in ('stream_first', 'verify_first')),
  tone text not null default '',
  guidance text not null default '',
  industry text not null default '',
  place text not null default '',
  -- A few sentences about the company, part of every prompt.
  about text not null default '',
  clarify boolean not null default true,
  -- Whether the assistant hands over as soon as its confidence is low, or offers it to the visitor first.
  hand_over text not null default 'at_once' check (hand_over in ('at_once', 'suggest_first')),
  -- This share of new conversations goes straight to the team, so that the assistant's effect can be measured.
  hold_out_percent integer not null default 0 check (hold_out_percent between 0 and 20),
  -- Whether visitors see a summary of the model's reasoning.
  show_thinking boolean not null default false,
  has_tools boolean not null default false,
  memory_enabled boolean not null default false,
  -- {grader, slope, shift, threshold, ..., before: [{threshold, calibration}]}, fitted on feedback; null: grades are not calibrated.
  calibration jsonb,

  -- Models and budgets.
  -- {task: {provider, model}}; other tasks use the installation's model.
  models jsonb not null default '{}',
  -- Null: no limit. Money is in millionths of a US dollar.
  tokens_per_day bigint check (tokens_per_day >= 0),
  micros_per_month bigint check (micros_per_month >= 0),
  -- How visitors are answered when a budget is used up.
  over_budget text not null default 'extractive' check (over_budget in ('extractive', 'human')),

  -- Identity of visitors.
  identity_secret text not null,
  -- If true, only visitors whom the tenant's server has signed can use the chat.
  require_identity boolean not null default false,
  -- The secret before the last rotation, still accepted until then.
  previous_identity_secret text,
  previous_identity_until timestamptz,

  -- Tickets.
  -- For this many days a visitor can reopen a resolved ticket; 0: never.
  reopen_days integer not null default 7 check (reopen_days between 0 and 365),
  ask_rating boolean not null default true,
  -- A conversation that the assistant answered last ends after this many hours without a message; 0: never.
  quiet_hours integer not null default 24 check (quiet_hours between 0 and 720),
  -- {hours, targets: {priority: {kind: minutes}}}; null: no service levels.
  service_levels jsonb,
  -- When `open_spans` was computed last. Clock changes and holidays make it outdated.
  calendar_made_at timestamptz,
  -- {rule, limit, back_minutes} of automatic assignment; null: off.
  assignment jsonb,
  -- {tickets: 365, files: null, ...} in days; null: no limit.
  retention jsonb not null default '{}',

  -- E-mails that begin tickets. The token is part of the tenant's own address.
  email_token text not null default left(replace(gen_random_uuid()::text, '-', ''), 16),
  -- `draft`: an agent sends what the assistant wrote. `answer`: the assistant answers. `off`: e-mails begin no tickets.
  email_answers text not null default 'draft' check (email_answers in ('draft', 'answer', 'off')),
  -- Plain text below e-mails to visitors.
  email_signature text not null default ''
);
create index tenants_by_email_token on tenants (email_token);
call app.protect('tenants');
-- The platform role lists tenants for the CLI and for background work.
grant select on tenants to parley_platform;
create policy platform_reads on tenants for select to parley_platform using (true);

create table tenant_domains (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  pattern text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, pattern)
);
create index tenant_domains_by_pattern on tenant_domains (pattern);
call app.protect('tenant_domains');
-- A preflight request names no tenant, so the platform role checks whether any tenant allows the origin.
grant select (tenant_id, pattern) on tenant_domains to parley_platform;
create policy platform_reads on tenant_domains for select to parley_platform using (true);

create table api_keys (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  -- A key is found by its tenant and prefix; the hash decides.
  prefix text not null,
  hash bytea not null,
  role text not null check (role in ('viewer', 'agent', 'manager', 'admin')),
  -- The name that visitors see; null: the tenant's name.
  speaks_as text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, hash)
);
create index api_keys_by_prefix on api_keys (tenant_id, prefix);
call app.protect('api_keys');
