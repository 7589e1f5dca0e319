import type { Calibration } from "../../../protocol/admin-calibration.ts";
import type { Grade } from "../../../protocol/messages.ts";
import { tierOf } from "./tier.ts";

/** A straight line on the log odds of a grade. */
export type Scale = Pick<Calibration, "slope" | "shift">;

/** Leaves grades as they are. */
export const plainScale: Scale = { slope: 1, shift: 0 };

/** A grade as its grader gave it. Stored with the answer: calibrations are fitted on these and never on calibrated ones. */
export interface RawGrade {
  score: number;
  /** Model and prompts that gave it. */
  grader: string;
  /** True for what is no answer at all, whatever else speaks for it; its score is on no scale. */
  is_vetoed?: boolean;
}

/** What decides whether a tenant's visitors are shown an answer. */
export interface Strictness {
  threshold: number;
  calibration?: AppliedCalibration | undefined;
}

/** The part of a calibration that turns need. */
export type AppliedCalibration = Pick<Calibration, "grader" | "slope" | "shift" | "threshold" | "plain_threshold">;

/** Grades have two digits, so nothing is surer or less sure than this. */
const surest = 0.99;
const leastSure = 0.01;

/** Log odds of a grade; 0 and 1 count as the least and the most that can be told apart. */
export function logOdds(score: number): number {
  const inside = Math.max(leastSure, Math.min(surest, score));
  return Math.log(inside / (1 - inside));
}

/** A grade on another scale, to two digits. */
export function onScale(score: number, { slope, shift }: Scale): number {
  const chance = 1 / (1 + Math.exp(-(slope * logOdds(score) + shift)));
  return Math.round(Math.max(leastSure, Math.min(surest, chance)) * 100) / 100;
}

/** A grade as the tenant's visitors and agents see it. What is vetoed is never lifted. */
export function calibratedScore(
  { score, grader, is_vetoed }: RawGrade,
  calibration: Strictness["calibration"],
): number {
  if (calibration === undefined || calibration.grader !== grader) return score;
  const scaled = onScale(score, calibration);
  return is_vetoed ? Math.min(score, scaled) : scaled;
}

/** A grader's result with the tenant's calibration, and with the grade as it was given beside it. */
export function calibrated<Result extends Grade & { is_vetoed?: boolean }>(
  result: Result,
  grader: string,
  { calibration }: Strictness,
): Result & { raw: RawGrade } {
  const raw = { score: result.score, grader, ...(result.is_vetoed ? { is_vetoed: true } : {}) };
  const score = calibratedScore(raw, calibration);
  return { ...result, score, tier: tierOf(score), raw };
}

/**
 * The lowest grade by this grader that is shown. A threshold that came with a calibration is one of its scale: grades of others are held to
 * the one before. One that was set by hand since then counts for all.
 */
export function thresholdFor(grader: string | undefined, { threshold, calibration }: Strictness): number {
  if (calibration === undefined || calibration.grader === grader || calibration.threshold !== threshold)
    return threshold;
  return calibration.plain_threshold;
}

/** Whether an answer may be shown: its grade reaches the tenant's threshold, and nothing vetoes it. */
export function isGoodEnough(
  { score, is_vetoed, raw }: { score: number; is_vetoed?: boolean; raw?: RawGrade },
  tenant: Strictness,
): boolean {
  return is_vetoed !== true && score >= thresholdFor(raw?.grader, tenant);
}
