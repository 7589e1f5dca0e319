import type { Calibration } from "../../../protocol/admin-calibration.ts";
import { json } from "../../database/column-types.ts";
import { now, query } from "../../database/query.ts";
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
  await tx.run(query.selectFrom("tenants").where("tenant_id", "=", tx.tenantId).forNoKeyUpdate());
}

/** Sets both: a threshold is valid only on the scale for which it was chosen. */
export async function updateCalibration(
  tx: TenantTransaction,
  { calibration, threshold }: { calibration: StoredCalibration | null; threshold: number },
): Promise<void> {
  await tx.run(
    query
      .updateTable("tenants")
      .set({ calibration: calibration && json(calibration), threshold, updated_at: now })
      .where("tenant_id", "=", tx.tenantId),
  );
}
