-- LangGraph creates these tables and writes no tenant, so the column's default is the tenant of the transaction. A thread belongs to a ticket
-- (its id is the ticket's id) or to a copilot message ("copilot:" and the message's id). The foreign keys delete it with them.
grant usage on schema langgraph to parley_app;
do $$
declare
  name text;
  is_protected boolean;
begin
  foreach name in array array['checkpoints', 'checkpoint_blobs', 'checkpoint_writes'] loop
    select exists (select from information_schema.columns where table_schema = 'langgraph' and table_name = name and column_name = 'tenant_id')
      into is_protected;
    if not is_protected then
      execute format(
        'alter table langgraph.%1$I
           add column tenant_id uuid not null default app.current_tenant(),
           add column ticket_id uuid generated always as (case when not starts_with(thread_id, ''copilot:'') then thread_id::uuid end) stored,
           add column copilot_message_id uuid generated always as (case when starts_with(thread_id, ''copilot:'') then substr(thread_id, 9)::uuid end) stored,
           add constraint %1$s_ticket foreign key (tenant_id, ticket_id)
             references tickets (tenant_id, id) on delete cascade,
           add constraint %1$s_copilot_message foreign key (tenant_id, copilot_message_id)
             references copilot_messages (tenant_id, id) on delete cascade', name);
      execute format('call app.protect(%L)', 'langgraph.' || name);
      execute format('create index %1$s_by_ticket on langgraph.%1$I (tenant_id, ticket_id)', name);
      execute format('create index %1$s_by_copilot_message on langgraph.%1$I (tenant_id, copilot_message_id)', name);
    end if;
  end loop;
end
$$;
