import { insertAudit } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import type { PeopleDeps } from "./deps.ts";

/** Writes a person's change of their own authenticator app to the audit log. */
export async function noteTwoFactor(
  deps: Pick<PeopleDeps, "db">,
  { tenantId, personId }: { tenantId: string; personId: string },
  what: "on" | "off" | "recovery_codes",
): Promise<void> {
  const who = { kind: "person" as const, id: personId };
  await withTenant(deps.db, tenantId, (tx) =>
    insertAudit(tx, { actor: who, action: `person.two_factor_${what}`, target: who }),
  );
}
