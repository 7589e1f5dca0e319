import type {
  GapDetail,
  GapListQuery,
  GapListResponse,
  GapQuestion,
  GapView,
  QuestionAskedOnce,
} from "../../../protocol/admin-gaps.ts";
import { AppError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import { findGapRun } from "../store/gap-runs.ts";
import {
  countGaps,
  findGap,
  type GapQuestionRow,
  type GapRow,
  listGaps,
  listQuestionsAskedOnce,
  listQuestionsOf,
} from "../store/gaps.ts";
import type { GapDeps } from "./deps.ts";

/** Questions shown per gap. */
const maxShown = 100;
/** Passages shown per gap. */
const maxNearest = 5;

/**
 * One page of the gaps with a status, the most expensive first, with the number of gaps per status.
 * @throws AppError `invalid_request`.
 */
export async function readGaps(
  { db }: Pick<GapDeps, "db">,
  tenantId: string,
  { status, cursor, limit }: GapListQuery,
): Promise<GapListResponse> {
  const before = cursor === undefined ? null : placeOf(cursor);
  return withTenant(db, tenantId, async (tx) => {
    const rows = await listGaps(tx, { status, before, limit: limit + 1 });
    const { counts, singles } = await countGaps(tx);
    const run = await findGapRun(tx);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      items: rows.slice(0, limit).map(toView),
      next_cursor: last ? cursorOf(last.cost, last.id) : null,
      counts: { open: 0, closed: 0, ignored: 0, ...counts },
      asked_once: singles,
      has_vectors: run?.has_vectors ?? true,
      looked_at: run?.finished_at?.toISOString() ?? null,
    };
  });
}

/** One page of the questions that were asked once, the most expensive first. @throws AppError `invalid_request`. */
export async function readQuestionsAskedOnce(
  { db }: Pick<GapDeps, "db">,
  tenantId: string,
  { cursor, limit }: Pick<GapListQuery, "cursor" | "limit">,
): Promise<{ items: QuestionAskedOnce[]; next_cursor: string | null }> {
  const before = cursor === undefined ? null : placeOf(cursor);
  const rows = await withTenant(db, tenantId, (tx) => listQuestionsAskedOnce(tx, { before, limit: limit + 1 }));
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map((row) => ({ ...toQuestion(row), turn_id: row.turn_id })),
    next_cursor: last ? cursorOf(last.cost, last.turn_id) : null,
  };
}

/** One gap with its questions, agents' answers and the nearest passages. @throws AppError `not_found`. */
export async function readGap(deps: GapDeps, tenantId: string, id: string): Promise<GapDetail> {
  const { gap, questions } = await withTenant(deps.db, tenantId, async (tx) => ({
    gap: await mustFind(findGap(tx, id)),
    questions: await listQuestionsOf(tx, id, maxShown),
  }));
  const nearest = await deps.findNearest(tenantId, gap.question, maxNearest);
  return { gap: toView(gap), items: questions.map(toQuestion), nearest };
}

/** The gap, or AppError `not_found`. */
export async function mustFind(found: Promise<GapRow | undefined>): Promise<GapRow> {
  const gap = await found;
  if (!gap) throw new AppError("not_found", "Gap not found.");
  return gap;
}

function cursorOf(cost: number, id: string): string {
  return Buffer.from(`${cost}|${id}`).toString("base64url");
}

function placeOf(cursor: string): { cost: number; id: string } {
  const [cost = "", id = ""] = Buffer.from(cursor, "base64url").toString("utf8").split("|");
  if (cost === "" || !Number.isFinite(Number(cost)) || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new AppError("invalid_request", "The cursor is not valid for this list. Start again without one.");
  return { cost: Number(cost), id };
}

export function toView(row: GapRow): GapView {
  const { ignored } = row;
  return {
    id: row.id,
    status: row.status,
    question: row.question,
    questions: row.question_count,
    tickets: row.ticket_count,
    cost_minutes: row.cost,
    causes: row.causes,
    answers: row.answer_count,
    first_asked_at: row.first_asked_at.toISOString(),
    last_asked_at: row.last_asked_at.toISOString(),
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    answered: row.answered,
    ignored: ignored && { name: ignored.name, at: ignored.at },
    snippet: row.snippet_id && row.snippet_state ? { id: row.snippet_id, state: row.snippet_state } : null,
  };
}

function toQuestion(row: GapQuestionRow): GapQuestion {
  return {
    question: row.question,
    ticket: { id: row.ticket_id, number: row.ticket_number },
    asked_at: row.asked_at.toISOString(),
    causes: row.causes,
    report: row.report,
    cost_minutes: row.cost,
    answer: row.answer === null ? null : { text: row.answer, agent: row.answered_by, is_liked: row.is_liked },
  };
}
