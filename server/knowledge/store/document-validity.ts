import { sql } from "kysely";
import { anyOf, keep } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/**
 * The earlier of two times: when the first of these documents expires after `since`, and when the next public document of the tenant
 * becomes valid. Null when neither will happen.
 */
export async function findValidityChange(
  tx: TenantTransaction,
  { documentIds, since }: { documentIds: string[]; since: Date },
): Promise<Date | null> {
  const row = await tx.first(
    keep(sql<{ at: Date | null }>`select least(
      (select min(valid_until) from documents where id = ${anyOf(documentIds)} and valid_until > ${since}),
      (select min(valid_from) from documents where audience = 'public' and valid_from > ${since})
    ) as at`),
  );
  return row?.at ?? null;
}
