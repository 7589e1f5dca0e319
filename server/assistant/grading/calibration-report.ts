import type { CalibrationEffect, CalibrationReport, EvidenceKind } from "../../../protocol/admin-calibration.ts";
import type { DraftDecision, GradedAnswerRow } from "../store/graded-answers.ts";
import { evidenceOf, evidenceSays, type JudgedGrade } from "./evidence.ts";
import { fitScale } from "./fit-scale.ts";
import { calibratedScore, plainScale, type RawGrade, type Scale, type Strictness, thresholdFor } from "./scale.ts";
import { curveOf, effectOf, type GradedAnswer, lowestThreshold, offBy } from "./thresholds.ts";

/** With fewer labels, or fewer of one kind, the result is chance. */
const leastLabels = 30;
const leastOfAKind = 8;

interface Looked {
  tenantId: string;
  grader: string;
  days: number;
  answers: LabelledAnswer[];
  /** The tenant's current threshold and calibration. */
  strictness: Strictness;
  mostWrong: number;
}

/** An answer with at most one piece of evidence from people's reactions. */
interface LabelledAnswer extends RawGrade {
  evidence: EvidenceKind | null;
}

/** Combines the facts about each answer. A vetoed answer is on no scale, so nothing is learned from it. */
export function labelAnswers(rows: GradedAnswerRow[], decisions: DraftDecision[]): LabelledAnswer[] {
  const placeOf = (ticketId: string, at: Date | null) => `${ticketId} ${at?.getTime()}`;
  const decided = new Map(decisions.map((one) => [placeOf(one.ticket_id, one.decided_at), one.decision]));
  return rows.map(({ score, grader, is_vetoed, ticket_id, next_ended_at, ...facts }) => {
    const decision = decided.get(placeOf(ticket_id, next_ended_at)) ?? null;
    return { score, grader, is_vetoed, evidence: is_vetoed ? null : evidenceOf({ ...facts, decision }) };
  });
}

/** Evaluates a tenant's grades on its own answers, and fits a scale and a threshold. */
export function reportOn({ tenantId, grader, days, answers, strictness, mostWrong }: Looked): CalibrationReport {
  const own = answers.filter((answer) => answer.grader === grader);
  const judged = own.flatMap((answer) => judgedGrade(answer) ?? []);
  const labels = {
    right: judged.filter(({ right }) => right).length,
    wrong: judged.filter(({ right }) => !right).length,
    by_evidence: countEvidence(own),
  };
  const isCalibrated = strictness.calibration?.grader === grader;
  const nowScale = (isCalibrated ? strictness.calibration : undefined) ?? plainScale;
  const now = look(own, { grader, scale: nowScale, threshold: thresholdFor(grader, strictness) });
  const tooFew = tooFewLabels(labels, answers.length - own.length);
  const proposed = tooFew === null ? propose(own, { grader, judged, mostWrong }) : null;
  return {
    tenant_id: tenantId,
    grader,
    days,
    answers: own.length,
    other_answers: answers.length - own.length,
    labels,
    most_wrong: mostWrong,
    now: now.effect,
    proposed: proposed?.effect ?? null,
    refusal: tooFew ?? (proposed?.effect.threshold === null ? noThreshold(mostWrong) : null),
    curve: now.curve.map((band, index) => ({
      from: index / now.curve.length,
      to: (index + 1) / now.curve.length,
      now: band,
      proposed: proposed?.curve[index] ?? null,
    })),
  };
}

function propose(
  own: LabelledAnswer[],
  { grader, judged, mostWrong }: { grader: string; judged: JudgedGrade[]; mostWrong: number },
) {
  const scale = fitScale(judged);
  const threshold = lowestThreshold(scaled(own, grader, scale), mostWrong);
  return look(own, { grader, scale, threshold });
}

function look(
  own: LabelledAnswer[],
  { grader, scale, threshold }: { grader: string; scale: Scale; threshold: number | null },
): { effect: CalibrationEffect; curve: ReturnType<typeof curveOf> } {
  const answers = scaled(own, grader, scale);
  const { slope, shift } = scale;
  // Without a threshold every ticket would be handed over: 1 is above every two-digit grade.
  const effect = { slope, shift, threshold, ...effectOf(answers, threshold ?? 1), off_by: offBy(answers) };
  return { effect, curve: curveOf(answers) };
}

/** The answers with their grades on a scale; on the plain scale, grades stay unchanged. */
function scaled(own: LabelledAnswer[], grader: string, scale: Scale): GradedAnswer[] {
  const calibration = scale === plainScale ? undefined : { grader, ...scale, threshold: 1, plain_threshold: 1 };
  return own.map((row) => ({
    score: calibratedScore(row, calibration),
    isVetoed: row.is_vetoed === true,
    judged: judgedGrade(row),
  }));
}

/** Null when there is no evidence about the answer. */
function judgedGrade({ score, evidence }: LabelledAnswer): JudgedGrade | null {
  return evidence === null ? null : { score, ...evidenceSays[evidence] };
}

function countEvidence(own: LabelledAnswer[]): CalibrationReport["labels"]["by_evidence"] {
  const counts = new Map<EvidenceKind, number>();
  for (const { evidence } of own) if (evidence !== null) counts.set(evidence, (counts.get(evidence) ?? 0) + 1);
  // The keys of the record are the kinds of evidence.
  return (Object.keys(evidenceSays) as EvidenceKind[])
    .filter((evidence) => counts.has(evidence))
    .map((evidence) => ({ evidence, answers: counts.get(evidence) ?? 0, ...evidenceSays[evidence] }));
}

/** Reason why nothing can be fitted yet; null when there are enough labels. */
function tooFewLabels({ right, wrong }: { right: number; wrong: number }, others: number): string | null {
  const missing = [
    right < leastOfAKind ? `${leastOfAKind - right} more correct ones` : "",
    wrong < leastOfAKind ? `${leastOfAKind - wrong} more wrong ones` : "",
  ].filter((part) => part !== "");
  if (missing.length === 0 && right + wrong < leastLabels) missing.push(`${leastLabels - right - wrong} more`);
  if (missing.length === 0) return null;
  const elsewhere = others === 0 ? "" : ` ${others} answers by other models are not counted.`;
  return `Calibration needs ${leastLabels} rated answers, at least ${leastOfAKind} correct and ${leastOfAKind} wrong. So far: ${right} correct, ${wrong} wrong. Missing: ${missing.join(" and ")}.${elsewhere}`;
}

function noThreshold(mostWrong: number): string {
  return `No threshold keeps the share of wrong answers at or below ${Math.round(mostWrong * 1000) / 10} %. Allow a higher share, or improve the documents first.`;
}
