import { z } from "zod";
import { plainText } from "../../../protocol/requests.ts";
import { AppError } from "../../core/errors.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { listMemberships } from "../store/people.ts";
import { deleteUnconfirmedWays, hasProviderAccount, isLinkedToAnother } from "../store/vouched-people.ts";
import { acceptVouched } from "./accept.ts";
import type { PeopleDeps } from "./deps.ts";

const nameSchema = z.string().pipe(plainText.trim().min(1).max(100));

/** Identity from the provider, which has verified the address. */
interface Vouched {
  providerId: string;
  subject: string;
  email: string;
  name: string;
}

/**
 * Prepares the account for a sign-in through the operator's provider, before the sign-in library searches for it. With an invitation,
 * creates the account. An account whose address was never confirmed loses every sign-in method set up before: a stranger may have created
 * it in advance. An account linked to another subject of the provider keeps that link: the provider may have assigned the address to
 * another person.
 */
export async function admit(
  deps: PeopleDeps,
  { providerId, subject, email, name }: Vouched,
  invitation: Buffer | null,
): Promise<"invitation" | "linked" | null> {
  const { isKnown, isAnothers } = await withSystem(deps.db, "sign-in-by-provider", async (tx) => ({
    isKnown: await hasProviderAccount(tx, { providerId, subject }),
    isAnothers: await isLinkedToAnother(tx, { providerId, subject, email }),
  }));
  if (isKnown) return null;
  if (isAnothers) return "linked";
  if (invitation) {
    const person = { hash: invitation, email, name: nameSchema.safeParse(name).data ?? email.slice(0, 100) };
    if (!(await acceptVouched(deps, person).catch(overIsFalse))) return "invitation";
  }
  const cleared = await withSystem(deps.db, "sign-in-by-provider", async (tx) => {
    const personId = await deleteUnconfirmedWays(tx, email);
    return personId && { personId, tenants: await listMemberships(tx, personId) };
  });
  if (!cleared) return null;
  const who = { kind: "person" as const, id: cleared.personId };
  for (const { tenantId } of cleared.tenants) {
    await withTenant(deps.db, tenantId, (tx) =>
      insertAudit(tx, { actor: who, action: "person.confirmed", target: who, detail: { password: "removed" } }),
    );
    await deps.recheckStreams(tenantId);
  }
  return null;
}

/** Another request accepted the invitation first. */
function overIsFalse(error: unknown): false {
  if (error instanceof AppError && error.code === "link_ended") return false;
  throw error;
}
