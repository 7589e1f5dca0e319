import pg, { type Client } from "pg";
import { valueTypes } from "../../../db/value-types.ts";
import { indexLeftTickets } from "../../../server/tickets/desk/index-tickets.ts";

/** The size of a tenant. There are five turns per ticket and two messages per turn. */
export interface SeedSize {
  /** Tickets with messages; half as many more are from visitors who opened the widget and wrote nothing. */
  tickets: number;
  documents: number;
}

/** 400,000 messages, 200,000 turns, 40,000 tickets. */
export const largeSize: SeedSize = { tickets: 40_000, documents: 1_000 };

/** Agents of the tenant who have tickets. */
export const seededAgents = 20;

/**
 * Fills an existing tenant with a year of tickets, and updates the planner's statistics. Uses set-based statements without reference
 * checks. Most tickets are resolved, a third was left with the assistant, one in fifty waits for or is with an agent.
 * @param client of a superuser, to whom row security does not apply. @param analyze false when more data follows.
 */
export async function seedTenant(
  client: Client,
  tenantId: string,
  { analyze = true, ...size }: SeedSize & { analyze?: boolean },
): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(tenantId)) throw new Error("tenant id is not a UUID");
  await client.query("begin; set local session_replication_role = replica; set local synchronous_commit = off");
  await client.query(helpers);
  const tenant = `'${tenantId}'::uuid`;
  for (const statement of [...conversations(tenant, size), ...traces(tenant), ...library(tenant, size)])
    await client.query(statement);
  await client.query("commit");
  if (analyze) await client.query("vacuum analyze");
}

/** Lets the product index all seeded tickets for search. @returns the time in ms. */
export async function timeWords(superuserUrl: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: superuserUrl, max: 2, types: valueTypes });
  const from = performance.now();
  await indexLeftTickets({ pool, vectors: false, listen: undefined, close: () => pool.end() });
  const ms = performance.now() - from;
  await pool.query("vacuum analyze");
  await pool.end();
  return ms;
}

/**
 * UUIDs in order of time, like the product's, and texts with the word frequencies of a language: the n-th of 5,000 words is proportional to
 * 1/n. The first twenty are in most tickets; most words are in few.
 */
const helpers = `
create or replace function pg_temp.id_at(at timestamptz) returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(r, 1, 3) || '8' || substr(r, 4, 15))::uuid
    from (select md5(random()::text || at::text)) made(r) $$;
create or replace function pg_temp.word(place int) returns text language sql immutable as $$
  select coalesce((array['order','invoice','delivery','refund','address','parcel','discount','account','password','subscription','basket',
    'warranty','repair','colour','size','shop','voucher','payment','return','stock'])[place],
    (select string_agg(substr('bdfgklmnprstvz', 1 + part % 14, 1) || substr('aeiou', 1 + part / 14 % 5, 1), '')
       from unnest(array[place, place / 70, place * 31 + 7, place / 9]) part) || 'm') $$;
create or replace function pg_temp.words(count int, salt bigint) returns text language sql volatile as $$
  select string_agg(case when w % 40 = 39 then (salt * 7 + w)::text else pg_temp.word(floor(power(5000, random()))::int) end, ' ')
    from generate_series(1, count) w $$;
drop table if exists seed_tickets, seed_turns, seed_chunks;`;

function conversations(tenant: string, { tickets }: SeedSize): string[] {
  const all = tickets * 1.5;
  const person = (n: string) =>
    `jsonb_build_object('id', 'person-' || (${n}) % ${seededAgents}, 'name', 'Agent ' || (${n}) % ${seededAgents})`;
  return [
    `create temp table seed_tickets as
       select n, pg_temp.id_at(at) as id, pg_temp.id_at(at) as visitor, at, said, case when said then 1 + (n / 3 * 7919 % 9) else 0 end as turns,
              pg_temp.words(8, n) as question,
              case when not said or dice < 31 then 'open' when dice = 31 then 'pending_human' when dice = 32 then 'in_progress'
                   when dice < 60 then 'resolved' else 'closed' end as status, said and dice between 31 and 45 as is_human
         from (select n, n % 3 > 0 as said, n * 31 % 100 as dice, now() - interval '1 year' * (1 - n::float8 / ${all + 1}) as at
                 from generate_series(1, ${all}) n) made`,
    `insert into visitors (tenant_id, id, external_id, email, name, locale, created_at, last_seen_at)
       select ${tenant}, visitor, case when n % 4 = 0 then 'customer-' || n end, case when n % 4 = 1 then 'visitor' || n || '@customer.example' end,
              case when n % 4 = 1 then 'Visitor ' || n end, 'en', at, at from seed_tickets`,
    `update tenants set next_ticket_number = next_ticket_number + ${all} where tenant_id = ${tenant}`,
    `insert into tickets (tenant_id, id, number, visitor_id, status, owner, assignee, subject, question, escalation_reason, escalated_at, last_sequence,
            awaiting_human, message_count, last_message, resolved_at, created_at, updated_at)
       select ${tenant}, id, 999 + n, visitor, status, case when is_human then 'human' else 'assistant' end,
              case when is_human and status <> 'pending_human' then ${person("n / 100")} when status = 'pending_human' and n % 3 = 0 then ${person("n / 100")} end,
              case when said then question else '' end,
              case when is_human then question end, case when is_human then 'low_grade' end, case when is_human then at end, turns * 3,
              status = 'pending_human', turns * 2, case when said then pg_temp.words(20, n) else '' end,
              case when status in ('resolved', 'closed') then at end, at, at + turns * interval '1 minute' from seed_tickets`,
    `create temp table seed_turns as
       select t.n, t.id as ticket, k, t.question, pg_temp.id_at(t.at + k * interval '1 minute') as id, pg_temp.id_at(t.at + k * interval '1 minute') as asked,
              pg_temp.id_at(t.at + k * interval '1 minute') as answered, t.at + k * interval '1 minute' as at
         from seed_tickets t, generate_series(1, t.turns) k`,
    `insert into turns (tenant_id, id, ticket_id, kind, status, owner_epoch, lease_holder, lease_expires_at, rephrased_question, timings, started_at, finished_at)
       select ${tenant}, id, ticket, 'visitor', case when n % 20 = 0 then 'escalated' when n % 33 = 0 then 'failed' else 'done' end, 0, 'seed', at,
              question, '{"total_ms": 900}', at, at from seed_turns`,
    `insert into messages (tenant_id, id, ticket_id, turn_id, sequence, role, content, grade, created_at)
       select ${tenant}, asked, ticket, id, 3 * k - 2, 'visitor', pg_temp.words(12, n + k), null::jsonb, at from seed_turns
       union all
       select ${tenant}, answered, ticket, id, 3 * k - 1, 'assistant', pg_temp.words(60, n * k), '{"score": 0.9}', at from seed_turns`,
  ];
}

/** Rows that conversations create besides messages. */
function traces(tenant: string): string[] {
  return [
    `insert into citations (tenant_id, message_id, index, chunk_id, title, quote)
       select ${tenant}, answered, i, answered, 'Handbook', left(question, 200) from seed_turns, generate_series(1, 2) i where (n + k) % 4 > 0`,
    `insert into ticket_events (tenant_id, ticket_id, sequence, event_id, turn_id, type, payload, created_at)
       select ${tenant}, m.ticket_id, m.sequence, gen_random_uuid(), m.turn_id, 'message', jsonb_build_object('message', jsonb_build_object('id', m.id,
              'role', m.role, 'content', m.content, 'citations', '[]'::jsonb, 'grade', null, 'cached', false, 'usage', null, 'agent', null,
              'created_at', m.created_at)), m.created_at from messages m where m.tenant_id = ${tenant}
       union all
       select ${tenant}, ticket, 3 * k, gen_random_uuid(), id, 'end', '{}', at from seed_turns`,
    `insert into feedback (tenant_id, id, ticket_id, message_id, rating, created_at)
       select ${tenant}, gen_random_uuid(), ticket, answered, case when n % 4 = 0 then 'down' else 'up' end, at from seed_turns where (n + k) % 5 = 0`,
    `insert into model_calls (tenant_id, id, ticket_id, turn_id, task, provider, model, input_tokens, output_tokens, latency_ms, outcome, created_at)
       select ${tenant}, pg_temp.id_at(at), ticket, id, task, 'openai', 'some-model', 900, 120, 800, 'ok', at
         from seed_turns, unnest(array['answer', 'grade']) task where task = 'answer' or n % 2 = 0`,
    `insert into usage_days (tenant_id, day, calls, tokens, cost_micros)
       select ${tenant}, day::date, 500, 500000, 90000 from generate_series(now() - interval '1 year', now() - interval '1 day', '1 day') day
       on conflict do nothing`,
    `insert into clarifications (tenant_id, id, ticket_id, turn_id, question, prompt, options, status, created_at)
       select ${tenant}, gen_random_uuid(), ticket, id, question, 'Which one?', '[]', 'answered', at from seed_turns where (n * 7 + k) % 30 = 0`,
    `insert into thread_chunks (tenant_id, id, ticket_id, ordinal, first_sequence, last_sequence, summary)
       select ${tenant}, gen_random_uuid(), id, 0, 1, 15, question from seed_tickets where turns > 7`,
    `insert into jobs (tenant_id, id, kind, target_id, status, progress, created_at, updated_at)
       select ${tenant}, pg_temp.id_at(at), 'thread', id, 'done', 1, at, at from seed_tickets where turns > 7`,
    `insert into audit_log (tenant_id, id, actor_kind, actor_id, action, target_kind, target_id, created_at)
       select ${tenant}, pg_temp.id_at(at), 'person', 'person-' || n / 100 % ${seededAgents}, 'ticket.take', 'ticket', id::text, at from seed_tickets`,
    `insert into langgraph.checkpoints (tenant_id, thread_id, checkpoint_ns, checkpoint_id, checkpoint, metadata)
       select ${tenant}, id::text, '', id::text, '{"channel_versions": {}}', '{}' from seed_tickets where said`,
    `insert into langgraph.checkpoint_blobs (tenant_id, thread_id, checkpoint_ns, channel, version, type, blob)
       select ${tenant}, id::text, '', 'channel-' || c, '1', 'json', convert_to(question, 'utf8') from seed_tickets, generate_series(1, 6) c where said`,
  ];
}

/** Ten passages of thirty words per document. */
function library(tenant: string, { documents }: SeedSize): string[] {
  return [
    `create temp table seed_chunks as
       select d, c, document, version, gen_random_uuid() as id, pg_temp.words(30, d * 10 + c) as text
         from (select d, pg_temp.id_at(now() - interval '1 minute' * d) as document, gen_random_uuid() as version from generate_series(1, ${documents}) d) made,
              generate_series(1, 10) c`,
    `insert into documents (tenant_id, id, source, title, status, current_version_id, wanted_version_id)
       select distinct ${tenant}, document, 'seed-' || d || '.md', 'Handbook ' || d, 'ready', version, version from seed_chunks`,
    `insert into document_versions (tenant_id, id, document_id, version, content_hash, format, raw_text, chunk_count)
       select distinct ${tenant}, version, document, 1, 'hash-' || d, 'markdown', '', 10 from seed_chunks`,
    `insert into chunks (tenant_id, id, document_id, version_id, ordinal, heading, text)
       select ${tenant}, id, document, version, c, 'Part ' || c, text from seed_chunks`,
    `insert into chunk_terms (tenant_id, chunk_id, document_id, version_id, length, config) select ${tenant}, id, document, version, 30, 'english' from seed_chunks`,
    `insert into chunk_words (tenant_id, chunk_id, lexeme, count)
       select ${tenant}, id, word.lexeme, cardinality(word.positions) from seed_chunks, unnest(to_tsvector('english', text)) word`,
    `insert into jobs (tenant_id, id, kind, target_id, document_id, status, progress)
       select distinct on (document) ${tenant}, gen_random_uuid(), 'ingest', version, document, 'done', 1 from seed_chunks`,
  ];
}

/**
 * Adds agents' work to a tenant that `seedTenant` has filled: tickets were handed over, answered after some minutes and mostly resolved
 * after some hours; visitors ended others; some were rated; targets were met or missed.
 */
export async function seedPeople(client: Client, tenantId: string): Promise<void> {
  const tenant = `'${tenantId}'::uuid`;
  await client.query("begin; set local session_replication_role = replica; set local synchronous_commit = off");
  await client.query(`create temp table seed_people on commit drop as
    select id, number, status, assignee, last_sequence as base, created_at + interval '10 minutes' as given,
           (random() * 3600 + 20) * interval '1 second' as wait, (random() * 90000 + 600) * interval '1 second' as took
      from tickets where tenant_id = ${tenant} and message_count > 0 and created_at < now() - interval '4 days'`);
  const event = (place: number, type: string, { at, payload }: { at: string; payload: string }) =>
    `select ${tenant}, id, base + ${place}, gen_random_uuid(), null::uuid, '${type}', (${payload})::jsonb, ${at} from seed_people`;
  const withPeople = "status in ('pending_human', 'in_progress', 'resolved')";
  const over = "given + greatest(took, wait + interval '1 minute')";
  await client.query(`insert into ticket_events (tenant_id, ticket_id, sequence, event_id, turn_id, type, payload, created_at)
    ${event(1, "escalation", { at: "given", payload: `'{"reason": "low_grade", "ticket_number": 1, "content": ""}'` })} where ${withPeople}
    union all ${event(2, "owner", { at: "given", payload: `'{"owner": "human", "status": "pending_human"}'` })} where ${withPeople}
    union all ${event(4, "owner", { at: over, payload: "jsonb_build_object('owner', 'human', 'status', status, 'agent', assignee)" })} where status in ('resolved', 'closed')
    union all ${event(5, "owner", { at: `${over} + interval '2 days'`, payload: `'{"owner": "assistant", "status": "open"}'` })} where status = 'resolved' and number % 20 = 0`);
  await client.query(`insert into messages (tenant_id, id, ticket_id, sequence, role, content, agent, created_at)
    select ${tenant}, gen_random_uuid(), id, base + 3, 'agent', 'It was sent today.', coalesce(assignee, '{"id": "person-1", "name": "Agent 1"}'::jsonb), given + wait
      from seed_people where status in ('in_progress', 'resolved')`);
  await client.query(`insert into ticket_ratings (tenant_id, id, ticket_id, resolved_at, score, created_at)
    select ${tenant}, gen_random_uuid(), id, ${over}, 1 + number % 5, ${over} from seed_people where status in ('resolved', 'closed') and number % 3 = 0`);
  await client.query(`insert into service_clocks (tenant_id, ticket_id, kind, started_at, due_at, stopped_at, ended_as)
    select ${tenant}, id, 'first_answer', given, given + interval '30 minutes', given + wait, 'answered' from seed_people where status in ('in_progress', 'resolved')`);
  // Search indexing is not measured here; without this line the server would start with it.
  await client.query(`update tickets set indexed_messages = message_count where tenant_id = ${tenant}`);
  await client.query(`update visitors set is_indexed = true where tenant_id = ${tenant}`);
  await client.query("commit");
  await client.query("vacuum analyze");
}
