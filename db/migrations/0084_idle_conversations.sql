-- Conversations that the assistant answered last end after `tenants.quiet_hours` without a message.
create index tickets_idle on tickets (tenant_id, updated_at) where status = 'open' and owner = 'assistant' and message_count > 0;
-- Whoever ends them has to know in which tenants there are some.
grant select (tenant_id, status, owner, message_count, updated_at) on tickets to parley_platform;

-- Whether visitors see a summary of a model's reasoning, and the summary of a turn, which agents see.
alter table tenants add column show_thinking boolean not null default false;
alter table turns add column thinking text;
