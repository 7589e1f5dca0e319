import { listTenants } from "../../accounts/store/tenants.ts";
import type { AppliedCalibration } from "../../assistant/grading/scale.ts";
import { runForEachTenant } from "../../core/for-each-tenant.ts";
import type { Logger } from "../../core/log.ts";
import { type Database, withLongLimits } from "../../database/database.ts";
import { type TenantTransaction, withSystem, withTenant } from "../../database/transaction.ts";
import { countAgents, countSpan, countTopics, listAmounts } from "../store/analytics-counts.ts";
import {
  type CountedDay,
  type DayState,
  findFirstMessage,
  hasNews,
  listDayStates,
  replaceDay,
} from "../store/analytics-days.ts";
import { findRetentionState } from "../store/retention-runs.ts";
import { addDays, calendarOf, closingOf, countingVersion, laterDay, type TenantCalendar } from "./calendar.ts";
import { histogramOf } from "./histogram.ts";
import { countTenths, judgeGrades } from "./judged-grades.ts";

/** A day to count, in a time zone. */
interface DayToCount {
  day: string;
  zone: string;
  version: number;
  since: Date;
  until: Date;
  /** Time after which the day's numbers can no longer change. */
  closesAt: Date;
  calibration: AppliedCalibration | undefined;
}

/** Counts a whole day from the present table rows. Safe to repeat: the same rows give the same numbers. */
export async function countDay(tx: TenantTransaction, wanted: DayToCount): Promise<CountedDay> {
  const { day, zone, version, since, until, closesAt, calibration } = wanted;
  const span = { since, until };
  const counts = await countSpan(tx, span);
  const scores = await listAmounts(tx, "rated", span);
  const judged = await judgeGrades(tx, span, { calibration, decidedUntil: closesAt });
  return {
    day,
    zone,
    version,
    isClosed: closesAt.getTime() <= Date.now(),
    numbers: {
      ...counts,
      ...judged,
      ratings: [1, 2, 3, 4, 5].map((score) => scores.filter((each) => each === score).length),
      given: countTenths(await listAmounts(tx, "answers", span)),
      first_answer: histogramOf(await listAmounts(tx, "first_answer", span)),
      resolution: histogramOf(await listAmounts(tx, "resolution", span)),
    },
    agents: await countAgents(tx, span),
    topics: await countTopics(tx, span),
  };
}

/** Events from this time before a count may have been committed after it, so the day is counted once more. */
const marginMs = 30_000;
/** Days before yesterday hardly change: only by a late rating or a ticket that continues. */
const olderDaysMs = 6 * 60 * 60_000;

interface Keeping {
  /** Maximum age of the numbers of today and yesterday, in ms. */
  freshMs: number;
  /** Maximum age of the numbers of earlier days that are still open, in ms. */
  olderMs?: number;
  /** Number of days to check, counted back from today; all days when missing. */
  days?: number;
  isStopped?: () => boolean;
}

/**
 * Counts the due days of a tenant, newest first, each in its own transaction. A day is due when it was never counted, was counted by other
 * rules or in another time zone, has had new events since, or reaches its end. Safe to run twice at once.
 * @returns the number of counted days.
 */
export async function keepDays(given: Database, tenantId: string, keeping: Keeping): Promise<number> {
  const { db } = withLongLimits({ db: given });
  const due = await withTenant(db, tenantId, (tx) => listDueDays(tx, keeping));
  let counted = 0;
  for (const day of due) {
    if (keeping.isStopped?.()) break;
    await withTenant(db, tenantId, (tx) => keepDay(tx, day));
    counted += 1;
  }
  return counted;
}

async function keepDay(tx: TenantTransaction, day: string): Promise<void> {
  const calendar = await calendarOf(tx);
  if (!calendar) return;
  const counted = await countDay(tx, {
    day,
    zone: calendar.zone,
    version: countingVersion,
    since: calendar.startOf(day),
    until: calendar.startOf(addDays(day, 1)),
    closesAt: closingOf(calendar, day),
    calibration: calendar.tenant.calibration ?? undefined,
  });
  await replaceDay(tx, counted);
}

/** Days that are due for counting, newest first. */
export async function listDueDays(tx: TenantTransaction, keeping: Keeping): Promise<string[]> {
  const { days } = keeping;
  const calendar = await calendarOf(tx);
  const first = calendar && (await findFirstMessage(tx));
  if (!calendar || !first) return [];
  const firstDay = calendar.dayAt(first);
  const earliest = days === undefined ? firstDay : addDays(calendar.today, 1 - days);
  const from = laterDay(earliest, firstDay);
  const states = new Map((await listDayStates(tx, from, calendar.today)).map((state) => [state.day, state]));
  const { removed_before: removedBefore } = (await findRetentionState(tx)) ?? {};
  const whole = removedBefore ? addDays(calendar.dayAt(removedBefore), 1) : from;
  const due: string[] = [];
  for (let day = calendar.today; day >= from; day = addDays(day, -1))
    // For a day counted before some of its rows were deleted, only the old count remains, so it is not counted again.
    if ((day >= whole || !states.has(day)) && (await isDue(tx, calendar, { day, state: states.get(day), keeping })))
      due.push(day);
  return due;
}

async function isDue(
  tx: TenantTransaction,
  calendar: TenantCalendar,
  { day, state, keeping }: { day: string; state: DayState | undefined; keeping: Keeping },
): Promise<boolean> {
  if (!state || state.zone !== calendar.zone || state.version < countingVersion) return true;
  if (state.is_closed) return false;
  const now = Date.now();
  if (closingOf(calendar, day).getTime() <= now) return true;
  const isRecent = day >= addDays(calendar.today, -1);
  const counted = state.counted_at.getTime();
  if (counted > now - (isRecent ? keeping.freshMs : (keeping.olderMs ?? olderDaysMs))) return false;
  return hasNews(tx, new Date(counted - marginMs));
}

/** Interval between counts, in ms. A request for analytics counts today's numbers itself, so no reader waits for this. */
const pollMs = 10 * 60_000;

interface WatchDeps {
  db: Database;
  log: Logger;
}

/**
 * Counts the days of all tenants now and at intervals: all past days in the first run, later only changed days. Returns a function that
 * stops it.
 */
export function watchDays({ db, log }: WatchDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, atOnceFirst: true, log, failed: "Updating daily analytics failed" },
    async () => {
      const tenants = await withSystem(db, "list-tenants-to-count", listTenants);
      return tenants.map(({ tenantId }) => tenantId);
    },
    // Days that fail are due again in the next run.
    (tenantId, isStopped) => keepDays(db, tenantId, { freshMs: pollMs, isStopped }),
  );
}
