import type { Calibration } from "../../../protocol/admin-calibration.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** What counted for a tenant's grades at one time. */
export interface CalibrationStep {
  threshold: number;
  calibration: Calibration | null;
}

/** The calibration that is set, and what counted before, oldest first. */
export interface StoredCalibration extends Calibration {
  before: CalibrationStep[];
}

/**
 * Waits until nobody else changes the tenant; what is read afterwards stays until the commit. Not `for update`: every new message and
 * ticket refers to the tenant and would wait for as long.
 */
export async function lockTenant(tx: TenantTransaction): Promise<void> {
  await tx.query("select from tenants where tenant_id = $1 for no key update", [tx.tenantId]);
}

/** Sets both: a threshold belongs to the scale that it was chosen on. */
export async function updateCalibration(
  tx: TenantTransaction,
  { calibration, threshold }: { calibration: StoredCalibration | null; threshold: number },
): Promise<void> {
  await tx.query("update tenants set calibration = $2, threshold = $3, updated_at = now() where tenant_id = $1", [
    tx.tenantId,
    calibration === null ? null : JSON.stringify(calibration),
    threshold,
  ]);
}
