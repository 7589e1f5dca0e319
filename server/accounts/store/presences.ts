import type { Away } from "../../../protocol/assignment.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/**
 * An open console reports every minute, and a browser allows a hidden page at most one report per minute; after two and a half missed
 * reports the person counts as gone.
 */
export const silenceSeconds = 150;

/** SQL expressions over a row `p`. */
const isHere = `p.gone_at is null and p.seen_at is not null and p.seen_at > now() - interval '${silenceSeconds} seconds'`;
const isAway = "p.away_since is not null and (p.away_until is null or p.away_until > now())";
/** Time since when the person cannot be assigned tickets. */
export const leftAt = `case when ${isAway} then p.away_since else coalesce(p.gone_at, p.seen_at) end`;

export interface PresenceRow {
  personId: string;
  isHere: boolean;
  away: { since: Date; until: Date | null } | null;
  lastAssignedAt: Date | null;
}

const columns = `p.person_id, coalesce(${isHere}, false) as is_here, ${isAway} as is_away, p.away_since, p.away_until, p.last_assigned_at`;

interface Raw {
  person_id: string;
  is_here: boolean;
  is_away: boolean;
  away_since: Date | null;
  away_until: Date | null;
  last_assigned_at: Date | null;
}

function toRow({ person_id, is_here, is_away, away_since, away_until, last_assigned_at }: Raw): PresenceRow {
  const away = is_away && away_since ? { since: away_since, until: away_until } : null;
  return { personId: person_id, isHere: is_here, away, lastAssignedAt: last_assigned_at };
}

/** Records that a person's console is open or closed. Another open page of the same person reports within a minute. */
export async function touchPresence(
  tx: TenantTransaction,
  personId: string,
  here: boolean,
): Promise<PresenceRow & { wasHere: boolean }> {
  const { rows } = await tx.query<Raw & { was_here: boolean }>(
    // Sees the previous row.
    `with before as (
       select ${isHere} as was_here from presences p where p.person_id = $2
     ), p as (
       insert into presences (tenant_id, person_id, seen_at, gone_at) values ($1, $2, now(), case when $3 then null else now() end)
       on conflict (tenant_id, person_id) do update
         set seen_at = case when $3 then now() else presences.seen_at end,
             gone_at = case when $3 then null else coalesce(presences.gone_at, now()) end
       returning *
     ) select ${columns}, coalesce((select was_here from before), false) as was_here from p`,
    [tx.tenantId, personId, here],
  );
  const row = only(rows);
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
  const { rows } = await tx.query<Raw>(
    `with p as (
       insert into presences (tenant_id, person_id, away_since, away_until) values ($1, $2, case when $3 then now() end, $4)
       on conflict (tenant_id, person_id) do update
         set away_since = case when $3 then case when presences.away_since is not null and (presences.away_until is null or presences.away_until > now())
                                                 then presences.away_since else now() end end,
             away_until = excluded.away_until
       returning *
     ) select ${columns} from p`,
    [tx.tenantId, personId, away !== null, away?.until ?? null],
  );
  return toRow(only(rows));
}

/** All persons with a presence row. */
export async function listPresences(tx: TenantTransaction): Promise<PresenceRow[]> {
  const { rows } = await tx.query<Raw>(`select ${columns} from presences p`);
  return rows.map(toRow);
}

/** Like {@link listPresences}, and locks the rows, so that a tenant's assignments run one after another. */
export async function lockPresences(tx: TenantTransaction): Promise<PresenceRow[]> {
  await tx.query("select person_id from presences order by person_id for update");
  return listPresences(tx);
}

/** Records the assignment of a ticket; the order within a transaction counts too. */
export async function updateLastAssigned(tx: TenantTransaction, personId: string): Promise<void> {
  await tx.query("update presences set last_assigned_at = clock_timestamp() where person_id = $1", [personId]);
}

export function toAway(away: PresenceRow["away"]): Away | null {
  return away && { since: away.since.toISOString(), until: away.until?.toISOString() ?? null };
}

/** Deletes the presence of a former member. */
export async function deletePresence(tx: TenantTransaction, personId: string): Promise<void> {
  await tx.query("delete from presences where person_id = $1", [personId]);
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error("a presence was written and not given back");
  return row;
}
