import { sql } from "kysely";
import {
  type PreviousAnswer,
  type RegressionExpected,
  type RegressionOrigin,
  regressionQuestionSchema,
} from "../../../protocol/regression.ts";
import { json } from "../../database/column-types.ts";
import { countAll, now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export type RegressionRow = NonNullable<Awaited<ReturnType<typeof findRegressionQuestion>>>;

export interface NewRegressionRow {
  id: string;
  question: string;
  history: PreviousAnswer[];
  expected: RegressionExpected;
  origin: RegressionOrigin;
  ticketId: string | null;
  gapId: string | null;
  person: { id: string; name: string };
}

const questions = query
  .selectFrom("regression_questions as r")
  .leftJoin("tickets as t", "t.id", "r.ticket_id")
  .select(["r.id", "r.question", "r.history", "r.expected", "r.origin", "r.ticket_id", "t.number as ticket_number"])
  .select(["r.gap_id", "r.person_name", "r.created_at", "r.updated_at"]);

const jsonColumns = regressionQuestionSchema.pick({ history: true, expected: true });
const parsed = <Row extends object>(row: Row) => ({ ...row, ...jsonColumns.parse(row) });

/** Lists test questions, newest first. @param page.before id of the last question of the previous page */
export async function listRegressionQuestions(
  tx: TenantTransaction,
  { before, limit, q }: { before: string | null; limit: number; q?: string | undefined },
): Promise<RegressionRow[]> {
  let found = questions.orderBy("r.id", "desc").limit(limit);
  if (before !== null) found = found.where("r.id", "<", before);
  if (q) found = found.where(sql<boolean>`position(lower(${q}) in lower(r.question)) > 0`);
  return (await tx.all(found)).map(parsed);
}

export async function findRegressionQuestion(tx: TenantTransaction, id: string) {
  const row = await tx.first(questions.where("r.id", "=", id));
  return row && parsed(row);
}

export async function countRegressionQuestions(tx: TenantTransaction): Promise<number> {
  return (await tx.first(query.selectFrom("regression_questions").select(countAll.as("count"))))?.count ?? 0;
}

/** Returns the id of a question with the same text after the same messages. */
export async function findSameRegressionQuestion(
  tx: TenantTransaction,
  { question, history, notId }: { question: string; history: PreviousAnswer[]; notId?: string },
): Promise<string | undefined> {
  const same = query
    .selectFrom("regression_questions")
    .select("id")
    .where(sql<boolean>`lower(question) = lower(${question}) and history = ${json(history)}::jsonb`)
    .limit(1);
  return (await tx.first(notId === undefined ? same : same.where("id", "<>", notId)))?.id;
}

/** Returns the questions that are already stored without messages before them. */
export async function findSameQuestions(tx: TenantTransaction, given: string[]): Promise<Set<string>> {
  const rows = await tx.all(
    sql<{ question: string }>`
      select given.question from unnest(${given}::text[]) as given (question)
       where lower(given.question) in (select lower(question) from regression_questions where history = '[]'::jsonb)`,
  );
  return new Set(rows.map(({ question }) => question));
}

/** Stores all questions with one statement. */
export async function insertRegressionQuestions(tx: TenantTransaction, rows: NewRegressionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(
    sql`
      insert into regression_questions (tenant_id, id, question, history, expected, origin, ticket_id, gap_id, person_id, person_name)
      select ${tx.tenantId}, r.id, r.question, r.history, r.expected, r.origin, r."ticketId", r."gapId", r.person ->> 'id', r.person ->> 'name'
        from jsonb_to_recordset(${json(rows)}::jsonb) as r (id uuid, question text, history jsonb, expected jsonb, origin text,
             "ticketId" uuid, "gapId" uuid, person jsonb)`,
  );
}

/** Undefined fields keep their value. */
export async function updateRegressionQuestion(
  tx: TenantTransaction,
  id: string,
  { question, history, expected }: Partial<Pick<RegressionRow, "question" | "history" | "expected">>,
): Promise<void> {
  await tx.run(
    query
      .updateTable("regression_questions")
      .set({ question, history: history && json(history), expected: expected && json(expected), updated_at: now })
      .where("id", "=", id),
  );
}

export async function deleteRegressionQuestion(tx: TenantTransaction, id: string): Promise<boolean> {
  return (await tx.run(query.deleteFrom("regression_questions").where("id", "=", id))) > 0;
}

/** The ticket of a gap's most typical question. @returns undefined when the gap does not exist */
export function findTicketOfGap(
  tx: TenantTransaction,
  gapId: string,
): Promise<{ ticketId: string | null } | undefined> {
  return tx.first(
    query
      .selectFrom("gaps as g")
      .select(({ selectFrom }) =>
        selectFrom("gap_questions as q")
          .select("q.ticket_id")
          .whereRef("q.gap_id", "=", "g.id")
          .orderBy("q.is_typical", "desc")
          .orderBy("q.asked_at", "desc")
          .limit(1)
          .as("ticketId"),
      )
      .where("g.id", "=", gapId),
  );
}
