import { z } from "zod";
import type {
  CalibrationChange,
  CalibrationEffect,
  CalibrationReport,
  CalibrationState,
  EvidenceKind,
} from "../../../protocol/admin-calibration.ts";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import {
  applyCalibration,
  proposeCalibration,
  readCalibration,
  undoCalibration,
} from "../../../server/assistant/grading/calibration.ts";
import { columns } from "../columns.ts";
import { defineTenantCommand } from "../command.ts";

const args = z.strictObject({
  tenant: z.string(),
  action: z.enum(["propose", "apply", "undo", "show"]),
  mostWrong: z.number().min(0).max(1).optional(),
});
type Args = z.infer<typeof args>;

type Result =
  | ({ action: "propose" } & CalibrationReport)
  | ({ action: "apply"; report: CalibrationReport } & CalibrationChange)
  | ({ action: "undo" } & CalibrationChange)
  | ({ action: "show" } & CalibrationState);

/** `parley calibrate --tenant T`: fits the confidence scale and threshold of a tenant to people's ratings of its answers. */
export const calibrateCommand = defineTenantCommand<Args, Result>({
  name: "calibrate",
  args,
  run: async (ctx, { tenantId, action, mostWrong }) => {
    const tenants = ctx.http.tenants;
    if (action === "show") return { action, ...(await readCalibration(tenants, tenantId)) };
    if (action === "undo") return { action, ...(await undoCalibration(tenants, operator, tenantId)) };
    if (action === "apply") return { action, ...(await applyCalibration(tenants, operator, { tenantId, mostWrong })) };
    return { action, ...(await proposeCalibration(tenants, { tenantId, mostWrong })) };
  },
  render: (result) => {
    if (result.action === "show") return stateText(result);
    if (result.action === "undo") return changeText(result);
    if (result.action === "apply") return `${reportText(result.report)}\n\n${changeText(result)}`;
    const isPossible = result.refusal === null;
    return `${reportText(result)}\n\n${isPossible ? "Nothing has changed yet. Run again with --apply to apply it; --undo reverts it later." : result.refusal}`;
  },
  isFailure: (result) => result.action === "propose" && result.refusal !== null,
});

const evidenceText: Record<EvidenceKind, string> = {
  draft_approved: "drafts sent unchanged",
  draft_replaced: "drafts replaced by an agent's answer",
  hint_given: "drafts returned with guidance",
  thumb_up: "thumbs up",
  thumb_down: "thumbs down",
  asked_for_person: "visitors who then asked for the team",
  ended_content: "tickets that ended with the answer",
};

function reportText({
  grader,
  days,
  answers,
  other_answers,
  labels,
  curve,
  now,
  proposed,
  most_wrong,
}: CalibrationReport) {
  const others = other_answers === 0 ? "" : ` (${other_answers} graded by other models are not counted)`;
  const evidence = labels.by_evidence.map((one) => [
    `  ${one.answers}`,
    one.right ? "correct" : "wrong",
    `x ${one.weight}`,
    evidenceText[one.evidence],
  ]);
  return [
    `${answers} answers graded by ${grader} in the last ${days} days${others}`,
    `rated by feedback and agents' actions: ${labels.right} correct, ${labels.wrong} wrong`,
    ...(evidence.length > 0 ? [columns(evidence)] : []),
    "",
    curveText(curve),
    "",
    effectText({ now, proposed, most_wrong }),
  ].join("\n");
}

/** The share of right answers of each band as a bar: the better the grades, the more of it is the band's own grade. */
function curveText(curve: CalibrationReport["curve"]): string {
  const head = ["confidence", "answers now", "rated", "correct", "calibrated", "rated", "correct", ""];
  const rows = curve.map(({ from, to, now, proposed }) => [
    `${from.toFixed(1)}-${to.toFixed(1)}`,
    String(now.answers),
    String(now.labelled),
    percent(now.right),
    proposed === null ? "-" : String(proposed.answers),
    proposed === null ? "-" : String(proposed.labelled),
    percent(proposed?.right ?? null),
    "█".repeat(Math.round(((proposed ?? now).right ?? 0) * barWidth)),
  ]);
  return columns([head, ...rows]);
}

const barWidth = 20;

function effectText({ now, proposed, most_wrong }: Pick<CalibrationReport, "now" | "proposed" | "most_wrong">): string {
  const row = (name: string, effect: CalibrationEffect) => [
    name,
    String(effect.slope),
    String(effect.shift),
    effect.threshold === null ? "-" : String(effect.threshold),
    String(effect.shown),
    String(effect.to_person),
    percent(effect.wrong_of_shown),
    effect.off_by === null ? "-" : effect.off_by.toFixed(2),
  ];
  const head = ["", "slope", "shift", "threshold", "shown", "handed over", "wrong among shown", "confidence error"];
  const rows = [row("now", now), ...(proposed === null ? [] : [row(`at most ${percent(most_wrong)} wrong`, proposed)])];
  return columns([head, ...rows]);
}

function stateText({ calibration, is_at_work, threshold, grader }: CalibrationState): string {
  if (calibration === null)
    return `No calibration is set. Confidence is used unchanged; the threshold is ${threshold}.`;
  const { slope, shift, labels, applied_at } = calibration;
  const set = `slope ${slope}, shift ${shift}, threshold ${calibration.threshold}, for confidence rated by ${calibration.grader},
  based on ${labels.right} correct and ${labels.wrong} wrong answers, applied ${applied_at}`;
  return is_at_work
    ? `Active: ${set}${threshold === calibration.threshold ? "" : `\n  the threshold was later set to ${threshold} by hand`}`
    : `Inactive, because ${grader} now rates confidence: ${set}\n  the threshold is ${threshold}; calibrate again for this model`;
}

function changeText(change: CalibrationChange): string {
  if (!change.changed) return "Nothing changed. This calibration is already active.";
  return `Threshold ${change.former_threshold} -> ${change.threshold}\n${stateText(change)}`;
}

function percent(share: number | null): string {
  return share === null ? "-" : `${Math.round(share * 1000) / 10} %`;
}
