/** What can be counted by day; the tickets behind each number are found by the same statement that counts it. */
export type AnalyticsSource =
  | "tickets"
  | "answers"
  | "escalated"
  | "ended"
  | "first_answer"
  | "resolution"
  | "sla_met"
  | "sla_missed"
  | "rated"
  | "cost"
  | "agents"
  | "labels"
  | "sets";

/** Days after its end within which a ticket that goes on was not resolved for good. */
const forGoodDays = 7;

const isEnd = (event: string) => `${event}.payload ->> 'status' in ('resolved', 'closed')`;

/**
 * When the ticket of `row` was first given to people, in its present life: a ticket that was over and goes on begins anew. Sequences are
 * those of the ticket's log, in which messages and events have one row of numbers.
 */
const givenToPeople = (row: string) => `cross join lateral (
  select e.created_at, e.sequence from ticket_events e
   where e.ticket_id = ${row}.ticket_id and e.type = 'escalation' and e.sequence < ${row}.sequence and e.sequence > coalesce((
     select max(sequence) from (
       select o.sequence, o.payload ->> 'status' = 'open' as is_open,
              lag(${isEnd("o")}) over (order by o.sequence) as was_ended
         from ticket_events o where o.ticket_id = ${row}.ticket_id and o.type = 'owner' and o.sequence < ${row}.sequence
     ) owners where was_ended and is_open), 0)
   order by e.sequence limit 1
) given`;

/** Ends of tickets, the last one of each; neither spam nor duplicates, which go on elsewhere, nor those whose visitor just left, nor the closing of what was resolved before. */
const ended = `select distinct on (e.ticket_id) e.ticket_id, e.created_at as at, e.sequence,
    e.payload ->> 'status' = 'resolved' and not e.payload ? 'solved_with' as by_person, e.payload -> 'agent' ->> 'id' as agent_id,
    not exists (select from ticket_events r where r.ticket_id = e.ticket_id and r.type = 'owner' and r.sequence > e.sequence
                   and r.created_at <= e.created_at + interval '${forGoodDays} days' and not ${isEnd("r")}) as for_good
  from ticket_events e
  cross join lateral (select message_count, ended_as from tickets where id = e.ticket_id offset 0) t
  where e.created_at >= $1 and e.created_at < $2 and e.type = 'owner' and ${isEnd("e")} and not e.payload ?| array['merged_into', 'inactive']
    and t.message_count > 0 and t.ended_as is distinct from 'spam'
    and not coalesce((select ${isEnd("b")} from ticket_events b
                       where b.ticket_id = e.ticket_id and b.type = 'owner' and b.sequence < e.sequence order by b.sequence desc limit 1), false)
  order by e.ticket_id, e.sequence desc`;

/** Answers of the assistant that were given: graded, or from the cache. */
const answers = `select m.ticket_id, m.id, m.created_at as at, m.cached, (m.grade ->> 'score')::float8 as amount, f.rating,
    m.related @> '[{"opened": true}]' as corrected
  from messages m left join lateral (select rating from feedback where message_id = m.id offset 0) f on true
  where m.created_at >= $1 and m.created_at < $2 and m.role = 'assistant' and not m.unverified and (m.grade is not null or m.cached)`;

/** Tickets whose visitor wrote for the first time. */
const begun = `select m.ticket_id, m.created_at as at, null::float8 as amount from messages m
  where m.created_at >= $1 and m.created_at < $2 and m.role = 'visitor'
    and not exists (select from messages o where o.ticket_id = m.ticket_id and o.role = 'visitor' and o.sequence < m.sequence)`;

/**
 * What happened from `$1` up to `$2`, as rows of `ticket_id`, `at` and `amount` (seconds, a grade, a score, micro-dollars) and what else
 * tells them apart. Each begins at an index by time and looks up the rest by ticket.
 */
export const analyticsSources: Record<AnalyticsSource, string> = {
  tickets: begun,
  answers,
  escalated: `select ticket_id, created_at as at, null::float8 as amount from ticket_events
    where created_at >= $1 and created_at < $2 and type = 'escalation'`,
  ended: `select *, null::float8 as amount from (${ended}) ends`,
  first_answer: `select m.ticket_id, m.created_at as at, greatest(0, extract(epoch from m.created_at - given.created_at))::float8 as amount
    from messages m ${givenToPeople("m")}
    where m.created_at >= $1 and m.created_at < $2 and m.role = 'agent'
      and not exists (select from messages o where o.ticket_id = m.ticket_id and o.role = 'agent' and o.sequence > given.sequence and o.sequence < m.sequence)`,
  resolution: `select ends.ticket_id, ends.at, greatest(0, extract(epoch from ends.at - given.created_at))::float8 as amount
    from (${ended}) ends ${givenToPeople("ends")} where ends.by_person`,
  sla_met: `select ticket_id, stopped_at as at, extract(epoch from stopped_at - started_at)::float8 as amount from service_clocks
    where stopped_at >= $1 and stopped_at < $2 and stopped_at is not null and due_at >= stopped_at and ended_as in ('answered', 'resolved')`,
  sla_missed: `select ticket_id, due_at as at, extract(epoch from coalesce(stopped_at, now()) - due_at)::float8 as amount from service_clocks
    where due_at >= $1 and due_at < $2 and due_at is not null and due_at < coalesce(stopped_at, now())`,
  rated: `select ticket_id, created_at as at, score::float8 as amount from ticket_ratings where created_at >= $1 and created_at < $2`,
  cost: `select ticket_id, created_at as at, cost_micros::float8 as amount, price_known, input_tokens + output_tokens > 0 as used from model_calls
    where created_at >= $1 and created_at < $2 and not is_dry_run`,
  agents: `select ticket_id, created_at as at, null::float8 as amount, agent ->> 'id' as agent_id from messages
    where created_at >= $1 and created_at < $2 and role = 'agent' and agent ->> 'id' is not null`,
  labels: `select begun.ticket_id, begun.at, begun.amount, l.label_id::text as topic
    from (${begun}) begun join ticket_labels l on l.ticket_id = begun.ticket_id`,
  sets: `select answered.ticket_id, answered.at, null::float8 as amount, d.set_name as topic
    from (${answers}) answered join citations c on c.message_id = answered.id
    cross join lateral (select set_name from documents where id = c.document_id offset 0) d where d.set_name is not null`,
};
