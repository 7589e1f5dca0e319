import type { GapAnswered, GapStatus } from "../../../protocol/admin-gaps.ts";
import type { SnippetState } from "../../../protocol/admin-snippets.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { snippetStateOf } from "./snippets.ts";

export interface GapRow {
  id: string;
  status: GapStatus;
  /** Its most typical question. */
  question: string;
  question_count: number;
  ticket_count: number;
  cost: number;
  /** How often it counted for which reason. */
  causes: Record<string, number>;
  first_asked_at: Date;
  last_asked_at: Date;
  opened_at: Date;
  closed_at: Date | null;
  answered: GapAnswered | null;
  ignored: { id: string; name: string; at: string } | null;
  snippet_id: string | null;
  snippet_state: SnippetState | null;
  answer_count: number;
}

/** A gap whose tickets are all gone has no question, and is no gap any more: the next run removes it. */
const select = `select g.id, g.status, typical.question, g.question_count, g.cost, g.first_asked_at, g.last_asked_at, g.opened_at,
    g.closed_at, g.answered, g.ignored, s.id as snippet_id, case when s.id is not null then ${snippetStateOf} end as snippet_state, counted.ticket_count, counted.answer_count,
    coalesce((select jsonb_object_agg(cause, count) from (
        select cause, count(*) as count from gap_questions q, jsonb_array_elements_text(q.causes) cause
         where q.gap_id = g.id group by cause) causes), '{}') as causes
  from gaps g
  cross join lateral (select question from gap_questions q where q.gap_id = g.id order by is_typical desc, asked_at desc limit 1) typical
  cross join lateral (select count(distinct ticket_id)::int as ticket_count, count(answer_id)::int as answer_count
                        from gap_questions q where q.gap_id = g.id) counted
  left join snippets s on s.tenant_id = g.tenant_id and s.id = g.snippet_id`;

/** Dearest first; a place in the list is the cost and the id of the last one seen. */
export async function listGaps(
  tx: TenantTransaction,
  query: { status: GapStatus; before: { cost: number; id: string } | null; limit: number },
): Promise<GapRow[]> {
  const { rows } = await tx.query<GapRow>(
    `${select}
      where g.status = $1 and ($2::float8 is null or (g.cost, g.id) < ($2, $3::uuid))
      order by g.cost desc, g.id desc limit $4`,
    [query.status, query.before?.cost ?? null, query.before?.id ?? null, query.limit],
  );
  return rows;
}

export async function findGap(tx: TenantTransaction, id: string): Promise<GapRow | undefined> {
  const { rows } = await tx.query<GapRow>(`${select} where g.id = $1`, [id]);
  return rows[0];
}

/** How many gaps there are of each status, and questions that were asked once so far. */
export async function countGaps(
  tx: TenantTransaction,
): Promise<{ counts: Partial<Record<GapStatus, number>>; singles: number }> {
  const { rows } = await tx.query<{ status: GapStatus; count: number }>(
    `select status, count(*)::int as count from gaps g
      where exists (select from gap_questions q where q.gap_id = g.id) group by status`,
  );
  const alone = await tx.query<{ count: number }>(
    "select count(*)::int as count from gap_questions where gap_id is null",
  );
  return {
    counts: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
    singles: alone.rows[0]?.count ?? 0,
  };
}

export interface GapQuestionRow {
  turn_id: string;
  ticket_id: string;
  ticket_number: number;
  question: string;
  asked_at: Date;
  causes: string[];
  cost: number;
  is_typical: boolean;
  answer: string | null;
  answered_by: string | null;
  is_liked: boolean;
}

/** A gap's newest questions, with what agents answered; the typical one first. */
export async function listQuestionsOf(tx: TenantTransaction, gapId: string, limit: number): Promise<GapQuestionRow[]> {
  const { rows } = await tx.query<GapQuestionRow>(
    `select q.turn_id, q.ticket_id, t.number as ticket_number, q.question, q.asked_at, q.causes, q.cost, q.is_typical,
            m.content as answer, m.agent ->> 'name' as answered_by,
            exists (select from feedback f where f.message_id = m.id and f.rating = 'up') as is_liked
       from gap_questions q
       join tickets t on t.id = q.ticket_id
       left join messages m on m.id = q.answer_id and m.ticket_id = q.ticket_id
      where q.gap_id = $1 order by q.is_typical desc, q.asked_at desc, q.turn_id limit $2`,
    [gapId, limit],
  );
  return rows;
}

/** Brings the sums up to date, opens closed gaps that were asked about again, and removes what has no question left. */
export async function refreshGaps(tx: TenantTransaction): Promise<void> {
  await tx.query("delete from gaps g where not exists (select from gap_questions q where q.gap_id = g.id)");
  await tx.query(
    `update gaps g set question_count = s.count, cost = s.cost, first_asked_at = s.first_at, last_asked_at = s.last_at
       from (select gap_id, count(*)::int as count, sum(cost) as cost, min(asked_at) as first_at, max(asked_at) as last_at
               from gap_questions where gap_id is not null group by gap_id) s
      where g.id = s.gap_id and (g.question_count, g.cost, g.first_asked_at, g.last_asked_at)
                                is distinct from (s.count, s.cost, s.first_at, s.last_at)`,
  );
  await tx.query(
    `update gaps set status = 'open', opened_at = last_asked_at, closed_at = null, answered = null, checked_at = null
      where status = 'closed' and last_asked_at > closed_at`,
  );
}

/** Ignores an open gap; false when it is not open. */
export async function ignoreGap(tx: TenantTransaction, id: string, by: { id: string; name: string }): Promise<boolean> {
  const ignored = { ...by, at: new Date().toISOString() };
  const { rowCount } = await tx.query(
    "update gaps set status = 'ignored', ignored = $2 where id = $1 and status = 'open'",
    [id, JSON.stringify(ignored)],
  );
  return rowCount === 1;
}

/** Opens a gap again. One that was closed is answered only by what is newer than this; one that was ignored goes on as it was. */
export async function reopenGap(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query(
    `update gaps set opened_at = case when status = 'closed' then now() else opened_at end,
            status = 'open', ignored = null, closed_at = null, answered = null, checked_at = null
      where id = $1 and status <> 'open'`,
    [id],
  );
}

/** True when the gap is there; nobody else drafts from it until the transaction ends. */
export async function lockGap(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("select 1 from gaps where id = $1 for update", [id]);
  return rowCount === 1;
}

export async function updateGapSnippet(tx: TenantTransaction, id: string, snippetId: string): Promise<void> {
  await tx.query("update gaps set snippet_id = $2 where id = $1", [id, snippetId]);
}

/** Open gaps that may be answered now: documents have changed since they were looked at. Dearest first. */
export async function listGapsToCheck(
  tx: TenantTransaction,
  limit: number,
): Promise<{ id: string; question: string; opened_at: Date }[]> {
  const { rows } = await tx.query<{ id: string; question: string; opened_at: Date }>(
    `select g.id, typical.question, g.opened_at
       from gaps g
      cross join lateral (select question from gap_questions q where q.gap_id = g.id order by is_typical desc, asked_at desc limit 1) typical
      where g.status = 'open'
        and greatest(g.opened_at, coalesce(g.checked_at, '-infinity')) < (select max(updated_at) from documents)
      order by g.cost desc, g.id desc limit $1`,
    [limit],
  );
  return rows;
}

/** Notes that a gap's question was asked again. @param at when that began: what changed meanwhile is looked at the next time. */
export async function updateChecked(tx: TenantTransaction, id: string, at: Date): Promise<void> {
  await tx.query("update gaps set checked_at = $2 where id = $1", [id, at]);
}

/**
 * Those of the passages that say something since then: their version is newer, and no older one of the same document had the same text.
 * Reading a document again makes no passage new.
 */
export async function listNewerChunks(tx: TenantTransaction, chunkIds: string[], than: Date): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from chunks c
       join document_versions v on v.id = c.version_id
      where c.id = any($1::uuid[]) and v.created_at > $2
        and not exists (
          select from chunks o join document_versions ov on ov.id = o.version_id
           where o.document_id = c.document_id and o.text = c.text and ov.created_at <= $2)`,
    [chunkIds, than],
  );
  return rows.map(({ id }) => id);
}

/** Closes an open gap; false when somebody was faster. */
export async function closeGap(tx: TenantTransaction, id: string, answered: GapAnswered): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update gaps set status = 'closed', closed_at = now(), answered = $2 where id = $1 and status = 'open'",
    [id, JSON.stringify(answered)],
  );
  return rowCount === 1;
}
