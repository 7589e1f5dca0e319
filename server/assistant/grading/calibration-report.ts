import type { CalibrationEffect, CalibrationReport, EvidenceKind } from "../../../protocol/admin-calibration.ts";
import type { DraftDecision, GradedAnswerRow } from "../store/graded-answers.ts";
import { evidenceOf, evidenceSays, type JudgedGrade } from "./evidence.ts";
import { fitScale } from "./fit-scale.ts";
import { calibratedScore, plainScale, type RawGrade, type Scale, type Strictness, thresholdFor } from "./scale.ts";
import { curveOf, effectOf, type GradedAnswer, lowestThreshold, offBy } from "./thresholds.ts";

/** Fewer labels, or fewer of a kind, are chance. */
const leastLabels = 30;
const leastOfAKind = 8;

interface Looked {
  tenantId: string;
  grader: string;
  days: number;
  answers: LabelledAnswer[];
  /** What counts for the tenant now. */
  strictness: Strictness;
  mostWrong: number;
}

/** An answer with what people's doings say about it, at most one thing. */
interface LabelledAnswer extends RawGrade {
  evidence: EvidenceKind | null;
}

/** Puts together what is known of each answer. What is vetoed is on no scale, so nothing is learnt from it. */
export function labelAnswers(rows: GradedAnswerRow[], decisions: DraftDecision[]): LabelledAnswer[] {
  const placeOf = (ticketId: string, at: Date | null) => `${ticketId} ${at?.getTime()}`;
  const decided = new Map(decisions.map((one) => [placeOf(one.ticket_id, one.decided_at), one.decision]));
  return rows.map(({ score, grader, is_vetoed, ticket_id, next_ended_at, ...facts }) => {
    const decision = decided.get(placeOf(ticket_id, next_ended_at)) ?? null;
    return { score, grader, is_vetoed, evidence: is_vetoed ? null : evidenceOf({ ...facts, decision }) };
  });
}

/** What a tenant's own answers say about its grades, and the scale and threshold that fit them. */
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
  // Without a threshold everything would go to people: 1 is above every grade of two digits.
  const effect = { slope, shift, threshold, ...effectOf(answers, threshold ?? 1), off_by: offBy(answers) };
  return { effect, curve: curveOf(answers) };
}

/** The answers as they are graded on a scale; on the plain one grades stay as they were given. */
function scaled(own: LabelledAnswer[], grader: string, scale: Scale): GradedAnswer[] {
  const calibration = scale === plainScale ? undefined : { grader, ...scale, threshold: 1, plain_threshold: 1 };
  return own.map((row) => ({
    score: calibratedScore(row, calibration),
    isVetoed: row.is_vetoed === true,
    judged: judgedGrade(row),
  }));
}

/** Null when nobody has said anything about the answer. */
function judgedGrade({ score, evidence }: LabelledAnswer): JudgedGrade | null {
  return evidence === null ? null : { score, ...evidenceSays[evidence] };
}

function countEvidence(own: LabelledAnswer[]): CalibrationReport["labels"]["by_evidence"] {
  const counts = new Map<EvidenceKind, number>();
  for (const { evidence } of own) if (evidence !== null) counts.set(evidence, (counts.get(evidence) ?? 0) + 1);
  // The keys of the record are the kinds.
  return (Object.keys(evidenceSays) as EvidenceKind[])
    .filter((evidence) => counts.has(evidence))
    .map((evidence) => ({ evidence, answers: counts.get(evidence) ?? 0, ...evidenceSays[evidence] }));
}

/** What is missing before anything can be fitted; null when nothing is. */
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
