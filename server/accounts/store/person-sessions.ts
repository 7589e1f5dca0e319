import { sql } from "kysely";
import { now, query } from "../../database/query.ts";
import type { Transaction } from "../../database/transaction.ts";

// The sign-in library reads its session row on every call, so a session that is deleted here has ended.

export interface PersonSession {
  id: string;
  userAgent: string | null;
  lastSeenAt: Date;
  createdAt: Date;
}

/** Records the use of a session and of the membership. */
export async function touchSession(
  tx: Transaction,
  { sessionId, personId, tenantId }: { sessionId: string; personId: string; tenantId: string },
): Promise<void> {
  await tx.run(
    query
      .with("seen", (cte) => cte.updateTable("auth.sessions").set({ last_seen_at: now }).where("id", "=", sessionId))
      .updateTable("auth.members")
      .set({ last_seen_at: now })
      .where("person_id", "=", personId)
      .where("organization_id", "=", tenantId),
  );
}

/** Most sessions listed in a profile. */
const maxListed = 100;

/** Sessions that have not expired, the last used first. */
export function listSessions(tx: Transaction, personId: string): Promise<PersonSession[]> {
  const lastSeenAt = sql<Date>`coalesce(last_seen_at, updated_at)`;
  return tx.all(
    query
      .selectFrom("auth.sessions")
      .select(["id", "user_agent as userAgent", lastSeenAt.as("lastSeenAt"), "created_at as createdAt"])
      .where("person_id", "=", personId)
      .where("expires_at", ">", now)
      .orderBy(lastSeenAt, "desc")
      .orderBy("id", "desc")
      .limit(maxListed),
  );
}

/** Ends one session of a person. @returns false when they have no such session. */
export async function deleteSession(tx: Transaction, personId: string, sessionId: string): Promise<boolean> {
  const sessions = query.deleteFrom("auth.sessions").where("person_id", "=", personId);
  return (await tx.run(sessions.where("id", "=", sessionId))) === 1;
}

/** Ends all sessions of a person. @param but a session that goes on, if any. @returns the number of ended sessions. */
export function deleteSessions(tx: Transaction, personId: string, but: string | null): Promise<number> {
  const sessions = query.deleteFrom("auth.sessions").where("person_id", "=", personId);
  return tx.run(but === null ? sessions : sessions.where("id", "<>", but));
}

/** Ends the sessions that work for a tenant, and those without a tenant. */
export async function deleteSessionsOfTenant(tx: Transaction, personId: string, tenantId: string): Promise<void> {
  await tx.run(
    query
      .deleteFrom("auth.sessions")
      .where("person_id", "=", personId)
      .where((is) => is.or([is("active_organization_id", "=", tenantId), is("active_organization_id", "is", null)])),
  );
}

export async function updateSessionTenant(tx: Transaction, sessionId: string, tenantId: string): Promise<void> {
  await tx.run(
    query.updateTable("auth.sessions").set({ active_organization_id: tenantId }).where("id", "=", sessionId),
  );
}
