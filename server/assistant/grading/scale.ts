import type { Calibration } from "../../../protocol/admin-calibration.ts";
import type { Grade } from "../../../protocol/messages.ts";
import { tierOf } from "./tier.ts";

/** A linear function of a grade's log odds. */
export type Scale = Pick<Calibration, "slope" | "shift">;

/** Leaves grades as they are. */
export const plainScale: Scale = { slope: 1, shift: 0 };

/** A grade before calibration. Stored with the answer: calibrations are fitted on these grades, never on calibrated ones. */
export interface RawGrade {
  score: number;
  /** Model and prompts of the grade. */
  grader: string;
  /** True for a text that is not an answer, whatever its other qualities; its score is on no scale. */
  is_vetoed?: boolean;
}

/** Decides whether an answer is shown to a tenant's visitors. */
export interface Strictness {
  threshold: number;
  calibration?: AppliedCalibration | undefined;
}

/** The part of a calibration for turns. */
export type AppliedCalibration = Pick<Calibration, "grader" | "slope" | "shift" | "threshold" | "plain_threshold">;

/** Grades have two digits, so no confidence is higher or lower. */
const surest = 0.99;
const leastSure = 0.01;

/** Log odds of a grade; 0 and 1 count as the lowest and highest possible grade. */
export function logOdds(score: number): number {
  const inside = Math.max(leastSure, Math.min(surest, score));
  return Math.log(inside / (1 - inside));
}

/** Converts a grade to another scale, with two digits. */
export function onScale(score: number, { slope, shift }: Scale): number {
  const chance = 1 / (1 + Math.exp(-(slope * logOdds(score) + shift)));
  return Math.round(Math.max(leastSure, Math.min(surest, chance)) * 100) / 100;
}

/** The grade shown to the tenant's visitors and agents. A vetoed grade is never raised. */
export function calibratedScore(
  { score, grader, is_vetoed }: RawGrade,
  calibration: Strictness["calibration"],
): number {
  if (calibration === undefined || calibration.grader !== grader) return score;
  const scaled = onScale(score, calibration);
  return is_vetoed ? Math.min(score, scaled) : scaled;
}

/** A grader's result with the calibrated grade, and the original one in `raw`. */
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
 * The lowest grade of this grader that is shown. A calibration's threshold is valid on its scale: grades of other graders are compared with
 * the previous threshold. A threshold that was set manually since then applies to all.
 */
export function thresholdFor(grader: string | undefined, { threshold, calibration }: Strictness): number {
  if (calibration === undefined || calibration.grader === grader || calibration.threshold !== threshold)
    return threshold;
  return calibration.plain_threshold;
}

/** True when an answer may be shown: its grade reaches the tenant's threshold, and it is not vetoed. */
export function isGoodEnough(
  { score, is_vetoed, raw }: { score: number; is_vetoed?: boolean; raw?: RawGrade },
  tenant: Strictness,
): boolean {
  return is_vetoed !== true && score >= thresholdFor(raw?.grader, tenant);
}
