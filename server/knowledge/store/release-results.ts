import type { RegressionExpected, SaidBefore } from "../../../protocol/regression.ts";
import type {
  ReleaseResultQuery,
  ReleaseSums,
  Replayed,
  Verdict,
  VerdictReason,
} from "../../../protocol/release-runs.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A question of a run that is still to be asked. */
export interface OpenQuestionRow {
  place: number;
  question: string;
  history: SaidBefore[];
  locale: string | null;
  expected: RegressionExpected | null;
}

/** A question of a run with what came of it. */
export interface ReleaseResultRow extends OpenQuestionRow {
  ticket_id: string | null;
  regression_id: string | null;
  before: Replayed;
  after: Replayed;
  verdict: Verdict;
  reasons: VerdictReason[];
  failed: { before: string[]; after: string[] } | null;
}

export interface NewReleaseQuestion extends Omit<OpenQuestionRow, "place"> {
  ticket_id: string | null;
  regression_id: string | null;
}

/** The questions of a run, in the order in which they are asked. */
export async function insertReleaseQuestions(
  tx: TenantTransaction,
  runId: string,
  questions: readonly NewReleaseQuestion[],
): Promise<void> {
  await tx.query(
    `insert into release_results (tenant_id, run_id, place, ticket_id, regression_id, question, history, locale, expected)
     select $1, $2, q.place, q.ticket_id, q.regression_id, q.question, q.history, q.locale, q.expected
       from rows from (jsonb_to_recordset($3::jsonb)
              as (ticket_id uuid, regression_id uuid, question text, history jsonb, locale text, expected jsonb))
            with ordinality as q(ticket_id, regression_id, question, history, locale, expected, place)`,
    [tx.tenantId, runId, JSON.stringify(questions)],
  );
}

/** The next questions that have not been asked, but those that somebody asks just now. */
export async function listOpenQuestions(
  tx: TenantTransaction,
  runId: string,
  { limit, but }: { limit: number; but: readonly number[] },
): Promise<OpenQuestionRow[]> {
  const { rows } = await tx.query<OpenQuestionRow>(
    `select place, question, history, locale, expected from release_results
      where run_id = $1 and verdict is null and place <> all($3::int[]) order by place limit $2`,
    [runId, limit, but],
  );
  return rows;
}

/** Keeps what came of a question, once: whoever asked it at the same time comes too late. */
export async function updateReleaseResult(
  tx: TenantTransaction,
  runId: string,
  result: { place: number } & Pick<ReleaseResultRow, "before" | "after" | "verdict" | "reasons" | "failed">,
): Promise<void> {
  await tx.query(
    `update release_results set before = $3, after = $4, verdict = $5, reasons = $6, failed = $7, done_at = now()
      where run_id = $1 and place = $2 and verdict is null`,
    [
      runId,
      result.place,
      JSON.stringify(result.before),
      JSON.stringify(result.after),
      result.verdict,
      JSON.stringify(result.reasons),
      result.failed === null ? null : JSON.stringify(result.failed),
    ],
  );
}

/** Where a result stands among the others: what is worse first, what needs a look next, what is the same last; within that as it was asked. */
const standing = "array_position(array['worse', 'unclear', 'better', 'same'], verdict) * 1000000 + place";

/** What was asked and how it came out, from one on; what is worse first. */
export async function listReleaseResults(
  tx: TenantTransaction,
  runId: string,
  { verdict, kind, cursor, limit }: ReleaseResultQuery,
): Promise<(ReleaseResultRow & { standing: number })[]> {
  const { rows } = await tx.query<ReleaseResultRow & { standing: number }>(
    `select ${standing} as standing, place, question, history, locale, expected, ticket_id, regression_id, before, after, verdict, reasons,
            failed
       from release_results
      where run_id = $1 and ${standing} > $2 and verdict is not null and ($3::text is null or verdict = $3)
        and ($4::text is null or (expected is not null) = ($4 = 'regression'))
      order by standing limit $5`,
    [runId, cursor, verdict ?? null, kind ?? null, limit],
  );
  return rows;
}

export interface ReleaseCountsRow {
  questions: number;
  regression_questions: number;
  done: number;
  failing: number;
  same: number;
  better: number;
  worse: number;
  unclear: number;
  before: ReleaseSums;
  after: ReleaseSums;
}

const sums = (side: "before" | "after") => `jsonb_build_object(
    'answered', count(*) filter (where ${side} ->> 'outcome' = 'answered'),
    'grade', avg((${side} #>> '{grade,score}')::float8),
    'median_ms', coalesce(percentile_cont(0.5) within group (order by (${side} ->> 'ms')::float8), 0),
    'p95_ms', coalesce(percentile_cont(0.95) within group (order by (${side} ->> 'ms')::float8), 0),
    'cost_usd', case when count(*) filter (where jsonb_typeof(${side} -> 'cost_usd') = 'null') = 0
                     then coalesce(sum((${side} ->> 'cost_usd')::float8), 0) end)`;

/** What came of a run so far. */
export async function countReleaseResults(tx: TenantTransaction, runId: string): Promise<ReleaseCountsRow> {
  const { rows } = await tx.query<ReleaseCountsRow>(
    `select count(*)::int as questions, count(expected)::int as regression_questions, count(verdict)::int as done,
            count(*) filter (where jsonb_array_length(failed -> 'after') > 0)::int as failing,
            count(*) filter (where verdict = 'same')::int as same, count(*) filter (where verdict = 'better')::int as better,
            count(*) filter (where verdict = 'worse')::int as worse, count(*) filter (where verdict = 'unclear')::int as unclear,
            ${sums("before")} as before, ${sums("after")} as after
       from release_results where run_id = $1`,
    [runId],
  );
  const row = rows[0];
  if (!row) throw new Error("counting the results of a run returned nothing");
  return row;
}
