-- LangGraph makes these tables itself and writes no tenant. The column fills itself from the transaction's
-- tenant, the foreign key ties every row to its ticket (and deletes it with the ticket), the policy hides the rest.
grant usage on schema langgraph to parley_app;
do $$
declare
  name text;
begin
  foreach name in array array['checkpoints', 'checkpoint_blobs', 'checkpoint_writes'] loop
    if not exists (
      select 1 from information_schema.columns
       where table_schema = 'langgraph' and table_name = name and column_name = 'tenant_id'
    ) then
      execute format(
        'alter table langgraph.%1$I
           add column tenant_id uuid not null default app.current_tenant(),
           add column ticket_id uuid generated always as (thread_id::uuid) stored,
           add constraint %1$s_ticket foreign key (tenant_id, ticket_id)
             references public.tickets (tenant_id, id) on delete cascade', name);
      execute format('create index %1$s_by_ticket on langgraph.%1$I (tenant_id, ticket_id)', name);
      execute format('call app.protect(%L)', 'langgraph.' || name);
    end if;
  end loop;
end
$$;
