import type { TenantTransaction } from "../../database/transaction.ts";

/** How often each bucket of a histogram was met, by its number; what is missing was not. */
export type Histogram = Record<string, number>;

/** Everything that is counted of a day. Parts of a day or days add up field by field. */
export interface DayNumbers {
  tickets: number;
  answers: number;
  cached: number;
  /** Cached answers that their visitor disliked. */
  wrong_hits: number;
  /** Answers after which the visitor opened a related section. */
  corrections: number;
  liked: number;
  disliked: number;
  escalated: number;
  ended: number;
  /** Ended, and not gone on within a week. */
  resolved: number;
  sla_met: number;
  sla_missed: number;
  model_calls: number;
  unpriced_calls: number;
  cost_micros: number;
  /** Scores 1 to 5. */
  ratings: number[];
  /** Grades of answers that were given, and of drafts that went to a person, in tenths. */
  given: number[];
  held: number[];
  /** What people made of graded answers, by tenths of the grade. */
  right: number[];
  wrong: number[];
  edited: number[];
  /** Seconds (server/operations/analytics/histogram.ts). */
  first_answer: Histogram;
  resolution: Histogram;
}

export interface AgentDay {
  agent_id: string;
  answers: number;
  tickets: number;
  resolved: number;
}

export interface TopicDay {
  kind: "label" | "set";
  topic: string;
  tickets: number;
}

/** A day as it was counted. */
export interface CountedDay {
  day: string;
  zone: string;
  version: number;
  numbers: DayNumbers;
  agents: AgentDay[];
  topics: TopicDay[];
  isClosed: boolean;
}

/** What is known of a day that was counted. */
export interface DayState {
  day: string;
  zone: string;
  version: number;
  counted_at: Date;
  is_closed: boolean;
}

/** Days that were counted, with what they hold, oldest first. */
export async function listDayNumbers(
  tx: TenantTransaction,
  { from, to, zone, version }: { from: string; to: string; zone: string; version: number },
): Promise<{ day: string; numbers: DayNumbers; is_closed: boolean }[]> {
  const { rows } = await tx.query<{ day: string; numbers: DayNumbers; is_closed: boolean }>(
    `select day::text as day, numbers, is_closed from analytics_days
      where day between $1::date and $2::date and zone = $3 and version >= $4 order by day`,
    [from, to, zone, version],
  );
  return rows;
}

/** When and by what rules days were counted. */
export async function listDayStates(tx: TenantTransaction, from: string, to: string): Promise<DayState[]> {
  const { rows } = await tx.query<DayState>(
    `select day::text as day, zone, version, counted_at, is_closed from analytics_days
      where day between $1::date and $2::date order by day`,
    [from, to],
  );
  return rows;
}

/** Stores a day in place of what was counted of it before. */
export async function replaceDay(tx: TenantTransaction, counted: CountedDay): Promise<void> {
  const { day, zone, version, numbers, agents, topics, isClosed } = counted;
  await tx.query(
    `insert into analytics_days (tenant_id, day, zone, version, numbers, is_closed) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, day) do update
        set zone = excluded.zone, version = excluded.version, numbers = excluded.numbers, is_closed = excluded.is_closed, counted_at = now()`,
    [tx.tenantId, day, zone, version, JSON.stringify(numbers), isClosed],
  );
  await tx.query("delete from analytics_agents where day = $1", [day]);
  await tx.query("delete from analytics_topics where day = $1", [day]);
  await tx.query(
    `insert into analytics_agents (tenant_id, day, agent_id, answers, tickets, resolved)
     select $1, $2, agent_id, answers, tickets, resolved
       from jsonb_to_recordset($3::jsonb) as a(agent_id text, answers int, tickets int, resolved int)`,
    [tx.tenantId, day, JSON.stringify(agents)],
  );
  await tx.query(
    `insert into analytics_topics (tenant_id, day, kind, topic, tickets)
     select $1, $2, kind, topic, tickets from jsonb_to_recordset($3::jsonb) as t(kind text, topic text, tickets int)`,
    [tx.tenantId, day, JSON.stringify(topics)],
  );
}

/** When somebody first wrote to the tenant; null: nobody has yet. */
export async function findFirstMessage(tx: TenantTransaction): Promise<Date | null> {
  const { rows } = await tx.query<{ created_at: Date }>("select created_at from messages order by created_at limit 1");
  return rows[0]?.created_at ?? null;
}

/** Whether anything that is counted has happened since then: one look into an index each. */
export async function hasNews(tx: TenantTransaction, since: Date): Promise<boolean> {
  const { rows } = await tx.query<{ has: boolean }>(
    `select exists (select from messages where created_at >= $1)
         or exists (select from ticket_events where created_at >= $1 and type in ('escalation', 'owner'))
         or exists (select from feedback where created_at >= $1)
         or exists (select from ticket_ratings where created_at >= $1)
         or exists (select from model_calls where created_at >= $1 and not is_dry_run)
         or exists (select from service_clocks where due_at >= $1 and due_at <= now() and due_at is not null) as has`,
    [since],
  );
  return rows[0]?.has ?? false;
}

/** How much each agent did in a time, most answers first. */
export async function sumAgentDays(
  tx: TenantTransaction,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<AgentDay[]> {
  const { rows } = await tx.query<AgentDay>(
    `select agent_id, sum(answers)::int as answers, sum(tickets)::int as tickets, sum(resolved)::int as resolved
       from analytics_agents where day between $1::date and $2::date
      group by agent_id order by 2 desc, 4 desc, agent_id limit $3`,
    [from, to, limit],
  );
  return rows;
}

/** Topics of each day with the names they have now; a label that was deleted is none any more. */
export async function listTopicDays(
  tx: TenantTransaction,
  { from, to }: { from: string; to: string },
): Promise<(TopicDay & { day: string; name: string })[]> {
  const { rows } = await tx.query<TopicDay & { day: string; name: string }>(
    `select t.day::text as day, t.kind, t.topic, t.tickets, coalesce(l.name, t.topic) as name
       from analytics_topics t left join labels l on t.kind = 'label' and l.id::text = t.topic
      where t.day between $1::date and $2::date and (t.kind = 'set' or l.id is not null) order by t.day`,
    [from, to],
  );
  return rows;
}
