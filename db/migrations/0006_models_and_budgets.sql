-- A tenant's own models, budgets and words about itself; what was used, by day.

alter table tenants
  add column guidance text not null default '',
  add column industry text not null default '',
  add column place text not null default '',
  -- {task: {provider, model}}; tasks that are not named have the installation's model.
  add column models jsonb not null default '{}',
  -- Null: no limit. Money in millionths of a US dollar.
  add column tokens_per_day bigint check (tokens_per_day >= 0),
  add column micros_per_month bigint check (micros_per_month >= 0),
  -- Who answers when a budget is used up.
  add column over_budget text not null default 'extractive' check (over_budget in ('extractive', 'human'));

alter table model_calls
  -- False: nobody told what the model costs, so cost_micros is 0 without meaning that it was free.
  add column price_known boolean not null default true,
  -- True: the provider gave no count of tokens; these are our own.
  add column tokens_estimated boolean not null default false;

-- Sums of model_calls by day (UTC), kept up in the transaction that inserts them: a budget is checked without adding up calls.
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

insert into usage_days (tenant_id, day, calls, tokens, cost_micros)
  select tenant_id, (created_at at time zone 'utc')::date, count(*), sum(input_tokens + output_tokens), sum(cost_micros)
    from model_calls where input_tokens + output_tokens > 0 or cost_micros > 0
   group by 1, 2;
