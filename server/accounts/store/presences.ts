import { sql } from "kysely";
import type { Away } from "../../../protocol/assignment.ts";
import { now, query, type RowOf } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/**
 * An open console reports every minute, and a browser allows a hidden page at most one report per minute; after two and a half missed
 * reports the person counts as gone.
 */
export const silenceSeconds = 150;

// SQL expressions over a row `p` of presences.
const isAway = sql`p.away_since is not null and (p.away_until is null or p.away_until > now())`;
/** Time since when the person cannot be assigned tickets. */
export const leftAt = sql<Date>`case when ${isAway} then p.away_since else coalesce(p.gone_at, p.seen_at) end`;
const isHere = sql`coalesce(p.gone_at is null and p.seen_at > now() - make_interval(secs => ${silenceSeconds}), false)`;

const columns = sql`p.person_id, ${isHere} as is_here, ${isAway} as is_away, p.away_since, p.away_until, p.last_assigned_at`;

export interface PresenceRow {
  personId: string;
  isHere: boolean;
  away: { since: Date; until: Date | null } | null;
  lastAssignedAt: Date | null;
}

type Selected = Pick<RowOf<"presences">, "person_id" | "away_since" | "away_until" | "last_assigned_at"> & {
  is_here: boolean;
  is_away: boolean;
};

function toRow({ person_id, is_here, is_away, away_since, away_until, last_assigned_at }: Selected): PresenceRow {
  const away = is_away && away_since ? { since: away_since, until: away_until } : null;
  return { personId: person_id, isHere: is_here, away, lastAssignedAt: last_assigned_at };
}

/** Records that a person's console is open or closed. Another open page of the same person reports within a minute. */
export async function touchPresence(
  tx: TenantTransaction,
  personId: string,
  here: boolean,
): Promise<PresenceRow & { wasHere: boolean }> {
  // `before` sees the previous row.
  const row = await tx.first(sql<Selected & { was_here: boolean }>`
    with before as (
      select ${isHere} as was_here from presences p where p.person_id = ${personId}
    ), p as (
      insert into presences (tenant_id, person_id, seen_at, gone_at) values (${tx.tenantId}, ${personId}, now(), ${here ? null : now})
      on conflict (tenant_id, person_id) do update
        set seen_at = ${here ? now : sql.ref("presences.seen_at")},
            gone_at = ${here ? null : sql`coalesce(presences.gone_at, now())`}
      returning *
    ) select ${columns}, coalesce((select was_here from before), false) as was_here from p`);
  if (!row) throw new Error("a presence was written and not returned");
  return { ...toRow(row), wasHere: row.was_here };
}

/**
 * Sets the person away from now on, until a time or without an end; null: available again. A person who was already away keeps the start
 * time.
 */
export async function updateAway(
  tx: TenantTransaction,
  personId: string,
  away: { until: Date | null } | null,
): Promise<PresenceRow> {
  const row = await tx.first(sql<Selected>`
    with p as (
      insert into presences as p (tenant_id, person_id, away_since, away_until)
      values (${tx.tenantId}, ${personId}, ${away && now}, ${away?.until ?? null})
      on conflict (tenant_id, person_id) do update
        set away_since = ${away && sql`case when ${isAway} then p.away_since else now() end`}, away_until = excluded.away_until
      returning *
    ) select ${columns} from p`);
  if (!row) throw new Error("a presence was written and not returned");
  return toRow(row);
}

/** All persons with a presence row. */
export async function listPresences(tx: TenantTransaction): Promise<PresenceRow[]> {
  return (await tx.all(sql<Selected>`select ${columns} from presences p`)).map(toRow);
}

/** Like {@link listPresences}, and locks the rows, so that a tenant's assignments run one after another. */
export async function lockPresences(tx: TenantTransaction): Promise<PresenceRow[]> {
  await tx.run(query.selectFrom("presences").select("person_id").orderBy("person_id").forUpdate());
  return listPresences(tx);
}

/** Records the assignment of a ticket; the order within a transaction counts too. */
export async function updateLastAssigned(tx: TenantTransaction, personId: string): Promise<void> {
  const last_assigned_at = sql<Date>`clock_timestamp()`;
  await tx.run(query.updateTable("presences").set({ last_assigned_at }).where("person_id", "=", personId));
}

export function toAway(away: PresenceRow["away"]): Away | null {
  return away && { since: away.since.toISOString(), until: away.until?.toISOString() ?? null };
}

/** Deletes the presence of a former member. */
export async function deletePresence(tx: TenantTransaction, personId: string): Promise<void> {
  await tx.run(query.deleteFrom("presences").where("person_id", "=", personId));
}
