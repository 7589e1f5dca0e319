-- Runs of the playground that nobody asked in for long are looked for by age alone, whoever they are.
create index playground_runs_by_age on playground_runs (tenant_id, updated_at);
