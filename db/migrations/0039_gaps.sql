-- Gaps: questions that the documents did not answer well, put together by what they mean.

create table gaps (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  status text not null default 'open' check (status in ('open', 'closed', 'ignored')),
  -- Sums over its questions, kept so that the list is one look into an index. Cost in minutes of agents' time.
  question_count integer not null default 0,
  cost double precision not null default 0,
  first_asked_at timestamptz not null,
  last_asked_at timestamptz not null,
  -- When the question came that made it a gap; what answers it has to be newer.
  opened_at timestamptz not null,
  -- When its question was asked again, to see whether it is answered now.
  checked_at timestamptz,
  closed_at timestamptz,
  -- What answered it: {document_id, title, heading, quote, score}; null where a person closed nothing.
  answered jsonb,
  -- Who ignored it: {id, name, at}.
  ignored jsonb,
  -- The snippet that was drafted from it. It may be gone.
  snippet_id uuid,
  -- The mean of its questions' vectors, and the model that made them.
  model text,
  centroid real[],
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index gaps_by_cost on gaps (tenant_id, status, cost desc, id desc);
call app.protect('gaps');

-- One question that counts: a visitor's turn. Its words stand here alone, so that they go with their ticket; a gap has the name of its
-- most typical question. Vectors are numbers, not `vector`: whoever puts them together reads all of them.
create table gap_questions (
  tenant_id uuid not null,
  turn_id uuid not null,
  ticket_id uuid not null,
  -- Null: asked once so far, or not looked at yet.
  gap_id uuid,
  is_typical boolean not null default false,
  question text not null,
  asked_at timestamptz not null,
  -- Why it counts: no_documents, low_grade, disliked, answered_differently, asked_for_person.
  causes jsonb not null default '[]',
  cost double precision not null default 0,
  -- The message in which an agent answered it; null: nobody did so far.
  answer_id uuid,
  model text,
  embedding real[],
  -- When it was looked at; null: it is still to be put to a gap.
  placed_at timestamptz,
  primary key (tenant_id, turn_id),
  foreign key (tenant_id, turn_id) references turns (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, gap_id) references gaps (tenant_id, id)
);
create index gap_questions_by_gap on gap_questions (tenant_id, gap_id, asked_at desc);
create index gap_questions_by_ticket on gap_questions (tenant_id, ticket_id);
create index gap_questions_waiting on gap_questions (tenant_id, asked_at) where placed_at is null;
call app.protect('gap_questions');

-- How far a tenant's tickets were looked through, and when that is done again.
create table gap_runs (
  tenant_id uuid primary key references tenants on delete cascade,
  next_at timestamptz not null default now(),
  -- Nobody else is to begin before next_at, whatever happens.
  is_running boolean not null default false,
  scanned_to timestamptz,
  clustered_at timestamptz,
  -- False: the embedding model gave no vectors when it was asked last, and without them nothing is put together.
  has_vectors boolean not null default true,
  finished_at timestamptz
);
call app.protect('gap_runs');
-- Whoever starts the work has to know for whom it is due, and nothing else.
grant select (tenant_id, next_at) on gap_runs to parley_platform;
create policy platform_reads on gap_runs for select to parley_platform using (true);

-- What is new in the documents may answer a gap: the next look comes soon.
create function app.look_at_gaps_soon() returns trigger language plpgsql as $$
begin
  update gap_runs set next_at = now() + interval '30 seconds'
   where tenant_id = new.tenant_id and not is_running and next_at > now() + interval '30 seconds';
  return null;
end
$$;
create trigger look_at_gaps_soon after update of status on documents
  for each row when (new.status is distinct from old.status and new.status in ('searchable', 'ready'))
  execute function app.look_at_gaps_soon();

-- What became of a ticket's questions is read by the ticket; whether a draft was sent as it was, from the record.
create index turns_by_ticket on turns (tenant_id, ticket_id);
create index audit_log_of_drafts on audit_log (tenant_id, target_id) where action = 'ticket.approve_draft';
-- Whoever looks through what is new meets an opinion that came long after its ticket.
create index feedback_by_age on feedback (tenant_id, created_at);

alter table webhook_deliveries
  add column gap_id uuid,
  add constraint webhook_deliveries_gap foreign key (tenant_id, gap_id) references gaps (tenant_id, id) on delete cascade;
create index webhook_deliveries_by_gap on webhook_deliveries (tenant_id, gap_id);

-- A gap that is ignored, or no more ignored, is nobody else's matter.
create function app.webhooks_hear_of_gaps() returns trigger language plpgsql as $$
declare
  kind text := case
    when new.status = 'closed' then 'gap.closed'
    when new.status = 'open' and (tg_op = 'INSERT' or old.status = 'closed') then 'gap.opened'
  end;
begin
  if kind is not null then
    insert into webhook_deliveries (tenant_id, id, webhook_id, type, gap_id, next_at)
    select new.tenant_id, gen_random_uuid(), id, kind, new.id, now()
      from webhooks where tenant_id = new.tenant_id and is_active and events ? kind;
  end if;
  return null;
end
$$;
create trigger webhooks_hear_of_new after insert on gaps for each row execute function app.webhooks_hear_of_gaps();
create trigger webhooks_hear after update of status on gaps
  for each row when (new.status is distinct from old.status) execute function app.webhooks_hear_of_gaps();
