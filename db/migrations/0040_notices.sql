-- Notices: what the people of a tenant are told of when they are not looking, and what each wants to be told of.

create table notice_rules (
  tenant_id uuid not null references tenants on delete cascade,
  person_id uuid not null,
  -- {mail: {...}, browser: {...}}; what is missing has its default.
  rules jsonb not null default '{}',
  -- When the person gets the next digest; null: none is wanted.
  digest_at timestamptz,
  -- When the last mail with notices went out: the next one waits a while.
  mailed_at timestamptz,
  primary key (tenant_id, person_id)
);
create index notice_rules_digest on notice_rules (digest_at) where digest_at is not null;
call app.protect('notice_rules');
grant select (tenant_id, digest_at) on notice_rules to parley_platform;
create policy platform_reads on notice_rules for select to parley_platform using (true);

-- Something that happened and that somebody may have to be told of. Gone once it is told, or nobody wants to know.
create table notices (
  tenant_id uuid not null,
  id uuid not null,
  -- `waiting`: a ticket waits for a person. `mine`: a visitor wrote in the person's ticket. `mention`, `overdue`.
  kind text not null,
  ticket_id uuid not null,
  -- Null: everybody who wants to be told of this kind.
  person_id uuid,
  created_at timestamptz not null default now(),
  -- Whoever sees it before then need not be told.
  due_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create unique index notices_once on notices (tenant_id, ticket_id, kind, coalesce(person_id, '00000000-0000-0000-0000-000000000000'));
create index notices_due on notices (due_at);
call app.protect('notices');
grant select (tenant_id, due_at) on notices to parley_platform;
create policy platform_reads on notices for select to parley_platform using (true);

-- Processes of the version before write the same log and the same mentions.
create function app.notices_hear_of_tickets() returns trigger language plpgsql as $$
declare
  holder text;
begin
  if new.type = 'escalation' then
    insert into notices (tenant_id, id, kind, ticket_id, due_at)
    values (new.tenant_id, gen_random_uuid(), 'waiting', new.ticket_id, now() + interval '2 minutes')
    on conflict do nothing;
    return null;
  end if;
  if new.payload -> 'message' ->> 'role' <> 'visitor' then
    return null;
  end if;
  select assignee ->> 'id' into holder from tickets
   where tenant_id = new.tenant_id and id = new.ticket_id and owner = 'human' and status = 'in_progress';
  if holder ~ '^[0-9a-f-]{36}$' then
    insert into notices (tenant_id, id, kind, ticket_id, person_id, due_at)
    values (new.tenant_id, gen_random_uuid(), 'mine', new.ticket_id, holder::uuid, now() + interval '2 minutes')
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger notices_hear after insert on ticket_events
  for each row when (new.type in ('escalation', 'message')) execute function app.notices_hear_of_tickets();

create function app.notices_hear_of_mentions() returns trigger language plpgsql as $$
begin
  insert into notices (tenant_id, id, kind, ticket_id, person_id, due_at)
  select new.tenant_id, gen_random_uuid(), 'mention', n.ticket_id, new.person_id, now() + interval '2 minutes'
    from ticket_notes n where n.tenant_id = new.tenant_id and n.id = new.note_id
  on conflict do nothing;
  return null;
end
$$;
create trigger notices_hear after insert on note_mentions for each row execute function app.notices_hear_of_mentions();
