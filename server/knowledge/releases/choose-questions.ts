import { maxRegressionQuestions } from "../../../protocol/regression.ts";
import { listRealQuestions } from "../../assistant/store/real-questions.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { NewGateQuestion } from "../store/gate-results.ts";
import { listRegressionQuestions } from "../store/regression-questions.ts";

/** Real questions that are looked through for different ones. */
const lookedThrough = 5;

/** All regression questions, then the last real ones that differ; what was asked twice in the same words is asked once. */
export async function chooseQuestions(tx: TenantTransaction, wanted: number): Promise<NewGateQuestion[]> {
  const kept = await listRegressionQuestions(tx, { before: null, limit: maxRegressionQuestions });
  const chosen: NewGateQuestion[] = kept.map(({ id, question, history, expected, ticket_id }) => ({
    ticket_id,
    regression_id: id,
    question,
    history,
    locale: null,
    expected,
  }));
  const known = new Set(chosen.filter(({ history }) => history.length === 0).map(({ question }) => keyOf(question)));
  const real = wanted === 0 ? [] : await listRealQuestions(tx, wanted * lookedThrough);
  let count = 0;
  for (const { ticket_id, question, understood, history, locale } of real) {
    if (count >= wanted) break;
    if (known.has(keyOf(understood))) continue;
    known.add(keyOf(understood));
    count += 1;
    chosen.push({ ticket_id, regression_id: null, question, history, locale, expected: null });
  }
  return chosen;
}

function keyOf(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
