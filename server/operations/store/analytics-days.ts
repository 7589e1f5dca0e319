import { type SqlBool, sql } from "kysely";
import { json } from "../../database/column-types.ts";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Number of values per bucket, by the bucket's number; empty buckets are left out. */
export type Histogram = Record<string, number>;

/** All numbers of a day. Numbers of several days, or of parts of a day, add up field by field. */
export interface DayNumbers {
  tickets: number;
  /** Outcomes of the conversations that began on this day. */
  proven: number;
  silent: number;
  returned: number;
  handed_over: number;
  /** Hold-outs, and conversations of the same draw that the assistant got: all, and those that came back, were rated, and were rated well. */
  held_out: number;
  held_out_returned: number;
  held_out_ratings: number;
  held_out_satisfied: number;
  assisted: number;
  assisted_returned: number;
  assisted_ratings: number;
  assisted_satisfied: number;
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
  /** Ended, and not reopened within a week. */
  resolved: number;
  sla_met: number;
  sla_missed: number;
  model_calls: number;
  unpriced_calls: number;
  cost_micros: number;
  /** Scores 1 to 5. */
  ratings: number[];
  /** Grades in tenths: of sent answers, and of drafts of tickets that were handed over. */
  given: number[];
  held: number[];
  /** Results of graded answers, as agents judged them, by tenths of the grade. */
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

/** A counted day. `isClosed`: it is not counted again. */
export interface CountedDay {
  day: string;
  zone: string;
  version: number;
  numbers: DayNumbers;
  agents: AgentDay[];
  topics: TopicDay[];
  isClosed: boolean;
}

/** How and when a day was counted. */
export type DayState = Awaited<ReturnType<typeof listDayStates>>[number];

const between = (column: "day" | "t.day", from: string, to: string) =>
  sql<SqlBool>`${sql.ref(column)} between ${from}::date and ${to}::date`;
const dayText = sql<string>`day::text`.as("day");
const days = (from: string, to: string) =>
  query
    .selectFrom("analytics_days")
    .select(dayText)
    .where(between("day", from, to))
    .orderBy("day");

/** Numbers of counted days, oldest first. */
export function listDayNumbers(
  tx: TenantTransaction,
  { from, to, zone, version }: { from: string; to: string; zone: string; version: number },
): Promise<{ day: string; numbers: DayNumbers; is_closed: boolean }[]> {
  const counted = days(from, to).where("zone", "=", zone).where("version", ">=", version);
  // Not parsed: only replaceDay writes these rows, and a report reads up to two years of them.
  return tx.all(counted.select(["numbers", "is_closed"]).$narrowType<{ numbers: DayNumbers }>());
}

export function listDayStates(tx: TenantTransaction, from: string, to: string) {
  return tx.all(days(from, to).select(["zone", "version", "counted_at", "is_closed"]));
}

/** Stores a day, replacing an earlier count. */
export async function replaceDay(tx: TenantTransaction, counted: CountedDay): Promise<void> {
  const { day, zone, version, numbers, agents, topics, isClosed } = counted;
  const row = { zone, version, numbers: json(numbers), is_closed: isClosed };
  await tx.run(
    query
      .insertInto("analytics_days")
      .values({ tenant_id: tx.tenantId, day, ...row })
      .onConflict((conflict) => conflict.columns(["tenant_id", "day"]).doUpdateSet({ ...row, counted_at: now })),
  );
  await tx.run(query.deleteFrom("analytics_agents").where(between("day", day, day)));
  await tx.run(query.deleteFrom("analytics_topics").where(between("day", day, day)));
  await tx.run(sql`
    insert into analytics_agents (tenant_id, day, agent_id, answers, tickets, resolved)
    select ${tx.tenantId}, ${day}, agent_id, answers, tickets, resolved
      from jsonb_to_recordset(${json(agents)}::jsonb) as a(agent_id text, answers int, tickets int, resolved int)`);
  await tx.run(sql`
    insert into analytics_topics (tenant_id, day, kind, topic, tickets)
    select ${tx.tenantId}, ${day}, kind, topic, tickets
      from jsonb_to_recordset(${json(topics)}::jsonb) as t(kind text, topic text, tickets int)`);
}

/** Time of the tenant's first message. */
export async function findFirstMessage(tx: TenantTransaction): Promise<Date | null> {
  const messages = query.selectFrom("messages").select("created_at").orderBy("created_at").limit(1);
  return (await tx.first(messages))?.created_at ?? null;
}

/** Whether anything was added since then that a day counts. Reads one index entry per table. */
export async function hasNews(tx: TenantTransaction, since: Date): Promise<boolean> {
  const row = await tx.first(sql<{ has: boolean }>`
    select exists (select from messages where created_at >= ${since})
        or exists (select from ticket_events where created_at >= ${since} and type in ('escalation', 'owner'))
        or exists (select from feedback where created_at >= ${since})
        or exists (select from ticket_ratings where created_at >= ${since})
        or exists (select from model_calls where created_at >= ${since} and not is_dry_run)
        or exists (select from service_clocks where due_at >= ${since} and due_at <= now() and due_at is not null) as has`);
  return row?.has ?? false;
}

/** Sums per agent, most answers first. */
export function sumAgentDays(
  tx: TenantTransaction,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<AgentDay[]> {
  const sum = (column: "answers" | "tickets" | "resolved") => sql<number>`sum(${sql.ref(column)})::int`.as(column);
  return tx.all(
    query
      .selectFrom("analytics_agents")
      .select(["agent_id", sum("answers"), sum("tickets"), sum("resolved")])
      .where(between("day", from, to))
      .groupBy("agent_id")
      .orderBy(sql`2`, "desc")
      .orderBy(sql`4`, "desc")
      .orderBy("agent_id")
      .limit(limit),
  );
}

/** Topics per day with their current names; deleted labels are left out. */
export function listTopicDays(
  tx: TenantTransaction,
  { from, to }: { from: string; to: string },
): Promise<(TopicDay & { day: string; name: string })[]> {
  return tx.all(
    query
      .selectFrom("analytics_topics as t")
      .leftJoin("labels as l", (join) =>
        join.on("t.kind", "=", "label").on(sql<string>`l.id::text`, "=", sql.ref("t.topic")),
      )
      .select([sql<string>`t.day::text`.as("day"), "t.kind", "t.topic", "t.tickets"])
      .select(({ fn, ref }) => fn.coalesce("l.name", ref("t.topic")).as("name"))
      .where(between("t.day", from, to))
      .where(({ eb, or }) => or([eb("t.kind", "=", "set"), eb("l.id", "is not", null)]))
      .orderBy("t.day"),
  );
}
