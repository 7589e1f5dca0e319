import type { Transaction } from "../../database/transaction.ts";

// Sessions are the sign-in library's; it reads the row on every call, so one that is gone here is over at once.

export interface PersonSession {
  id: string;
  userAgent: string | null;
  lastSeenAt: Date;
  createdAt: Date;
}

/** Notes that a session was used, and in which tenant. */
export async function touchSession(
  tx: Transaction,
  { sessionId, personId, tenantId }: { sessionId: string; personId: string; tenantId: string },
): Promise<void> {
  await tx.query(
    `with seen as (update auth.sessions set last_seen_at = now() where id = $1)
     update auth.members set last_seen_at = now() where person_id = $2 and organization_id = $3`,
    [sessionId, personId, tenantId],
  );
}

/** Sessions that a person's profile lists. */
const maxListed = 100;

/** Those that are not over, the one used last first. */
export async function listSessions(tx: Transaction, personId: string): Promise<PersonSession[]> {
  const { rows } = await tx.query<{
    id: string;
    user_agent: string | null;
    last_seen_at: Date;
    created_at: Date;
  }>(
    `select id, user_agent, coalesce(last_seen_at, updated_at) as last_seen_at, created_at from auth.sessions
      where person_id = $1 and expires_at > now() order by coalesce(last_seen_at, updated_at) desc, id desc limit $2`,
    [personId, maxListed],
  );
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    lastSeenAt: row.last_seen_at,
    createdAt: row.created_at,
  }));
}

/** Ends one session of a person's; false when they have no such one. */
export async function deleteSession(tx: Transaction, personId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from auth.sessions where person_id = $1 and id = $2", [
    personId,
    sessionId,
  ]);
  return rowCount === 1;
}

/** Ends all sessions of a person's but one, if one is named; returns how many. */
export async function deleteSessions(tx: Transaction, personId: string, but: string | null): Promise<number> {
  const { rowCount } = await tx.query(
    "delete from auth.sessions where person_id = $1 and ($2::uuid is null or id <> $2)",
    [personId, but],
  );
  return rowCount ?? 0;
}

/** Ends the sessions that work for a tenant, or for none that was chosen. */
export async function deleteSessionsOfTenant(tx: Transaction, personId: string, tenantId: string): Promise<void> {
  await tx.query(
    "delete from auth.sessions where person_id = $1 and (active_organization_id = $2 or active_organization_id is null)",
    [personId, tenantId],
  );
}

/** From now on the session works for this tenant. */
export async function updateSessionTenant(tx: Transaction, sessionId: string, tenantId: string): Promise<void> {
  await tx.query("update auth.sessions set active_organization_id = $2 where id = $1", [sessionId, tenantId]);
}
