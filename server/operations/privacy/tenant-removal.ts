import type { Receipt } from "../../../protocol/admin-erasures.ts";
import { receiptSchema } from "../../../protocol/admin-erasures.ts";
import { AppError } from "../../core/errors.ts";
import { rightsTopic } from "../../core/live/hub.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withSystem, withTenant } from "../../database/transaction.ts";
import { listTenantReceipts } from "../store/receipt-keys.ts";
import {
  deleteTenantRemoval,
  findTenantRemoval,
  updateTenantStatus,
  upsertTenantRemoval,
} from "../store/tenant-removals.ts";
import type { ErasureDeps } from "./deps.ts";

interface Asked {
  tenantId: string;
  actor: AuditActor;
}

export interface TenantState {
  status: "active" | "suspended";
  /** Time when the tenant is erased; null when no deletion is planned. */
  erase_at: string | null;
}

/**
 * Suspends a tenant. From the next request on, widget, API and console reject everybody and give the reason. All data stay. @throws
 * AppError `not_found`.
 */
export function suspendTenant(deps: ErasureDeps, { tenantId, actor }: Asked): Promise<TenantState> {
  return change(deps, tenantId, async (tx) => {
    const before = await setStatus(tx, "suspended");
    if (before === "active") await note(tx, actor, { action: "tenant.suspend" });
    return "suspended";
  });
}

/** Ends a suspension and cancels a deletion that has not begun. @throws AppError `not_found`, or `conflict` when the deletion has begun. */
export function resumeTenant(deps: ErasureDeps, { tenantId, actor }: Asked): Promise<TenantState> {
  return change(deps, tenantId, async (tx) => {
    const before = await setStatus(tx, "active");
    if (!(await deleteTenantRemoval(tx))) throw hasBegun();
    if (before === "suspended") await note(tx, actor, { action: "tenant.resume" });
    return "active";
  });
}

/**
 * Suspends the tenant now and erases it after this number of days. @throws AppError `not_found`, or `conflict` when the deletion has begun.
 */
export function deleteTenantIn(deps: ErasureDeps, { tenantId, actor }: Asked, days: number): Promise<TenantState> {
  return change(deps, tenantId, async (tx) => {
    await setStatus(tx, "suspended");
    if ((await findTenantRemoval(tx))?.started_at) throw hasBegun();
    await upsertTenantRemoval(tx, { askedBy: actor, days });
    await note(tx, actor, { action: "tenant.delete", detail: { days } });
    return "suspended";
  });
}

/** Receipts of erased tenants, newest first. */
export async function readTenantReceipts({ db }: Pick<ErasureDeps, "db">): Promise<Receipt[]> {
  const receipts = await withSystem(db, "sign-receipts", listTenantReceipts);
  return receipts.map((receipt) => receiptSchema.parse(receipt));
}

async function change(
  deps: ErasureDeps,
  tenantId: string,
  work: (tx: TenantTransaction) => Promise<TenantState["status"]>,
): Promise<TenantState> {
  const state = await withTenant(deps.db, tenantId, async (tx) => {
    const status = await work(tx);
    const removal = await findTenantRemoval(tx);
    return { status, erase_at: removal?.erase_at.toISOString() ?? null };
  });
  // Open console streams check their rights again at once, visitors' streams within half a minute.
  await deps.hub.notify(rightsTopic(tenantId), "");
  return state;
}

async function setStatus(tx: TenantTransaction, status: TenantState["status"]): Promise<TenantState["status"]> {
  const before = await updateTenantStatus(tx, status);
  if (!before) throw new AppError("not_found", "Tenant not found. Run `parley tenant list` to see all tenants.");
  return before;
}

function note(
  tx: TenantTransaction,
  actor: AuditActor,
  what: { action: string; detail?: Record<string, unknown> },
): Promise<void> {
  return insertAudit(tx, { actor, target: { kind: "tenant", id: tx.tenantId }, ...what });
}

function hasBegun(): AppError {
  return new AppError("conflict", "The tenant is already being erased. It cannot be restored.");
}
