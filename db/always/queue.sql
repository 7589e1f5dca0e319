-- BullMQ creates these tables. A queue holds ids of tenants and of job rows, never their contents. Workers read it before a tenant is known,
-- so it belongs to the platform role.
grant usage on schema bullmq to parley_platform;
grant select, insert, update, delete on all tables in schema bullmq to parley_platform;
grant usage, select, update on all sequences in schema bullmq to parley_platform;
