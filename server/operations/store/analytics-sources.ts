import { type RawBuilder, sql } from "kysely";

/** The events that a day counts. The statement that counts them also finds the tickets behind a number. */
export type AnalyticsSource =
  | "tickets"
  | "outcomes"
  | "hold_outs"
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

/** From a time up to another, which is excluded. */
export interface Span {
  since: Date;
  until: Date;
}

type Sql = RawBuilder<unknown>;
type Source = (span: Span) => RawBuilder<{ ticket_id: string | null; at: Date; amount: number | null }>;

/** A ticket that continues within this many days after its end was not resolved; a visitor who stays away for so long was helped. */
const forGoodDays = 7;
/** Score of a satisfied visitor, of 5. */
export const satisfiedScore = 4;
/** Score of a dissatisfied one. */
const dissatisfiedScore = 2;
/** A visitor who writes after this break came back; questions before it belong to the same visit. */
const visitBreak = "1 hour";
/** Entries of a conversation's log that decide its outcome. Longer conversations were handed over, almost without exception. */
const mostEntries = 200;

const isIn = (column: string, { since, until }: Span): Sql =>
  sql`${sql.ref(column)} >= ${since} and ${sql.ref(column)} < ${until}`;
const isEnd = (event: string): Sql => sql`${sql.ref(event)}.payload ->> 'status' in ('resolved', 'closed')`;

/**
 * When the ticket of `row` was first handed over; a ticket that was reopened begins again. Sequences are those of the ticket's log, in
 * which messages and events share one series of numbers.
 */
function handedOver(alias: string): Sql {
  const row = sql.ref(alias);
  return sql`cross join lateral (
    select e.created_at, e.sequence from ticket_events e
     where e.ticket_id = ${row}.ticket_id and e.type = 'escalation' and e.sequence < ${row}.sequence and e.sequence > coalesce((
       select max(sequence) from (
         select o.sequence, o.payload ->> 'status' = 'open' as is_open,
                lag(${isEnd("o")}) over (order by o.sequence) as was_ended
           from ticket_events o where o.ticket_id = ${row}.ticket_id and o.type = 'owner' and o.sequence < ${row}.sequence
       ) owners where was_ended and is_open), 0)
     order by e.sequence limit 1
  ) handed_over`;
}

/** The last end of each ticket, without spam, merged tickets, tickets whose visitor left, and the closing of a resolved ticket. */
const ended = (span: Span): Sql => sql`
  select distinct on (e.ticket_id) e.ticket_id, e.created_at as at, e.sequence,
      e.payload ->> 'status' = 'resolved' and not e.payload ? 'solved_with' as by_person, e.payload -> 'agent' ->> 'id' as agent_id,
      not exists (select from ticket_events r where r.ticket_id = e.ticket_id and r.type = 'owner' and r.sequence > e.sequence
                     and r.created_at <= e.created_at + make_interval(days => ${forGoodDays}) and not ${isEnd("r")}) as for_good
    from ticket_events e
    cross join lateral (select message_count, ended_as from tickets where id = e.ticket_id offset 0) t
   where ${isIn("e.created_at", span)} and e.type = 'owner' and ${isEnd("e")} and not e.payload ?| array['merged_into', 'inactive']
     and t.message_count > 0 and t.ended_as is distinct from 'spam'
     and not coalesce((select ${isEnd("b")} from ticket_events b
                        where b.ticket_id = e.ticket_id and b.type = 'owner' and b.sequence < e.sequence order by b.sequence desc limit 1), false)
   order by e.ticket_id, e.sequence desc`;

/** Answers of the assistant that were sent: graded, or from the cache. */
const answers: Source = (span) => sql`
  select m.ticket_id, m.id, m.created_at as at, m.cached, (m.grade ->> 'score')::float8 as amount, f.rating,
      m.related @> '[{"opened": true}]' as corrected
    from messages m left join lateral (select rating from feedback where message_id = m.id offset 0) f on true
   where ${isIn("m.created_at", span)} and m.role = 'assistant' and not m.unverified and (m.grade is not null or m.cached)`;

/** Tickets with their visitor's first message. */
const begun: Source = (span) => sql`
  select m.ticket_id, m.created_at as at, null::float8 as amount, m.sequence from messages m
   where ${isIn("m.created_at", span)} and m.role = 'visitor'
     and not exists (select from messages o where o.ticket_id = m.ticket_id and o.role = 'visitor' and o.sequence < m.sequence)`;

const isEarly = (column: string): Sql => sql`${sql.ref(column)} < begun.sequence + ${mostEntries}`;

/** Whether the visitor came back within a week after the answer: later in this conversation, or in a new one. */
const cameBack: Sql = sql`(
  exists (select from messages o where o.ticket_id = begun.ticket_id and ${isEarly("o.sequence")} and o.role = 'visitor'
             and o.sequence < answer.sequence
             and o.created_at > begun.at + ${sql.lit(visitBreak)}::interval
             and o.created_at <= begun.at + make_interval(days => ${forGoodDays}))
  or exists (select from tickets other where other.visitor_id = t.visitor_id and other.id <> begun.ticket_id and other.message_count > 0
                and other.created_at > answer.created_at
                and other.created_at <= answer.created_at + make_interval(days => ${forGoodDays})))`;

/** Whether the visitor said that the answer helped. */
const saidYes: Sql = sql`(
  coalesce(f.rating = 'up', false)
  or exists (select from ticket_ratings r where r.ticket_id = begun.ticket_id and r.score >= ${satisfiedScore})
  or exists (select from ticket_events e where e.ticket_id = begun.ticket_id and e.type = 'owner' and e.payload ? 'solved_with'))`;

/**
 * What came of each conversation that began in the span and that the assistant answered or handed over. Only evidence makes it `proven`: the
 * visitor said so, or stayed away for a week after an answer with sources. Hold-outs have none. docs/guide/analytics.md defines the outcomes.
 */
const outcomes: Source = (span) => sql`
  select begun.ticket_id, begun.at, begun.amount, case
      when handed.is_so then 'handed_over'
      when coalesce(f.rating = 'down', false) or ${cameBack} then 'returned'
      when ${saidYes} then 'proven'
      when answer.created_at <= now() - make_interval(days => ${forGoodDays})
       and exists (select from citations c where c.message_id = answer.id) then 'proven'
      else 'silent' end as outcome
    from (${begun(span)}) begun
    cross join lateral (select visitor_id, ended_as, hold_out from tickets where id = begun.ticket_id offset 0) t
    cross join lateral (select exists (select from ticket_events e
        where e.ticket_id = begun.ticket_id and e.type = 'escalation') as is_so) handed
    left join lateral (select m.id, m.created_at, m.sequence from messages m
        where m.ticket_id = begun.ticket_id and ${isEarly("m.sequence")} and m.role = 'assistant' and not m.unverified
          and (m.grade is not null or m.cached)
        order by m.sequence desc limit 1) answer on true
    left join lateral (select rating from feedback where message_id = answer.id offset 0) f on true
   where t.ended_as is distinct from 'spam' and t.hold_out is not true and (handed.is_so or answer.id is not null)`;

/**
 * Conversations that began in the span and were part of a draw (`tickets.hold_out`), whichever way it went. Both groups are measured alike,
 * from the first message: nothing that only an assistant's answer has makes a difference.
 */
const holdOuts: Source = (span) => sql`
  select begun.ticket_id, begun.at, begun.amount, t.hold_out as held_out, rating.score,
      coalesce(rating.score <= ${dissatisfiedScore}, false)
      or exists (select from feedback f where f.ticket_id = begun.ticket_id and f.rating = 'down')
      or exists (select from tickets other where other.visitor_id = t.visitor_id and other.id <> begun.ticket_id and other.message_count > 0
                    and other.created_at > begun.at and other.created_at <= begun.at + make_interval(days => ${forGoodDays}))
      or exists (select from ticket_events e join messages m on m.ticket_id = e.ticket_id and m.role = 'visitor' and m.sequence > e.sequence
                    and m.created_at <= begun.at + make_interval(days => ${forGoodDays})
                  where e.ticket_id = begun.ticket_id and e.type = 'owner' and ${isEnd("e")}) as came_back
    from (${begun(span)}) begun
    cross join lateral (select visitor_id, ended_as, hold_out from tickets where id = begun.ticket_id offset 0) t
    left join lateral (select score from ticket_ratings where ticket_id = begun.ticket_id order by resolved_at desc limit 1) rating on true
   where t.hold_out is not null and t.ended_as is null`;

/**
 * Events of a span, as rows of `ticket_id`, `at`, `amount` (seconds, a grade, a score, micro-dollars) and columns that distinguish them.
 * Each statement starts at an index by time and reads the rest per ticket.
 */
export const analyticsSources: Record<AnalyticsSource, Source> = {
  tickets: begun,
  outcomes,
  hold_outs: holdOuts,
  answers,
  escalated: (span) => sql`select ticket_id, created_at as at, null::float8 as amount from ticket_events
    where ${isIn("created_at", span)} and type = 'escalation'`,
  ended: (span) => sql`select *, null::float8 as amount from (${ended(span)}) ends`,
  first_answer: (span) => sql`
    select m.ticket_id, m.created_at as at, greatest(0, extract(epoch from m.created_at - handed_over.created_at))::float8 as amount
      from messages m ${handedOver("m")}
     where ${isIn("m.created_at", span)} and m.role = 'agent' and not exists (
       select from messages o where o.ticket_id = m.ticket_id and o.role = 'agent' and o.sequence > handed_over.sequence and o.sequence < m.sequence)`,
  resolution: (span) => sql`
    select ends.ticket_id, ends.at, greatest(0, extract(epoch from ends.at - handed_over.created_at))::float8 as amount
      from (${ended(span)}) ends ${handedOver("ends")} where ends.by_person`,
  sla_met: (span) => sql`
    select ticket_id, stopped_at as at, extract(epoch from stopped_at - started_at)::float8 as amount from service_clocks
     where ${isIn("stopped_at", span)} and stopped_at is not null and due_at >= stopped_at and ended_as in ('answered', 'resolved')`,
  sla_missed: (span) => sql`
    select ticket_id, due_at as at, extract(epoch from coalesce(stopped_at, now()) - due_at)::float8 as amount from service_clocks
     where ${isIn("due_at", span)} and due_at is not null and due_at < coalesce(stopped_at, now())`,
  rated: (span) => sql`
    select ticket_id, created_at as at, score::float8 as amount from ticket_ratings where ${isIn("created_at", span)}`,
  cost: (span) => sql`
    select ticket_id, created_at as at, cost_micros::float8 as amount, price_known, input_tokens + output_tokens > 0 as used from model_calls
     where ${isIn("created_at", span)} and not is_dry_run`,
  agents: (span) => sql`
    select ticket_id, created_at as at, null::float8 as amount, agent ->> 'id' as agent_id from messages
     where ${isIn("created_at", span)} and role = 'agent' and agent ->> 'id' is not null`,
  labels: (span) => sql`
    select begun.ticket_id, begun.at, begun.amount, l.label_id::text as topic
      from (${begun(span)}) begun join ticket_labels l on l.ticket_id = begun.ticket_id`,
  sets: (span) => sql`
    select answered.ticket_id, answered.at, null::float8 as amount, d.set_name as topic
      from (${answers(span)}) answered join citations c on c.message_id = answered.id
      cross join lateral (select set_name from documents where id = c.document_id offset 0) d where d.set_name is not null`,
};
