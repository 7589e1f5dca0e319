import { sql } from "kysely";
import { z } from "zod";
import { type GapAnswered, type GapStatus, gapAnsweredSchema, gapCauseSchema } from "../../../protocol/admin-gaps.ts";
import { json } from "../../database/column-types.ts";
import { anyOf, countAll, now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/**
 * A gap with its most typical question. `causes` counts questions per cause. `answer_count` counts the questions that an agent has
 * answered.
 */
export type GapRow = NonNullable<Awaited<ReturnType<typeof findGap>>>;

const ofGap = query.selectFrom("gap_questions as q").where("q.gap_id", "=", sql.ref<string>("g.id"));
const typical = ofGap.select("q.question").orderBy("q.is_typical", "desc").orderBy("q.asked_at", "desc").limit(1);

/** Leaves out gaps without questions. A gap loses its questions when all its tickets are deleted. The next run deletes the gap. */
const gaps = query
  .selectFrom("gaps as g")
  .innerJoinLateral(typical.as("typical"), (join) => join.onTrue())
  .innerJoinLateral(
    ofGap
      .select([
        sql<number>`count(distinct q.ticket_id)::int`.as("ticket_count"),
        sql<number>`count(q.answer_id)::int`.as("answer_count"),
      ])
      .as("counted"),
    (join) => join.onTrue(),
  )
  .leftJoin("snippets as s", "s.id", "g.snippet_id")
  .select(["g.id", "g.status", "typical.question", "g.question_count", "g.cost", "g.first_asked_at", "g.last_asked_at"])
  .select(["g.opened_at", "g.closed_at", "g.answered", "g.ignored", "s.id as snippet_id", "s.status as snippet_state"])
  .select(["counted.ticket_count", "counted.answer_count"])
  .select(
    sql<unknown>`coalesce((select jsonb_object_agg(cause, count) from (
      select cause, count(*) as count from gap_questions q, jsonb_array_elements_text(q.causes) cause
       where q.gap_id = g.id group by cause) causes), '{}')`.as("causes"),
  );

const jsonColumns = z.object({
  answered: gapAnsweredSchema.nullable(),
  ignored: z.object({ id: z.string(), name: z.string(), at: z.string() }).nullable(),
  causes: z.partialRecord(gapCauseSchema, z.number()),
});
const parsed = <Row extends object>(row: Row) => ({ ...row, ...jsonColumns.parse(row) });

/** Lists gaps, most expensive first. @param page.before cost and id of the last gap of the previous page */
export async function listGaps(
  tx: TenantTransaction,
  page: { status: GapStatus; before: { cost: number; id: string } | null; limit: number },
): Promise<GapRow[]> {
  const { status, before, limit } = page;
  let found = gaps.where("g.status", "=", status).orderBy("g.cost", "desc").orderBy("g.id", "desc").limit(limit);
  if (before)
    found = found.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("g.cost", "g.id"), "<", tuple(before.cost, before.id)),
    );
  return (await tx.all(found)).map(parsed);
}

export async function findGap(tx: TenantTransaction, id: string) {
  const row = await tx.first(gaps.where("g.id", "=", id));
  return row && parsed(row);
}

/** Number of gaps per status, and number of questions that are in no gap. */
export async function countGaps(
  tx: TenantTransaction,
): Promise<{ counts: Partial<Record<GapStatus, number>>; singles: number }> {
  const rows = await tx.all(
    query
      .selectFrom("gaps as g")
      .select(["g.status", countAll.as("count")])
      .where(({ exists }) => exists(ofGap))
      .groupBy("g.status"),
  );
  const singles = await tx.first(
    query.selectFrom("gap_questions").select(countAll.as("count")).where("gap_id", "is", null),
  );
  return { counts: Object.fromEntries(rows.map(({ status, count }) => [status, count])), singles: singles?.count ?? 0 };
}

/** Questions with agents' answers. */
const questions = query
  .selectFrom("gap_questions as q")
  .innerJoin("tickets as t", "t.id", "q.ticket_id")
  .leftJoin("messages as m", (join) => join.onRef("m.id", "=", "q.answer_id").onRef("m.ticket_id", "=", "q.ticket_id"))
  .select(["q.turn_id", "q.ticket_id", "t.number as ticket_number", "q.question", "q.asked_at", "q.causes"])
  .select(["q.cost", "q.is_typical", "m.content as answer"])
  .select([
    sql<string | null>`m.agent ->> 'name'`.as("answered_by"),
    sql<boolean>`exists (select from feedback f where f.message_id = m.id and f.rating = 'up')`.as("is_liked"),
    sql<string | null>`(select f.reason from messages r join feedback f on f.message_id = r.id
                         where r.ticket_id = q.ticket_id and r.turn_id = q.turn_id and f.reported_at is not null
                         order by f.reported_at desc limit 1)`.as("report"),
  ]);

export type GapQuestionRow = Awaited<ReturnType<typeof readQuestions>>[number];

async function readQuestions(tx: TenantTransaction, found: typeof questions) {
  return (await tx.all(found)).map((row) => ({ ...row, causes: z.array(gapCauseSchema).parse(row.causes) }));
}

/** The newest questions of a gap; the typical question is first. */
export function listQuestionsOf(tx: TenantTransaction, gapId: string, limit: number): Promise<GapQuestionRow[]> {
  return readQuestions(
    tx,
    questions
      .where("q.gap_id", "=", gapId)
      .orderBy("q.is_typical", "desc")
      .orderBy("q.asked_at", "desc")
      .orderBy("q.turn_id")
      .limit(limit),
  );
}

/** Questions that are in no gap, most expensive first. @param page.before cost and turn of the last question of the previous page */
export function listQuestionsAskedOnce(
  tx: TenantTransaction,
  { before, limit }: { before: { cost: number; id: string } | null; limit: number },
): Promise<GapQuestionRow[]> {
  const found = questions.where("q.gap_id", "is", null).orderBy("q.cost", "desc").orderBy("q.turn_id", "desc");
  return readQuestions(
    tx,
    (before
      ? found.where(({ eb, refTuple, tuple }) =>
          eb(refTuple("q.cost", "q.turn_id"), "<", tuple(before.cost, before.id)),
        )
      : found
    ).limit(limit),
  );
}

/** Updates the sums of all gaps, reopens closed gaps that visitors asked about again, and deletes gaps without questions. */
export async function refreshGaps(tx: TenantTransaction): Promise<void> {
  await tx.run(query.deleteFrom("gaps as g").where(({ exists, not }) => not(exists(ofGap))));
  await tx.run(
    sql`
      update gaps g set question_count = s.count, cost = s.cost, first_asked_at = s.first_at, last_asked_at = s.last_at
        from (select gap_id, count(*)::int as count, sum(cost) as cost, min(asked_at) as first_at, max(asked_at) as last_at
                from gap_questions where gap_id is not null group by gap_id) s
       where g.id = s.gap_id and (g.question_count, g.cost, g.first_asked_at, g.last_asked_at)
                                 is distinct from (s.count, s.cost, s.first_at, s.last_at)`,
  );
  await tx.run(
    query
      .updateTable("gaps")
      .set(({ ref }) => ({ ...reopened, opened_at: ref("last_asked_at") }))
      .where("status", "=", "closed")
      .whereRef("last_asked_at", ">", "closed_at"),
  );
}

const reopened = { status: "open", closed_at: null, answered: null, checked_at: null } as const;

/** Ignores an open gap. @returns false when it is not open. */
export async function ignoreGap(tx: TenantTransaction, id: string, by: { id: string; name: string }): Promise<boolean> {
  const ignored = json({ ...by, at: new Date().toISOString() });
  return (await tx.run(openGap(id).set({ status: "ignored", ignored }))) === 1;
}

/** Reopens a gap. A gap that was closed is closed again only by newer documents; an ignored gap keeps its opening time. */
export async function reopenGap(tx: TenantTransaction, id: string): Promise<void> {
  await tx.run(
    query
      .updateTable("gaps")
      .set({
        ...reopened,
        opened_at: sql<Date>`case when status = 'closed' then now() else opened_at end`,
        ignored: null,
      })
      .where("id", "=", id)
      .where("status", "<>", "open"),
  );
}

/** Locks a gap until the transaction ends, so that only one snippet is drafted from it. @returns false when there is no such gap. */
export async function lockGap(tx: TenantTransaction, id: string): Promise<boolean> {
  return (await tx.first(query.selectFrom("gaps").select("id").where("id", "=", id).forUpdate())) !== undefined;
}

export async function updateGapSnippet(tx: TenantTransaction, id: string, snippetId: string): Promise<void> {
  await tx.run(query.updateTable("gaps").set({ snippet_id: snippetId }).where("id", "=", id));
}

/** Open gaps that documents may answer now, because documents have changed since the last check. The most expensive first. */
export function listGapsToCheck(tx: TenantTransaction, limit: number) {
  return tx.all(
    query
      .selectFrom("gaps as g")
      .innerJoinLateral(typical.as("typical"), (join) => join.onTrue())
      .select(["g.id", "typical.question", "g.opened_at"])
      .where("g.status", "=", "open")
      .where(
        sql<boolean>`greatest(g.opened_at, coalesce(g.checked_at, '-infinity')) < (select max(updated_at) from documents)`,
      )
      .orderBy("g.cost", "desc")
      .orderBy("g.id", "desc")
      .limit(limit),
  );
}

/** Stores that a gap was checked. @param at the start of the check; the next check covers later changes */
export async function updateChecked(tx: TenantTransaction, id: string, at: Date): Promise<void> {
  await tx.run(query.updateTable("gaps").set({ checked_at: at }).where("id", "=", id));
}

/**
 * Returns the passages whose version is newer than a time, except passages whose text an older version of the document already contains.
 */
export async function listNewerChunks(tx: TenantTransaction, chunkIds: string[], than: Date): Promise<string[]> {
  const rows = await tx.all(
    query
      .selectFrom("chunks as c")
      .innerJoin("document_versions as v", "v.id", "c.version_id")
      .select("c.id")
      .where("c.id", "=", anyOf(chunkIds))
      .where("v.created_at", ">", than)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom("chunks as o")
              .innerJoin("document_versions as ov", "ov.id", "o.version_id")
              .whereRef("o.document_id", "=", "c.document_id")
              .whereRef("o.text", "=", "c.text")
              .where("ov.created_at", "<=", than),
          ),
        ),
      ),
  );
  return rows.map(({ id }) => id);
}

/** Closes an open gap. @returns false when it is no longer open. */
export async function closeGap(tx: TenantTransaction, id: string, answered: GapAnswered): Promise<boolean> {
  return (await tx.run(openGap(id).set({ status: "closed", closed_at: now, answered: json(answered) }))) === 1;
}

const openGap = (id: string) => query.updateTable("gaps").where("id", "=", id).where("status", "=", "open");
