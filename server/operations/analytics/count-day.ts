import type { AppliedCalibration } from "../../assistant/grading/scale.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { countAgents, countSpan, countTopics, listAmounts } from "../store/analytics-counts.ts";
import type { CountedDay } from "../store/analytics-days.ts";
import { histogramOf } from "./histogram.ts";
import { countTenths, judgeGrades } from "./judged-grades.ts";

/** A day of a zone that is to be counted. */
export interface DayToCount {
  day: string;
  zone: string;
  version: number;
  since: Date;
  until: Date;
  /** When nothing can change it any more. */
  closesAt: Date;
  calibration: AppliedCalibration | undefined;
}

/** Counts a whole day anew, from what stands in the tables now: doing it again gives the same. */
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
