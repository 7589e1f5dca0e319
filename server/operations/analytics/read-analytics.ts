import {
  type Analytics,
  type AnalyticsPoint,
  type AnalyticsQuery,
  type AnalyticsStep,
  type AnalyticsTopic,
  type AnalyticsValues,
  defaultAnalyticsDays,
  type GradeBin,
} from "../../../protocol/admin-analytics.ts";
import { namesOf } from "../../accounts/people/agent-names.ts";
import type { TenantDeps } from "../../accounts/tenants/deps.ts";
import { AppError } from "../../core/errors.ts";
import { withLongLimits } from "../../database/database.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import {
  type DayNumbers,
  findFirstMessage,
  listDayNumbers,
  listTopicDays,
  sumAgentDays,
  type TopicDay,
} from "../store/analytics-days.ts";
import {
  addDays,
  calendarOf,
  closesAfterDays,
  countingVersion,
  daysBetween,
  laterDay,
  type Period,
  periodBefore,
  stepsOf,
  type TenantCalendar,
  usualStep,
} from "./calendar.ts";
import { quantile } from "./histogram.ts";
import { keepDays } from "./keep-days.ts";
import { addNumbers, noNumbers } from "./numbers.ts";

/** Numbers of today and yesterday are counted again when they are older than this, in ms. */
const freshMs = 60_000;
/** Most agents listed for a period: more than a team reads one by one. */
const mostAgents = 100;

/** Analytics of a period and of the period before. @throws AppError `invalid_request` for a period that has not begun. */
export async function readAnalytics(deps: TenantDeps, tenantId: string, query: AnalyticsQuery): Promise<Analytics> {
  await keepDays(deps.db, tenantId, { freshMs, days: 2 });
  const read = await withTenant(withLongLimits(deps).db, tenantId, (tx) => readCounted(tx, query));
  // After the transaction, because names are in platform tables.
  const names = await namesOf(deps, tenantId, read.agents);
  return { ...read, agents: read.agents.map((agent) => ({ ...agent, name: names.get(agent.id) ?? null })) };
}

/** The days that a query selects. @throws AppError `invalid_request`. */
export function periodOf({ today }: Pick<TenantCalendar, "today">, { from, to, days }: AnalyticsQuery): Period {
  if (from === undefined || to === undefined)
    return { from: addDays(today, 1 - (days ?? defaultAnalyticsDays)), to: today };
  if (from > today) throw new AppError("invalid_request", "The period is in the future. Choose an earlier one.");
  return { from, to: laterDay(to, today) === today ? to : today };
}

/** The calendar of the transaction's tenant. @throws AppError `not_found` when the tenant does not exist any more. */
export async function requireCalendar(tx: TenantTransaction): Promise<TenantCalendar> {
  const calendar = await calendarOf(tx);
  if (!calendar) throw new AppError("not_found", "Not found. Check the URL.");
  return calendar;
}

async function readCounted(tx: TenantTransaction, query: AnalyticsQuery) {
  const calendar = await requireCalendar(tx);
  const { zone, today } = calendar;
  const period = periodOf(calendar, query);
  const before = periodBefore(period);
  const step = query.step ?? usualStep(period);
  const counted = await listDayNumbers(tx, { from: before.from, to: period.to, zone, version: countingVersion });
  const days = new Map(counted.map(({ day, numbers }) => [day, numbers]));
  const parts = partsOf(days, period, step);
  const partsBefore = partsOf(days, before, step);
  const all = sumOf(parts);
  return {
    ...period,
    before,
    zone,
    today,
    step,
    uncounted_days: (await countDays(tx, calendar, { from: before.from, to: period.to })) - counted.length,
    open_from: counted.find(({ is_closed }) => !is_closed)?.day ?? addDays(today, -closesAfterDays),
    values: valuesOf(all),
    values_before: valuesOf(sumOf(partsBefore)),
    points: pointsOf(parts),
    points_before: pointsOf(partsBefore),
    grades: gradeBinsOf(all),
    scores: all.ratings,
    agents: await readAgents(tx, period, before),
    topics: topicsOf(await listTopicDays(tx, { from: before.from, to: period.to }), stepsOf(period, step)),
  };
}

/** Days on which events are possible: none before the first message. */
async function countDays(tx: TenantTransaction, calendar: TenantCalendar, { from, to }: Period): Promise<number> {
  const first = await findFirstMessage(tx);
  if (!first) return 0;
  const firstDay = calendar.dayAt(first);
  return Math.max(0, daysBetween(laterDay(firstDay, from), to));
}

interface Part extends Period {
  numbers: DayNumbers;
}

function partsOf(days: ReadonlyMap<string, DayNumbers>, period: Period, step: AnalyticsStep): Part[] {
  return stepsOf(period, step).map((part) => ({ ...part, numbers: sumDays(days, part) }));
}

function pointsOf(parts: readonly Part[]): AnalyticsPoint[] {
  return parts.map(({ from, to, numbers }) => ({ from, to, values: valuesOf(numbers) }));
}

function sumOf(parts: readonly Part[]): DayNumbers {
  return parts.reduce((sum, { numbers }) => addNumbers(sum, numbers), noNumbers());
}

function sumDays(days: ReadonlyMap<string, DayNumbers>, { from, to }: Period): DayNumbers {
  const sum = noNumbers();
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const numbers = days.get(day);
    if (numbers) addNumbers(sum, numbers);
  }
  return sum;
}

async function readAgents(tx: TenantTransaction, period: Period, before: Period) {
  const now = await sumAgentDays(tx, { ...period, limit: mostAgents });
  const then = await sumAgentDays(tx, { ...before, limit: mostAgents });
  const answersBefore = new Map(then.map(({ agent_id, answers }) => [agent_id, answers]));
  return now.map(({ agent_id: id, ...load }) => ({ id, ...load, answers_before: answersBefore.get(id) ?? 0 }));
}

/** Most topic lines that a chart keeps readable. */
const mostTopics = 20;

/** Each topic with its tickets per part of the period and in the period before, most frequent first. */
function topicsOf(
  days: readonly (TopicDay & { day: string; name: string })[],
  parts: readonly Period[],
): AnalyticsTopic[] {
  const topics = new Map<string, AnalyticsTopic>();
  for (const { kind, topic, name, day, tickets } of days) {
    const key = `${kind} ${topic}`;
    const known = topics.get(key) ?? {
      kind,
      id: topic,
      name,
      tickets: 0,
      tickets_before: 0,
      points: parts.map(() => 0),
    };
    topics.set(key, known);
    const place = parts.findIndex(({ from, to }) => day >= from && day <= to);
    if (place === -1) known.tickets_before += tickets;
    else {
      known.tickets += tickets;
      known.points[place] = (known.points[place] ?? 0) + tickets;
    }
  }
  return [...topics.values()]
    .filter(({ tickets }) => tickets > 0)
    .sort((a, b) => b.tickets - a.tickets || a.name.localeCompare(b.name))
    .slice(0, mostTopics);
}

/** The displayed values of the counted numbers. */
function valuesOf(numbers: DayNumbers): AnalyticsValues {
  const { answers, cached, wrong_hits, sla_met, sla_missed, ratings, cost_micros, resolved, given } = numbers;
  const rated = sum(ratings);
  const { proven, silent, returned, handed_over } = numbers;
  const conversations = proven + silent + returned + handed_over;
  return {
    tickets: numbers.tickets,
    proven,
    silent,
    returned,
    handed_over,
    resolution_least: shareOf(proven, conversations),
    resolution_most: shareOf(proven + silent, conversations),
    held_out: numbers.held_out,
    held_out_return_rate: shareOf(numbers.held_out_returned, numbers.held_out),
    held_out_ratings: numbers.held_out_ratings,
    held_out_csat: shareOf(numbers.held_out_satisfied, numbers.held_out_ratings),
    assisted: numbers.assisted,
    assisted_return_rate: shareOf(numbers.assisted_returned, numbers.assisted),
    assisted_ratings: numbers.assisted_ratings,
    assisted_csat: shareOf(numbers.assisted_satisfied, numbers.assisted_ratings),
    answers,
    escalated: numbers.escalated,
    ended: numbers.ended,
    resolved,
    first_answer_median: quantile(numbers.first_answer, 0.5),
    first_answer_p90: quantile(numbers.first_answer, 0.9),
    resolution_median: quantile(numbers.resolution, 0.5),
    resolution_p90: quantile(numbers.resolution, 0.9),
    sla_met,
    sla_missed,
    sla_share: shareOf(sla_met, sla_met + sla_missed),
    cached,
    cache_hit_rate: shareOf(cached, answers),
    wrong_hits,
    wrong_hit_rate: shareOf(wrong_hits, cached),
    corrections: numbers.corrections,
    liked: numbers.liked,
    disliked: numbers.disliked,
    // The middle of each tenth represents its answers.
    grade_mean: shareOf(sum(given.map((count, bin) => count * (bin + 0.5))) / 10, sum(given)),
    ratings: rated,
    csat: shareOf((ratings[3] ?? 0) + (ratings[4] ?? 0), rated),
    cost_micros,
    cost_per_answer: shareOf(cost_micros, answers),
    cost_per_resolution: shareOf(cost_micros, resolved),
    unpriced_calls: numbers.unpriced_calls,
  };
}

/** Answers by tenths of their grade. */
function gradeBinsOf({ given, held, right, wrong, edited }: DayNumbers): GradeBin[] {
  return given.map((count, bin) => ({
    from: bin / 10,
    given: count,
    held: held[bin] ?? 0,
    right: right[bin] ?? 0,
    wrong: wrong[bin] ?? 0,
    edited: edited[bin] ?? 0,
  }));
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
