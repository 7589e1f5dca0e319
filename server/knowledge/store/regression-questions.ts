import type { RegressionExpected, RegressionOrigin, SaidBefore } from "../../../protocol/regression.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface RegressionRow {
  id: string;
  question: string;
  history: SaidBefore[];
  expected: RegressionExpected;
  origin: RegressionOrigin;
  ticket_id: string | null;
  ticket_number: number | null;
  gap_id: string | null;
  person_name: string;
  created_at: Date;
  updated_at: Date;
}

export interface NewRegressionRow extends Pick<RegressionRow, "id" | "question" | "history" | "expected" | "origin"> {
  ticketId: string | null;
  gapId: string | null;
  person: { id: string; name: string };
}

const select = `select r.id, r.question, r.history, r.expected, r.origin, r.ticket_id, t.number as ticket_number, r.gap_id, r.person_name,
    r.created_at, r.updated_at
  from regression_questions r left join tickets t on t.tenant_id = r.tenant_id and t.id = r.ticket_id`;

/** Newest first; `before` is the id of the last one seen. */
export async function listRegressionQuestions(
  tx: TenantTransaction,
  query: { before: string | null; limit: number; q?: string | undefined },
): Promise<RegressionRow[]> {
  const { rows } = await tx.query<RegressionRow>(
    `${select} where ($1::uuid is null or r.id < $1) and ($3::text is null or position(lower($3) in lower(r.question)) > 0)
      order by r.id desc limit $2`,
    [query.before, query.limit, query.q || null],
  );
  return rows;
}

export async function findRegressionQuestion(tx: TenantTransaction, id: string): Promise<RegressionRow | undefined> {
  const { rows } = await tx.query<RegressionRow>(`${select} where r.id = $1`, [id]);
  return rows[0];
}

export async function countRegressionQuestions(tx: TenantTransaction): Promise<number> {
  const { rows } = await tx.query<{ count: number }>("select count(*)::int as count from regression_questions");
  return rows[0]?.count ?? 0;
}

/** One that asks the same, word for word, after the same talk. */
export async function findSameRegressionQuestion(
  tx: TenantTransaction,
  { question, history, notId }: Pick<RegressionRow, "question" | "history"> & { notId?: string },
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from regression_questions
      where lower(question) = lower($1) and history = $2::jsonb and ($3::uuid is null or id <> $3) limit 1`,
    [question, JSON.stringify(history), notId ?? null],
  );
  return rows[0]?.id;
}

/** Those of the questions that are kept already, without anything said before them, as they were given. */
export async function findSameQuestions(tx: TenantTransaction, questions: string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ question: string }>(
    `select given.question from unnest($1::text[]) as given (question)
      where lower(given.question) in (select lower(question) from regression_questions where history = '[]'::jsonb)`,
    [questions],
  );
  return new Set(rows.map(({ question }) => question));
}

/** One statement for all of them. */
export async function insertRegressionQuestions(tx: TenantTransaction, rows: NewRegressionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into regression_questions (tenant_id, id, question, history, expected, origin, ticket_id, gap_id, person_id, person_name)
     select $1, r.id, r.question, r.history, r.expected, r.origin, r.ticket_id, r.gap_id, r.person_id, r.person_name
       from jsonb_to_recordset($2::jsonb) as r (id uuid, question text, history jsonb, expected jsonb, origin text, ticket_id uuid,
            gap_id uuid, person_id text, person_name text)`,
    [
      tx.tenantId,
      JSON.stringify(
        rows.map(({ id, question, history, expected, origin, ticketId, gapId, person }) => ({
          id,
          question,
          history,
          expected,
          origin,
          ticket_id: ticketId,
          gap_id: gapId,
          person_id: person.id,
          person_name: person.name,
        })),
      ),
    ],
  );
}

/** What is left undefined stays. */
export async function updateRegressionQuestion(
  tx: TenantTransaction,
  id: string,
  change: Partial<Pick<RegressionRow, "question" | "history" | "expected">>,
): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await tx.query(
    `update regression_questions set question = coalesce($2, question), history = coalesce($3::jsonb, history),
            expected = coalesce($4::jsonb, expected), updated_at = now() where id = $1`,
    [id, change.question ?? null, json(change.history), json(change.expected)],
  );
}

export async function deleteRegressionQuestion(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from regression_questions where id = $1", [id]);
  return (rowCount ?? 0) > 0;
}

/** Titles of documents by their ids. */
export async function findTitles(tx: TenantTransaction, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; title: string }>(
    "select id, title from documents where id = any($1::uuid[])",
    [ids],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** The ticket that the most typical question of a gap was asked in; undefined: there is no such gap. */
export async function findTicketOfGap(
  tx: TenantTransaction,
  gapId: string,
): Promise<{ ticketId: string | null } | undefined> {
  const { rows } = await tx.query<{ ticket_id: string | null }>(
    `select (select q.ticket_id from gap_questions q where q.gap_id = g.id order by q.is_typical desc, q.asked_at desc limit 1) as ticket_id
       from gaps g where g.id = $1`,
    [gapId],
  );
  return rows[0] && { ticketId: rows[0].ticket_id };
}
