-- Conversations with the copilot that nobody asked in for long, and old uses of documents, are looked for by age alone, whoever they are.
create index copilot_conversations_by_age on copilot_conversations (tenant_id, updated_at);
create index copilot_uses_by_age on copilot_uses (tenant_id, at);
