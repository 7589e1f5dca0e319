-- LangGraph makes these tables itself and writes no tenant. The column fills itself from the transaction's tenant. A thread belongs to a ticket (its
-- id is the ticket's) or to a message to the copilot ("copilot:" and the message's id): the foreign keys delete it with them, the policy hides the
-- rest.
grant usage on schema langgraph to parley_app;
do $$
declare
  name text;
  has_tenant boolean;
  has_message boolean;
begin
  foreach name in array array['checkpoints', 'checkpoint_blobs', 'checkpoint_writes'] loop
    select count(*) filter (where column_name = 'tenant_id') > 0, count(*) filter (where column_name = 'copilot_message_id') > 0
      into has_tenant, has_message
      from information_schema.columns where table_schema = 'langgraph' and table_name = name;
    if not has_tenant then
      execute format('alter table langgraph.%I add column tenant_id uuid not null default app.current_tenant()', name);
      execute format('call app.protect(%L)', 'langgraph.' || name);
    end if;
    if not has_message then
      -- The expression of a generated column cannot be changed, so an older version's column is made anew.
      execute format(
        'alter table langgraph.%1$I
           drop column if exists ticket_id,
           add column ticket_id uuid generated always as (case when not starts_with(thread_id, ''copilot:'') then thread_id::uuid end) stored,
           add column copilot_message_id uuid generated always as (case when starts_with(thread_id, ''copilot:'') then substr(thread_id, 9)::uuid end) stored,
           add constraint %1$s_ticket foreign key (tenant_id, ticket_id)
             references public.tickets (tenant_id, id) on delete cascade,
           add constraint %1$s_copilot_message foreign key (tenant_id, copilot_message_id)
             references public.copilot_messages (tenant_id, id) on delete cascade', name);
      execute format('create index %1$s_by_ticket on langgraph.%1$I (tenant_id, ticket_id)', name);
      execute format('create index %1$s_by_copilot_message on langgraph.%1$I (tenant_id, copilot_message_id)', name);
    end if;
  end loop;
end
$$;
