import { randomBytes } from "node:crypto";
import { AppError } from "../../core/errors.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import { rotateIdentitySecret } from "../store/tenant-changes.ts";
import { findTenant } from "../store/tenants.ts";
import type { Actor, TenantDeps } from "./deps.ts";

/** The old secret must end some time: otherwise it was not rotated. */
const maxOverlapHours = 30 * 24;

interface RotatedIdentity {
  /** Shown only once: store it. */
  identity_secret: string;
  /** The old secret is valid until then; null when it became invalid at once. */
  previous_valid_until: string | null;
}

/** A secret as long as the hash that it is used with. */
export function newIdentitySecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Gives the tenant a new identity secret. The previous one stays valid for `overlapHours` (0 to 720), so that the site's server can be
 * changed without an effect on visitors; 0 ends it at once, for a leaked secret.
 * @throws AppError `not_found`, `invalid_request` for hours out of range.
 */
export async function rotateIdentity(
  deps: TenantDeps,
  actor: Actor,
  input: { tenantId: string; overlapHours: number },
): Promise<RotatedIdentity> {
  const { tenantId, overlapHours } = input;
  if (!(overlapHours >= 0 && overlapHours <= maxOverlapHours))
    throw new AppError("invalid_request", `The old secret can stay valid for 0 to ${maxOverlapHours} hours.`);
  const identitySecret = newIdentitySecret();
  const until = await withTenant(deps.db, tenantId, async (tx) => {
    if (!(await findTenant(tx))) throw new AppError("not_found", "Tenant not found.");
    await insertAudit(tx, {
      actor,
      action: "identity.rotate",
      target: { kind: "tenant", id: tenantId },
      detail: { overlap_hours: overlapHours },
    });
    return rotateIdentitySecret(tx, identitySecret, Math.round(overlapHours * 3600));
  });
  return { identity_secret: identitySecret, previous_valid_until: until?.toISOString() ?? null };
}
