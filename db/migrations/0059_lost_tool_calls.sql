-- Calls of tools whose process died: a row without an end, and its turn is over. The sweep over all tenants sees when and whose, and
-- nothing of what they are about.
create index tool_calls_recent on tool_calls (created_at);
grant select (tenant_id, id, turn_id, created_at) on tool_calls to parley_platform;
create policy platform_reads on tool_calls for select to parley_platform using (true);
grant select (tenant_id, call_id, step) on tool_call_ends to parley_platform;
create policy platform_reads on tool_call_ends for select to parley_platform using (true);
