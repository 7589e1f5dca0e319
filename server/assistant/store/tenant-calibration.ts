import type { Calibration } from "../../../protocol/admin-calibration.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A tenant's threshold and calibration at one time. */
export interface CalibrationStep {
  threshold: number;
  calibration: Calibration | null;
}

/** The current calibration and the earlier ones, oldest first. */
export interface StoredCalibration extends Calibration {
  before: CalibrationStep[];
}

/**
 * Waits until no other transaction changes the tenant; values read after that stay valid until the commit. Not `for update`, because every
 * new message and ticket refers to the tenant and would wait, too.
 */
export async function lockTenant(tx: TenantTransaction): Promise<void> {
  await tx.query("select from tenants where tenant_id = $1 for no key update", [tx.tenantId]);
}

/** Sets both: a threshold is valid only on the scale for which it was chosen. */
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
