import {
  maxRegressionQuestions,
  type NewRegressionQuestion,
  type RegressionChange,
  type RegressionListQuery,
  type RegressionListResponse,
  type RegressionOrigin,
  type RegressionQuestion,
} from "../../../protocol/regression.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { redact } from "../../core/text/redact.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { isThere } from "../../operations/store/erase-rows.ts";
import { pageOf } from "../documents/page.ts";
import { findTitles } from "../store/documents.ts";
import * as store from "../store/regression-questions.ts";
import type { ReleaseCaller, ReleaseDeps } from "./deps.ts";

type Deps = Pick<ReleaseDeps, "db">;

const isKept = "This question already exists.";
const tooMany = `The limit of ${maxRegressionQuestions} test questions is reached. Delete some first.`;

/** One page of the test questions, newest first, with the total number. */
export async function listRegressionQuestions(
  { db }: Deps,
  tenantId: string,
  { q, ...page }: RegressionListQuery,
): Promise<RegressionListResponse> {
  const read = await pageOf(page, (window) =>
    withTenant(db, tenantId, async (tx) => toViews(tx, await store.listRegressionQuestions(tx, { ...window, q }))),
  );
  return { ...read, count: await withTenant(db, tenantId, store.countRegressionQuestions) };
}

/** @throws AppError `not_found`. */
export function readRegressionQuestion({ db }: Deps, tenantId: string, id: string): Promise<RegressionQuestion> {
  return withTenant(db, tenantId, (tx) => mustFind(tx, id));
}

/**
 * Adds a question with its expectations. Secrets are redacted. A question from a ticket is erased with the ticket.
 * @throws AppError `not_found` for a missing ticket or gap, `conflict` when the question already exists or the limit is reached.
 */
export function addRegressionQuestion(
  { db }: Deps,
  caller: ReleaseCaller,
  given: Omit<NewRegressionQuestion, "origin"> & { origin?: RegressionOrigin | undefined },
): Promise<RegressionQuestion> {
  return withTenant(db, caller.tenantId, async (tx) => {
    const ticketId = await findTicketOf(tx, given);
    const question = redact(given.question);
    const history = (given.history ?? []).map(({ role, content }) => ({ role, content: redact(content) }));
    if (await store.findSameRegressionQuestion(tx, { question, history })) throw new AppError("conflict", isKept);
    if ((await store.countRegressionQuestions(tx)) >= maxRegressionQuestions) throw new AppError("conflict", tooMany);
    const id = newId();
    await store.insertRegressionQuestions(tx, [
      {
        id,
        question,
        history,
        expected: given.expected,
        origin: given.origin ?? (given.gap_id ? "gap" : "hand"),
        ticketId,
        gapId: given.gap_id ?? null,
        person: { id: caller.actor.id, name: caller.name },
      },
    ]);
    await note(tx, caller, { action: "regression.add", id });
    return mustFind(tx, id);
  });
}

/** Adds the questions of a file with a few statements. @returns for each question null, or the reason why it was not added. */
export async function addRegressionQuestions(
  tx: TenantTransaction,
  caller: ReleaseCaller,
  given: Pick<NewRegressionQuestion, "question" | "expected">[],
): Promise<(string | null)[]> {
  const rows = given.map(({ question, expected }) => ({ id: newId(), question: redact(question), expected }));
  const kept = await store.findSameQuestions(
    tx,
    rows.map(({ question }) => question),
  );
  let room = maxRegressionQuestions - (await store.countRegressionQuestions(tx));
  const added: store.NewRegressionRow[] = [];
  const reasons = rows.map((row, index) => {
    const first = rows.findIndex(({ question }) => question.toLowerCase() === row.question.toLowerCase());
    if (kept.has(row.question) || first < index) return isKept;
    if (room === 0) return tooMany;
    room -= 1;
    const person = { id: caller.actor.id, name: caller.name };
    added.push({ ...row, history: [], origin: "file", ticketId: null, gapId: null, person });
    return null;
  });
  await store.insertRegressionQuestions(tx, added);
  if (added.length > 0)
    await insertAudit(tx, { actor: caller.actor, action: "regression.import", detail: { added: added.length } });
  return reasons;
}

/** Changes the given fields. @throws AppError `not_found`, or `conflict` when another question has the same text. */
export function changeRegressionQuestion(
  { db }: Deps,
  caller: ReleaseCaller,
  { id, change }: { id: string; change: RegressionChange },
): Promise<RegressionQuestion> {
  return withTenant(db, caller.tenantId, async (tx) => {
    const before = await mustFind(tx, id);
    const { question = before.question, history = before.history } = change;
    if (await store.findSameRegressionQuestion(tx, { question, history, notId: id }))
      throw new AppError("conflict", isKept);
    await store.updateRegressionQuestion(tx, id, change);
    await note(tx, caller, { action: "regression.change", id });
    return mustFind(tx, id);
  });
}

/** @throws AppError `not_found`. */
export function deleteRegressionQuestion({ db }: Deps, caller: ReleaseCaller, id: string): Promise<void> {
  return withTenant(db, caller.tenantId, async (tx) => {
    if (!(await store.deleteRegressionQuestion(tx, id))) throw notFound();
    await note(tx, caller, { action: "regression.delete", id });
  });
}

async function findTicketOf(
  tx: TenantTransaction,
  { ticket_id: ticketId, gap_id: gapId }: Pick<NewRegressionQuestion, "ticket_id" | "gap_id">,
): Promise<string | null> {
  if (ticketId !== undefined && !(await isThere(tx, "tickets", ticketId)))
    throw new AppError("not_found", "Ticket not found.");
  if (gapId === undefined) return ticketId ?? null;
  const gap = await store.findTicketOfGap(tx, gapId);
  if (!gap) throw new AppError("not_found", "Gap not found.");
  return ticketId ?? gap.ticketId;
}

async function mustFind(tx: TenantTransaction, id: string): Promise<RegressionQuestion> {
  const row = await store.findRegressionQuestion(tx, id);
  const [view] = row ? await toViews(tx, [row]) : [];
  if (!view) throw notFound();
  return view;
}

async function toViews(tx: TenantTransaction, rows: store.RegressionRow[]): Promise<RegressionQuestion[]> {
  const titles = await findTitles(tx, [...new Set(rows.flatMap(({ expected }) => expected.must_cite ?? []))]);
  return rows.map(({ ticket_id, ticket_number, person_name, created_at, updated_at, ...row }) => ({
    ...row,
    ticket: ticket_id !== null && ticket_number !== null ? { id: ticket_id, number: ticket_number } : null,
    titles: Object.fromEntries(
      (row.expected.must_cite ?? []).flatMap((id) => {
        const title = titles.get(id);
        return title === undefined ? [] : [[id, title]];
      }),
    ),
    kept_by: person_name,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }));
}

function note(tx: TenantTransaction, { actor }: ReleaseCaller, { action, id }: { action: string; id: string }) {
  return insertAudit(tx, { actor, action, target: { kind: "regression", id } });
}

function notFound(): AppError {
  return new AppError("not_found", "Test question not found.");
}
