import type { EraseRequest, Erasure, ErasurePreview } from "../../../protocol/admin-erasures.ts";
import { receiptSchema } from "../../../protocol/admin-erasures.ts";
import { AppError } from "../../core/errors.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { countCascade } from "../../database/cascades.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { add, isThere, listTicketsOfTarget, listVisitorsNamed, visitorBatch } from "../store/erase-rows.ts";
import { type ErasureRow, type ErasureTarget, findErasure, insertErasure, listErasures } from "../store/erasures.ts";
import type { ErasureDeps } from "./deps.ts";
import { runErasure } from "./run-erasure.ts";

const shown = 100;

interface Asked {
  tenantId: string;
  actor: AuditActor;
  what: EraseRequest;
}

/**
 * Erases a visitor (all visitors with that id or e-mail address), a ticket or a document. The request is stored first, so that another
 * process can continue it. Turns that are running are stopped.
 * @returns `running` when a turn was still running; the erasure then continues in the background.
 * @throws AppError `not_found`.
 */
export async function erase(deps: ErasureDeps, { tenantId, actor, what }: Asked): Promise<Erasure> {
  const id = await withTenant(deps.db, tenantId, async (tx) => {
    const target = await findTarget(tx, what);
    const erasure = await insertErasure(tx, { kind: what.kind, target, asked_by: actor });
    // The audit log names the erasure's id, because an e-mail address would reveal the person.
    await insertAudit(tx, { actor, action: `${what.kind}.erase`, target: { kind: "erasure", id: erasure } });
    return erasure;
  });
  await runErasure(deps, tenantId, id);
  return readErasure(deps, tenantId, id);
}

/** Counts the rows that an erasure would delete. @throws AppError `not_found`. */
export function previewErasure(
  { db }: Pick<ErasureDeps, "db">,
  tenantId: string,
  what: EraseRequest,
): Promise<ErasurePreview> {
  return withTenant(db, tenantId, async (tx) => {
    const preview: ErasurePreview = { subjects: 0, counts: {} };
    for (let target: ErasureTarget | null = await findTarget(tx, what); target; target = await moreOf(tx, target)) {
      preview.subjects += target[subjectOf[what.kind]].length;
      add(preview.counts, await countCascade(tx, "tickets", await listTicketsOfTarget(tx, target)));
      add(preview.counts, await countCascade(tx, "visitors", target.visitors));
      add(preview.counts, await countCascade(tx, "documents", target.documents));
    }
    return preview;
  });
}

const subjectOf = { visitor: "visitors", ticket: "tickets", document: "documents" } as const;

/** The next batch of visitors with the same e-mail address. */
async function moreOf(tx: TenantTransaction, { email, visitors }: ErasureTarget): Promise<ErasureTarget | null> {
  if (email === undefined || visitors.length < visitorBatch) return null;
  const found = await listVisitorsNamed(tx, { email }, visitors.at(-1));
  return found.length === 0 ? null : { ...nothing, visitors: found.map(({ id }) => id), email };
}

/** @throws AppError `not_found`. */
export async function readErasure({ db }: Pick<ErasureDeps, "db">, tenantId: string, id: string): Promise<Erasure> {
  const row = await withTenant(db, tenantId, (tx) => findErasure(tx, id));
  if (!row) throw new AppError("not_found", "Erasure not found.");
  return toErasure(row);
}

/** The tenant's erasures, newest first. */
export async function readErasures({ db }: Pick<ErasureDeps, "db">, tenantId: string): Promise<Erasure[]> {
  return (await withTenant(db, tenantId, (tx) => listErasures(tx, shown))).map(toErasure);
}

const nothing: ErasureTarget = { visitors: [], tickets: [], documents: [], addresses: [] };

/** Finds the target; for an e-mail address, the first batch of its visitors. */
async function findTarget(tx: TenantTransaction, what: EraseRequest): Promise<ErasureTarget> {
  if (what.kind === "visitor") {
    const by =
      "id" in what ? { id: what.id } : "email" in what ? { email: what.email } : { externalId: what.external_id };
    const found = await listVisitorsNamed(tx, by);
    if (found.length === 0) throw new AppError("not_found", "Visitor not found.");
    const own = found.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()]));
    const visitors = found.map(({ id }) => id);
    return { ...nothing, visitors, addresses: [...new Set(own)], ...("email" in what ? { email: what.email } : {}) };
  }
  const table = what.kind === "ticket" ? "tickets" : "documents";
  if (!(await isThere(tx, table, what.id)))
    throw new AppError("not_found", what.kind === "ticket" ? "Ticket not found." : "Document not found.");
  return { ...nothing, [table]: [what.id] };
}

function toErasure(row: ErasureRow): Erasure {
  return {
    id: row.id,
    kind: row.kind,
    status: row.finished_at ? "done" : "running",
    asked_by: row.asked_by,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    counts: row.counts,
    receipt: row.receipt === null ? null : receiptSchema.parse(row.receipt),
  };
}
