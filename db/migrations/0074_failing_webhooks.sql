-- Whoever sends works for webhooks that fail apart from the others.
grant select (tenant_id, id, failing_since) on webhooks to parley_platform;
create policy platform_reads on webhooks for select to parley_platform using (true);
