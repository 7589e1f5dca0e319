import type { GradedAnswers } from "../../../protocol/admin-calibration.ts";
import type { TenantDeps } from "../../accounts/tenants/deps.ts";
import { loadTenant } from "../../accounts/tenants/load-tenant.ts";
import { withTenant } from "../../database/transaction.ts";
import { listDraftDecisions, listGradedAnswers, listQuestionsOf } from "../store/graded-answers.ts";
import { labelAnswers } from "./calibration-report.ts";
import { evidenceSays } from "./evidence.ts";
import { calibratedScore } from "./scale.ts";

/** Answers on which a threshold is tried: enough to show its effect, few enough to read. */
const lookedAtAnswers = 200;
const lookedAtDays = 180;

/**
 * The newest graded answers and drafts on the tenant's scale, newest first, with people's reactions, to show the effect of another
 * threshold. With a calibration, only answers of its grader, because a threshold is valid on one scale only.
 */
export function listJudgedAnswers(
  deps: Pick<TenantDeps, "db" | "graderFor">,
  tenantId: string,
): Promise<GradedAnswers> {
  const bounds = { days: lookedAtDays, limit: lookedAtAnswers };
  return withTenant(deps.db, tenantId, async (tx) => {
    const tenant = await loadTenant(tx);
    const calibration = tenant.calibration ?? undefined;
    const [rows, decisions] = await Promise.all([
      listGradedAnswers(tx, bounds),
      // A decision is made later than its answer, often after many others.
      listDraftDecisions(tx, { ...bounds, limit: 5_000 }),
    ]);
    const labelled = labelAnswers(rows, decisions);
    const questions = await listQuestionsOf(
      tx,
      rows.map(({ turn_id }) => turn_id),
    );
    const items = rows.flatMap((row, index) => {
      const question = questions.get(row.turn_id);
      if (!question || (calibration && calibration.grader !== row.grader)) return [];
      const evidence = labelled[index]?.evidence ?? null;
      return {
        ticket: { id: row.ticket_id, number: question.number },
        question: question.text,
        at: question.at.toISOString(),
        score: calibratedScore(row, calibration),
        is_vetoed: row.is_vetoed,
        was_shown: row.is_shown,
        evidence,
        is_right: evidence === null ? null : evidenceSays[evidence].right,
      };
    });
    return { threshold: tenant.threshold, items };
  });
}
