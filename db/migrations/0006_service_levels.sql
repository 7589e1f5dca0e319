-- Service levels: due times for answers and resolutions, counted in opening hours.

-- The opening hours as time spans, so that one index lookup finds the time that is a number of open minutes ahead.
create table open_spans (
  tenant_id uuid not null references tenants on delete cascade,
  opens timestamptz not null,
  closes timestamptz not null,
  -- Open seconds between the first span and this one.
  seconds_before double precision not null,
  primary key (tenant_id, closes)
);
create index open_spans_by_position on open_spans (tenant_id, seconds_before);
call app.protect('open_spans');

create table service_clocks (
  tenant_id uuid not null,
  ticket_id uuid not null,
  kind text not null check (kind in ('first_answer', 'next_answer', 'resolution')),
  started_at timestamptz not null,
  -- Null: no target, or later than the last span.
  due_at timestamptz,
  stopped_at timestamptz,
  -- `assistant`: the ticket was returned to the assistant.
  ended_as text check (ended_as in ('answered', 'assistant', 'resolved')),
  -- When agents were notified that it is overdue.
  told_at timestamptz,
  primary key (tenant_id, ticket_id, kind, started_at),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index service_clocks_running on service_clocks (due_at) where stopped_at is null and told_at is null and due_at is not null;
create index service_clocks_open on service_clocks (tenant_id, ticket_id) where stopped_at is null;
create index service_clocks_over on service_clocks (tenant_id, stopped_at) where stopped_at is not null;
call app.protect('service_clocks');
-- The sweep finds tenants with overdue tickets.
grant select (tenant_id, due_at, stopped_at, told_at) on service_clocks to parley_platform;
create policy platform_reads on service_clocks for select to parley_platform using (true);

-- The time at which this many seconds of opening hours have passed; null if the spans do not reach that far.
create function app.open_time(tenant uuid, started timestamptz, seconds double precision) returns timestamptz
language plpgsql stable as $$
declare
  span record;
  place double precision;
begin
  select opens, seconds_before into span from open_spans
   where tenant_id = tenant and closes > started order by closes limit 1;
  if not found then
    return null;
  end if;
  place := span.seconds_before + greatest(0, extract(epoch from started - span.opens)) + seconds;
  select opens, closes, seconds_before into span from open_spans
   where tenant_id = tenant and seconds_before < place order by seconds_before desc limit 1;
  if not found or span.opens + make_interval(secs => place - span.seconds_before) > span.closes then
    return null;
  end if;
  return span.opens + make_interval(secs => place - span.seconds_before);
end
$$;

-- When a clock is due. A priority without a target uses the target of tickets without priority.
create function app.clock_due(tenant uuid, levels jsonb, kind text, priority smallint, started timestamptz) returns timestamptz
language plpgsql stable as $$
declare
  name text := (array['none', 'low', 'high', 'urgent'])[priority + 1];
  minutes double precision := case when levels -> 'targets' -> name ? kind then levels -> 'targets' -> name ->> kind
                                   else levels -> 'targets' -> 'none' ->> kind end;
begin
  if minutes is null then
    return null;
  end if;
  -- Without spans there are no opening hours: every minute counts.
  if levels ->> 'hours' = 'opening' and exists (select 1 from open_spans where tenant_id = tenant) then
    return app.open_time(tenant, started, minutes * 60);
  end if;
  return started + make_interval(secs => minutes * 60);
end
$$;

-- Copies the earliest due time of its clocks to the ticket.
create procedure app.refresh_ticket_due(tenant uuid, ticket uuid) language sql as $$
  update tickets t set due_at = nearest.due_at, due_kind = nearest.kind
    from (select (array_agg(due_at order by due_at))[1] as due_at, (array_agg(kind order by due_at))[1] as kind
            from service_clocks where tenant_id = tenant and ticket_id = ticket and stopped_at is null and due_at is not null) nearest
   where t.tenant_id = tenant and t.id = ticket and (t.due_at, t.due_kind) is distinct from (nearest.due_at, nearest.kind)
$$;

create procedure app.start_clock(tenant uuid, ticket uuid, of_kind text, priority smallint, started timestamptz, levels jsonb)
language sql as $$
  insert into service_clocks (tenant_id, ticket_id, kind, started_at, due_at)
  values (tenant, ticket, of_kind, started, app.clock_due(tenant, levels, of_kind, priority, started))
  -- The same wait continues if a hint did not help or a decision was undone.
  on conflict (tenant_id, ticket_id, kind, started_at) do update set stopped_at = null, ended_as = null, due_at = excluded.due_at
$$;

-- `first_answer` until a person has answered the ticket, `next_answer` afterwards.
create function app.answer_kind(tenant uuid, ticket uuid, started timestamptz) returns text language sql stable as $$
  select case when exists (select 1 from service_clocks where tenant_id = tenant and ticket_id = ticket
                              and kind = 'first_answer' and ended_as = 'answered' and started_at <> started)
              then 'next_answer' else 'first_answer' end
$$;

-- Starts and stops clocks when the wait, the status or the priority of a ticket changes. Assigning a ticket does not change the wait,
-- so it does not change the clock.
create function app.keep_clocks() returns trigger language plpgsql as $$
declare
  levels jsonb;
  is_with_people boolean := new.status in ('pending_human', 'in_progress', 'pending_visitor');
  was_with_people boolean := old.status in ('pending_human', 'in_progress', 'pending_visitor');
begin
  select service_levels into levels from tenants where tenant_id = new.tenant_id;
  if levels is null then
    return null;
  end if;
  if old.waiting_since is distinct from new.waiting_since then
    update service_clocks
       set stopped_at = now(),
           ended_as = case when new.status in ('resolved', 'closed') then 'resolved' when new.status = 'open' then 'assistant' else 'answered' end
     where tenant_id = new.tenant_id and ticket_id = new.id and kind <> 'resolution' and stopped_at is null;
    if new.waiting_since is not null then
      call app.start_clock(new.tenant_id, new.id, app.answer_kind(new.tenant_id, new.id, new.waiting_since), new.priority, new.waiting_since, levels);
    end if;
  end if;
  if is_with_people and not was_with_people then
    call app.start_clock(new.tenant_id, new.id, 'resolution', new.priority, coalesce(new.escalated_at, now()), levels);
  elsif was_with_people and not is_with_people then
    update service_clocks set stopped_at = now(), ended_as = case when new.status = 'open' then 'assistant' else 'resolved' end
     where tenant_id = new.tenant_id and ticket_id = new.id and kind = 'resolution' and stopped_at is null;
  end if;
  if old.priority <> new.priority then
    update service_clocks set due_at = app.clock_due(tenant_id, levels, kind, new.priority, started_at)
     where tenant_id = new.tenant_id and ticket_id = new.id and stopped_at is null;
  end if;
  call app.refresh_ticket_due(new.tenant_id, new.id);
  return null;
end
$$;
create trigger keep_clocks after update on tickets for each row
  when (old.waiting_since is distinct from new.waiting_since or old.status <> new.status or old.priority <> new.priority)
  execute function app.keep_clocks();

-- Applies changed service levels or opening hours: starts missing clocks, deletes obsolete ones and computes all due times.
create procedure app.refresh_clocks(tenant uuid) language plpgsql as $$
declare
  levels jsonb;
begin
  select service_levels into levels from tenants where tenant_id = tenant;
  if levels is null then
    delete from service_clocks where tenant_id = tenant and stopped_at is null;
    update tickets set due_at = null, due_kind = null where tenant_id = tenant and due_at is not null;
    return;
  end if;
  insert into service_clocks (tenant_id, ticket_id, kind, started_at)
  select t.tenant_id, t.id, app.answer_kind(t.tenant_id, t.id, t.waiting_since), t.waiting_since from tickets t
   where t.tenant_id = tenant and t.message_count > 0 and t.waiting_since is not null
     and not exists (select 1 from service_clocks c where c.tenant_id = tenant and c.ticket_id = t.id and c.kind <> 'resolution' and c.stopped_at is null)
  on conflict do nothing;
  insert into service_clocks (tenant_id, ticket_id, kind, started_at)
  select t.tenant_id, t.id, 'resolution', coalesce(t.escalated_at, t.updated_at) from tickets t
   where t.tenant_id = tenant and t.message_count > 0 and t.status in ('pending_human', 'in_progress', 'pending_visitor')
     and not exists (select 1 from service_clocks c where c.tenant_id = tenant and c.ticket_id = t.id and c.kind = 'resolution' and c.stopped_at is null)
  on conflict do nothing;
  update service_clocks c set due_at = app.clock_due(tenant, levels, c.kind, t.priority, c.started_at)
    from tickets t where t.tenant_id = tenant and t.id = c.ticket_id and c.tenant_id = tenant and c.stopped_at is null;
  update tickets t set due_at = nearest.due_at, due_kind = nearest.kind
    from (select ticket_id, (array_agg(due_at order by due_at) filter (where due_at is not null))[1] as due_at,
                 (array_agg(kind order by due_at) filter (where due_at is not null))[1] as kind
            from service_clocks where tenant_id = tenant and stopped_at is null group by ticket_id) nearest
   where t.tenant_id = tenant and t.id = nearest.ticket_id and (t.due_at, t.due_kind) is distinct from (nearest.due_at, nearest.kind);
end
$$;
