import type {
  CalibrationChange,
  CalibrationReport,
  CalibrationState,
  GradedAnswers,
} from "../../../protocol/admin-calibration.ts";
import type { Ask } from "../ui/api-call.ts";

/** The calibration that is set, and what would fit. */
export type CalibrationRead = CalibrationState & { report: CalibrationReport };

/** @param mostWrong share of wrong answers among those given that is put up with, 0..1. */
export function readCalibration(ask: Ask, mostWrong: number, signal: AbortSignal): Promise<CalibrationRead> {
  return ask<CalibrationRead>(`/calibration?most_wrong=${mostWrong}`, { signal });
}

export function applyCalibration(ask: Ask, mostWrong: number): Promise<CalibrationChange> {
  return ask<CalibrationChange>("/calibration", { method: "POST", body: { most_wrong: mostWrong } });
}

export function undoCalibration(ask: Ask): Promise<CalibrationChange> {
  return ask<CalibrationChange>("/calibration", { method: "DELETE" });
}

export function readGradedAnswers(ask: Ask, signal: AbortSignal): Promise<GradedAnswers> {
  return ask<GradedAnswers>("/calibration/answers", { signal });
}
