import { sql } from "kysely";
import {
  type PreviousAnswer,
  type RegressionExpected,
  regressionExpectedSchema,
} from "../../../protocol/regression.ts";
import {
  type ReleaseResult,
  type ReleaseResultQuery,
  type ReleaseSums,
  releaseResultSchema,
} from "../../../protocol/release-runs.ts";
import { json } from "../../database/column-types.ts";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A question of a run that has not been asked yet. */
export type OpenQuestionRow = Awaited<ReturnType<typeof listOpenQuestions>>[number];

export interface NewReleaseQuestion {
  ticket_id: string | null;
  regression_id: string | null;
  question: string;
  history: PreviousAnswer[];
  locale: string | null;
  expected: RegressionExpected | null;
}

const askedColumns = releaseResultSchema
  .pick({ history: true })
  .extend({ expected: regressionExpectedSchema.nullable() });
const resultColumns = askedColumns.extend(
  releaseResultSchema.pick({ before: true, after: true, verdict: true, reasons: true, failed: true }).shape,
);

/** Stores the questions of a run in the order in which they are asked. */
export async function insertReleaseQuestions(
  tx: TenantTransaction,
  runId: string,
  questions: readonly NewReleaseQuestion[],
): Promise<void> {
  await tx.run(
    sql`
      insert into release_results (tenant_id, run_id, place, ticket_id, regression_id, question, history, locale, expected)
      select ${tx.tenantId}, ${runId}, q.place, q.ticket_id, q.regression_id, q.question, q.history, q.locale, q.expected
        from rows from (jsonb_to_recordset(${json(questions)}::jsonb)
               as (ticket_id uuid, regression_id uuid, question text, history jsonb, locale text, expected jsonb))
             with ordinality as q(ticket_id, regression_id, question, history, locale, expected, place)`,
  );
}

/** The next questions without a result. @param page.but positions of questions that are being asked */
export async function listOpenQuestions(
  tx: TenantTransaction,
  runId: string,
  { limit, but }: { limit: number; but: readonly number[] },
) {
  const rows = await tx.all(
    query
      .selectFrom("release_results")
      .select(["place", "question", "history", "locale", "expected"])
      .where("run_id", "=", runId)
      .where("verdict", "is", null)
      .where(sql<boolean>`place <> all(${but}::int[])`)
      .orderBy("place")
      .limit(limit),
  );
  return rows.map((row) => ({ ...row, ...askedColumns.parse(row) }));
}

/** Stores the result of a question, unless it already has one. */
export async function updateReleaseResult(
  tx: TenantTransaction,
  runId: string,
  result: Pick<ReleaseResult, "place" | "before" | "after" | "verdict" | "reasons" | "failed">,
): Promise<void> {
  const { place, before, after, verdict, reasons, failed } = result;
  await tx.run(
    query
      .updateTable("release_results")
      .set({
        before: json(before),
        after: json(after),
        verdict,
        reasons: json(reasons),
        failed: failed && json(failed),
        done_at: now,
      })
      .where("run_id", "=", runId)
      .where("place", "=", place)
      .where("verdict", "is", null),
  );
}

/** The position of a result in the list: worse, unclear, better, same; within a verdict in the order of the questions. */
const standing = sql<number>`array_position(array['worse', 'unclear', 'better', 'same'], verdict) * 1000000 + place`;

/** Results after a position in the list. */
export async function listReleaseResults(
  tx: TenantTransaction,
  runId: string,
  { verdict, kind, cursor, limit }: ReleaseResultQuery,
) {
  let found = query
    .selectFrom("release_results")
    .select(["place", "question", "history", "locale", "expected", "ticket_id", "regression_id", "before", "after"])
    .select(["verdict", "reasons", "failed", standing.as("standing")])
    .where("run_id", "=", runId)
    .where(standing, ">", cursor)
    .where("verdict", "is not", null)
    .orderBy("standing")
    .limit(limit);
  if (verdict !== undefined) found = found.where("verdict", "=", verdict);
  if (kind !== undefined) found = found.where("expected", kind === "regression" ? "is not" : "is", null);
  return (await tx.all(found)).map((row) => ({ ...row, ...resultColumns.parse(row) }));
}

interface ReleaseCounts {
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

const sums = (side: "before" | "after") => sql`jsonb_build_object(
    'answered', count(*) filter (where ${sql.ref(side)} ->> 'outcome' = 'answered'),
    'grade', avg((${sql.ref(side)} #>> '{grade,score}')::float8),
    'median_ms', coalesce(percentile_cont(0.5) within group (order by (${sql.ref(side)} ->> 'ms')::float8), 0),
    'p95_ms', coalesce(percentile_cont(0.95) within group (order by (${sql.ref(side)} ->> 'ms')::float8), 0),
    'cost_usd', case when count(*) filter (where jsonb_typeof(${sql.ref(side)} -> 'cost_usd') = 'null') = 0
                     then coalesce(sum((${sql.ref(side)} ->> 'cost_usd')::float8), 0) end)`;

/** The counts of a run's results. */
export async function countReleaseResults(tx: TenantTransaction, runId: string): Promise<ReleaseCounts> {
  const row = await tx.first(
    sql<ReleaseCounts>`
      select count(*)::int as questions, count(expected)::int as regression_questions, count(verdict)::int as done,
             count(*) filter (where jsonb_array_length(failed -> 'after') > 0)::int as failing,
             count(*) filter (where verdict = 'same')::int as same, count(*) filter (where verdict = 'better')::int as better,
             count(*) filter (where verdict = 'worse')::int as worse, count(*) filter (where verdict = 'unclear')::int as unclear,
             ${sums("before")} as before, ${sums("after")} as after
        from release_results where run_id = ${runId}`,
  );
  if (!row) throw new Error("counting the results of a run returned nothing");
  return row;
}
