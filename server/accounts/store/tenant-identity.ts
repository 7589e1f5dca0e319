import type { TenantTransaction } from "../../database/transaction.ts";

/** Replaces the identity secret; the old one stays valid for `overlapSeconds`. @returns its end, or null when it became invalid at once. */
export async function rotateIdentitySecret(
  tx: TenantTransaction,
  secret: string,
  overlapSeconds: number,
): Promise<Date | null> {
  const { rows } = await tx.query<{ until: Date | null }>(
    `update tenants
        set previous_identity_secret = case when $3 > 0 then identity_secret end,
            previous_identity_until = case when $3 > 0 then now() + make_interval(secs => $3) end,
            identity_secret = $2,
            updated_at = now()
      where tenant_id = $1 returning previous_identity_until as until`,
    [tx.tenantId, secret, overlapSeconds],
  );
  return rows[0]?.until ?? null;
}
