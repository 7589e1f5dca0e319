-- BullMQ makes these tables itself. A queue holds ids of tenants and of job rows, never their contents, and is
-- worked on before a tenant is known: the platform role's business.
grant usage on schema bullmq to parley_platform;
grant select, insert, update, delete on all tables in schema bullmq to parley_platform;
grant usage, select, update on all sequences in schema bullmq to parley_platform;
