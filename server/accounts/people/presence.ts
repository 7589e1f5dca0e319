import type { ChangePresenceRequest, OwnPresence } from "../../../protocol/assignment.ts";
import { AppError } from "../../core/errors.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { tenantQuery, withTenant } from "../../database/transaction.ts";
import { toAway, touchPresence, updateAway } from "../store/presences.ts";
import type { AccountOwner } from "./account.ts";
import type { PeopleDeps } from "./deps.ts";

/** Longest absence with an automatic return. */
const maxAwayMs = 366 * 86_400_000;

/** Records that the person's console is open or closed, and notifies the others of a change. @returns the person's own presence setting. */
export async function sayPresent(
  { db, announcePeopleChanged }: Pick<PeopleDeps, "db" | "announcePeopleChanged">,
  { tenantId, personId }: Pick<AccountOwner, "tenantId" | "personId">,
  { here }: { here: boolean },
): Promise<OwnPresence> {
  const { away, isHere, wasHere } = await tenantQuery(db, tenantId, (tx) => touchPresence(tx, personId, here));
  if (isHere !== wasHere) await announcePeopleChanged(tenantId);
  return { away: toAway(away) };
}

/** Sets whether the person can be assigned tickets, and notifies the others. @throws AppError `invalid_request`. */
export async function changePresence(
  { db, announcePeopleChanged }: Pick<PeopleDeps, "db" | "announcePeopleChanged">,
  { tenantId, personId }: Pick<AccountOwner, "tenantId" | "personId">,
  { away, until }: ChangePresenceRequest,
): Promise<OwnPresence> {
  const end = away && until ? new Date(until) : null;
  if (end && end.getTime() <= Date.now()) throw new AppError("invalid_request", "until: must be in the future.");
  if (end && end.getTime() > Date.now() + maxAwayMs)
    throw new AppError("invalid_request", "until: must be within a year.");
  const changed = await withTenant(db, tenantId, async (tx) => {
    const changed = await updateAway(tx, personId, away ? { until: end } : null);
    await insertAudit(tx, {
      actor: { kind: "person", id: personId },
      action: away ? "person.away" : "person.back",
      target: { kind: "person", id: personId },
      detail: end ? { until: end.toISOString() } : {},
    });
    return changed;
  });
  await announcePeopleChanged(tenantId);
  return { away: toAway(changed.away) };
}
