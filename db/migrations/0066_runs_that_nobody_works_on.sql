-- Runs of releases whose job was given up before this version said so at the run: nobody works on them.
-- The owner may be an ordinary role, whom forced row security shows no rows.
alter table gate_runs no force row level security;
alter table jobs no force row level security;
update gate_runs r
   set state = 'failed', error = 'It broke off, and nobody works on it any more. Try it again.', finished_at = now()
 where r.state in ('queued', 'running')
   and not exists (select 1 from jobs j
                    where j.tenant_id = r.tenant_id and j.kind = 'gate' and j.target_id = r.id and j.status in ('queued', 'running'));
alter table gate_runs force row level security;
alter table jobs force row level security;
