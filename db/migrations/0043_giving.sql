-- Tickets that wait for a person are given to somebody by a rule: who is there, who is away, and what was given.

-- {rule, limit, back_minutes}; null: nobody is given anything.
alter table tenants add column assignment jsonb;

alter table tickets
  -- When a rule gave it to its assignee, who has not begun yet; null: nobody, or a person did.
  add column given_at timestamptz,
  -- Who gave it back last, by hand: the rule does not give it to them again.
  add column let_go_by text;

-- Whoever takes a ticket, gives it to somebody or ends it makes the gift of no account. Processes of the version before do so, too.
create function app.forget_giving() returns trigger language plpgsql as $$
begin
  if new.given_at is not distinct from old.given_at
     and (old.assignee ->> 'id' is distinct from new.assignee ->> 'id' or new.status in ('in_progress', 'resolved', 'closed')) then
    new.given_at := null;
  end if;
  if new.status <> 'pending_human' then
    new.let_go_by := null;
  end if;
  return new;
end
$$;
create trigger forget_giving before update on tickets for each row
  when ((old.given_at is not null or old.let_go_by is not null)
        and (old.assignee is distinct from new.assignee or old.status <> new.status))
  execute function app.forget_giving();

-- Whether somebody has the console open, and what they say of themselves.
create table presences (
  tenant_id uuid not null references tenants on delete cascade,
  person_id uuid not null,
  -- The console of somebody who is there says so each minute.
  seen_at timestamptz,
  -- When the last page was closed; null: it was not, or it is silent.
  gone_at timestamptz,
  -- Since when the person is not to be given tickets, and until when; without an end until they say otherwise.
  away_since timestamptz,
  away_until timestamptz,
  last_given_at timestamptz,
  primary key (tenant_id, person_id)
);
call app.protect('presences');
-- Whoever gives has to know in which tenants somebody is there and something waits, and nothing else.
grant select (tenant_id, seen_at, gone_at) on presences to parley_platform;
create policy platform_reads on presences for select to parley_platform using (true);
grant select (tenant_id, status, given_at) on tickets to parley_platform;

-- What rules did: the part of a ticket's history that is none of the visitor's log.
create table ticket_gives (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  -- Whom it was given to, or whom it was taken back from: {id, name}.
  person jsonb not null,
  -- `round_robin`, `load`; `back`: they had gone and not begun.
  how text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index ticket_gives_by_ticket on ticket_gives (tenant_id, ticket_id);
call app.protect('ticket_gives', 'select, insert');

-- What a visitor writes is also for whoever was given the ticket and has not begun.
create or replace function app.notices_hear_of_tickets() returns trigger language plpgsql as $$
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
   where tenant_id = new.tenant_id and id = new.ticket_id and owner = 'human' and status in ('pending_human', 'in_progress');
  if holder ~ '^[0-9a-f-]{36}$' then
    insert into notices (tenant_id, id, kind, ticket_id, person_id, due_at)
    values (new.tenant_id, gen_random_uuid(), 'mine', new.ticket_id, holder::uuid, now() + interval '2 minutes')
    on conflict do nothing;
  end if;
  return null;
end
$$;
