import { evidenceOf, evidenceSays } from "../../assistant/grading/evidence.ts";
import { type AppliedCalibration, calibratedScore } from "../../assistant/grading/scale.ts";
import { listDraftDecisionsOf, listSaidAnswers, type SaidAnswerRow } from "../../assistant/store/graded-answers.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { DayNumbers } from "../store/analytics-days.ts";
import type { Span } from "../store/analytics-sources.ts";

type JudgedGrades = Pick<DayNumbers, "held" | "right" | "wrong" | "edited">;

const hourMs = 60 * 60_000;

/**
 * How visitors and agents judged the graded answers and drafts of a time span, by tenths of the reported grade. Only clear evidence counts:
 * a draft sent unchanged, replaced or given a hint; an answer liked or disliked. A visitor who asks for the team or leaves is too weak as
 * evidence (grading/evidence.ts).
 * @param decidedUntil end of the search for decisions about drafts.
 */
export async function judgeGrades(
  tx: TenantTransaction,
  span: Span,
  { calibration, decidedUntil }: { calibration: AppliedCalibration | undefined; decidedUntil: Date },
): Promise<JudgedGrades> {
  const rows = await listSaidAnswers(tx, span);
  const bins = { held: tenths(), right: tenths(), wrong: tenths(), edited: tenths() };
  if (rows.length === 0) return bins;
  // A decision's id may be created a moment before or after its time.
  const until = new Date(decidedUntil.getTime() + hourMs);
  const decisions = await listDraftDecisionsOf(tx, { since: new Date(span.since.getTime() - hourMs), until });
  const placeOf = (ticketId: string, at: Date | null) => `${ticketId} ${at?.getTime()}`;
  const decided = new Map(decisions.map((one) => [placeOf(one.ticket_id, one.decided_at), one.decision]));
  for (const row of rows) {
    const place = tenthOf(gradeOf(row, calibration));
    const decision = decided.get(placeOf(row.ticket_id, row.next_ended_at)) ?? null;
    if (!row.is_shown) add(bins.held, place);
    if (!row.is_shown && decision === "edited") add(bins.edited, place);
    const evidence = evidenceOf({ ...row, decision });
    if (evidence === null || evidenceSays[evidence].weight < 1) continue;
    add(evidenceSays[evidence].right ? bins.right : bins.wrong, place);
  }
  return bins;
}

/** Counts grades by tenths. */
export function countTenths(grades: readonly number[]): number[] {
  const bins = tenths();
  for (const grade of grades) add(bins, tenthOf(grade));
  return bins;
}

/** The grade as reported. A draft's reported grade is not stored, so it is computed again from the stored score. */
function gradeOf({ said, score, grader, is_vetoed }: SaidAnswerRow, calibration: AppliedCalibration | undefined) {
  return said ?? (grader === null ? score : calibratedScore({ score, grader, is_vetoed }, calibration));
}

function tenths(): number[] {
  return Array<number>(10).fill(0);
}

function tenthOf(grade: number): number {
  // Adds 0.0001 because 0.7 is slightly below seven tenths in binary.
  return Math.max(0, Math.min(9, Math.floor(grade * 10 + 1e-4)));
}

function add(bins: number[], place: number): void {
  bins[place] = (bins[place] ?? 0) + 1;
}
