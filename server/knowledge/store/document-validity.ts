import { keepPlan } from "../../../db/prepared.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/**
 * When the first of these documents expires after `since`, or any public document of the tenant becomes valid, whichever is
 * earlier; null when neither is going to happen.
 */
export async function findValidityChange(
  tx: TenantTransaction,
  { documentIds, since }: { documentIds: string[]; since: Date },
): Promise<Date | null> {
  const { rows } = await tx.query<{ at: Date | null }>(
    keepPlan(`select least(
              (select min(valid_until) from documents where id = any($1::uuid[]) and valid_until > $2),
              (select min(valid_from) from documents where audience = 'public' and valid_from > $2)
            ) as at`),
    [documentIds, since],
  );
  return rows[0]?.at ?? null;
}
