import type { Away } from "../../../protocol/assignment.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/**
 * A console that is open says so each minute, and a browser lets a hidden page do so once a minute at most; who missed two and a half of
 * these is gone.
 */
export const silenceSeconds = 150;

/** Pieces of SQL about a row `p`. */
const isHere = `p.gone_at is null and p.seen_at is not null and p.seen_at > now() - interval '${silenceSeconds} seconds'`;
const isAway = "p.away_since is not null and (p.away_until is null or p.away_until > now())";
/** Since when nobody can be given anything there. */
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

/** Notes that a person's console is open, or closes. Another page of theirs says within a minute that it is open still. */
export async function touchPresence(
  tx: TenantTransaction,
  personId: string,
  here: boolean,
): Promise<PresenceRow & { wasHere: boolean }> {
  const { rows } = await tx.query<Raw & { was_here: boolean }>(
    // Sees the row as it was before.
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

/** Away from now on, until a time or without an end; null: there again. Whoever was away already stays so since then. */
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

/** Everybody of whom something is known. */
export async function listPresences(tx: TenantTransaction): Promise<PresenceRow[]> {
  const { rows } = await tx.query<Raw>(`select ${columns} from presences p`);
  return rows.map(toRow);
}

/** Like {@link listPresences}, and holds the rows: who gives tickets of a tenant does so one after another. */
export async function lockPresences(tx: TenantTransaction): Promise<PresenceRow[]> {
  await tx.query("select person_id from presences order by person_id for update");
  return listPresences(tx);
}

/** Notes that a person was given a ticket; the order within a transaction counts, too. */
export async function updateLastAssigned(tx: TenantTransaction, personId: string): Promise<void> {
  await tx.query("update presences set last_assigned_at = clock_timestamp() where person_id = $1", [personId]);
}

/** As the API says it. */
export function toAway(away: PresenceRow["away"]): Away | null {
  return away && { since: away.since.toISOString(), until: away.until?.toISOString() ?? null };
}

/** Forgets a person who works here no more. */
export async function deletePresence(tx: TenantTransaction, personId: string): Promise<void> {
  await tx.query("delete from presences where person_id = $1", [personId]);
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error("a presence was written and not given back");
  return row;
}
