import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Most gaps that one call opens, and most reports that one call lists. */
const maxAtOnce = 100;

/** Takes the question of a turn out of a gap that is closed or ignored: the visitor says that this is not the end of it. */
export async function leaveEndedGap(tx: TenantTransaction, turnId: string): Promise<void> {
  await tx.run(sql`
    update gap_questions q set gap_id = null, is_typical = false
      from gaps g where q.turn_id = ${turnId} and g.id = q.gap_id and g.status <> 'open'`);
}

/**
 * Opens a gap for each question with a reported answer that is in no gap, also if nobody else asked it. Only documents that are newer than
 * the gap close it. Running it twice changes nothing.
 */
export async function openReportedGaps(tx: TenantTransaction): Promise<void> {
  const lonely = await tx.all(
    query
      .selectFrom("gap_questions as q")
      .select(["q.turn_id", "q.asked_at", "q.cost"])
      .where("q.gap_id", "is", null)
      .where(sql<boolean>`q.causes @> '["reported"]'`)
      .orderBy("q.asked_at")
      .limit(maxAtOnce),
  );
  for (const question of lonely) await insertGapOfOne(tx, question, false);
}

/**
 * Opens a gap that a manager wants for a question that was asked once.
 * @returns the question's gap, which it may have already; undefined when there is no such question.
 */
export async function openKeptGap(
  tx: TenantTransaction,
  turnId: string,
): Promise<{ gapId: string; isNew: boolean } | undefined> {
  const question = await tx.first(
    query
      .selectFrom("gap_questions")
      .select(["turn_id", "asked_at", "cost", "gap_id"])
      .where("turn_id", "=", turnId)
      .forUpdate(),
  );
  if (!question) return undefined;
  if (question.gap_id !== null) return { gapId: question.gap_id, isNew: false };
  return { gapId: await insertGapOfOne(tx, question, true), isNew: true };
}

async function insertGapOfOne(
  tx: TenantTransaction,
  { turn_id, asked_at, cost }: { turn_id: string; asked_at: Date; cost: number },
  isKept: boolean,
): Promise<string> {
  const id = newId();
  const times = { first_asked_at: asked_at, last_asked_at: asked_at, opened_at: new Date() };
  await tx.run(
    query.insertInto("gaps").values({ tenant_id: tx.tenantId, id, question_count: 1, cost, is_kept: isKept, ...times }),
  );
  await tx.run(sql`
    update gap_questions set gap_id = ${id}, is_typical = true, placed_at = coalesce(placed_at, now())
     where turn_id = ${turn_id}`);
  return id;
}

/** A report whose gap has ended and whose visitor was not told yet. */
export interface EndedReport {
  message_id: string;
  ticket_id: string;
  question: string;
  outcome: "corrected" | "dismissed";
}

/**
 * Reports whose gap is closed or ignored, oldest first. A gap counts as ignored after some seconds, so that the member can undo it first.
 * @param undoSeconds time for the undo
 */
export function listEndedReports(tx: TenantTransaction, undoSeconds: number): Promise<EndedReport[]> {
  return tx.all(sql<EndedReport>`
    select f.message_id, f.ticket_id, q.question, case g.status when 'closed' then 'corrected' else 'dismissed' end as outcome
      from feedback f
      join messages m on m.id = f.message_id
      join gap_questions q on q.turn_id = m.turn_id
      join gaps g on g.id = q.gap_id
     where f.reported_at is not null and f.told_at is null
       and (g.status = 'closed'
            or g.status = 'ignored' and (g.ignored ->> 'at')::timestamptz <= now() - make_interval(secs => ${undoSeconds}))
     order by f.reported_at limit ${maxAtOnce}`);
}

/** Makes the next run of a tenant's gaps due in some seconds, unless it is due earlier. */
export async function runGapsSoon(tx: TenantTransaction, seconds: number): Promise<void> {
  await tx.run(sql`
    update gap_runs set next_at = now() + make_interval(secs => ${seconds})
     where not is_running and next_at > now() + make_interval(secs => ${seconds})`);
}
