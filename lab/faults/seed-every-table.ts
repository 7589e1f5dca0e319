import { toSql } from "../../server/database/own-schema.ts";
import { insertProbeRow, listProbeTables, makeProbeRow, type ProbeRow } from "../../server/database/probe-rows.ts";
import type { TenantTransaction, Transaction } from "../../server/database/transaction.ts";

/**
 * Gives the transaction's existing tenant one more row in every tenant table, with the marker in every text. Background work touches none
 * of them: turns and jobs are finished, the message is an agent's, nothing is due.
 * @returns the rows by table, for tests that search for the marker where it must not appear.
 */
export async function seedEveryTable(tx: TenantTransaction, marker: string): Promise<Map<string, ProbeRow>> {
  const rows = new Map<string, ProbeRow>([["public.tenants", { tenant_id: tx.tenantId }]]);
  for (const table of await listProbeTables(tx)) {
    if (table.name === "public.tenants") continue;
    const row = makeProbeRow(table, { tenantId: tx.tenantId, marker, parents: rows });
    Object.assign(row, atRest[table.name]);
    const { sql, params } = insertProbeRow(table, row);
    // The jobs for gaps and for retention create these rows themselves at some time.
    const isThere = ["public.gap_runs", "public.retention_states"].includes(table.name)
      ? " on conflict (tenant_id) do update set next_at = excluded.next_at"
      : "";
    await tx.query(sql + isThere, params);
    rows.set(table.name, row);
  }
  return rows;
}

/** Long before the tenant existed: the server recounts today and yesterday. */
const countedDay = "2001-01-01";

const atRest: Record<string, ProbeRow> = {
  "public.analytics_days": { day: countedDay, is_closed: "true" },
  "public.analytics_agents": { day: countedDay },
  "public.analytics_topics": { day: countedDay },
  "public.turns": { status: "done" },
  "public.jobs": { status: "done" },
  "public.messages": { addressee: "human" },
  "public.confirmations": { expires_at: "2999-01-01T00:00:00Z" },
  "public.notices": { due_at: "2999-01-01T00:00:00Z", push_at: "2999-01-01T00:00:00Z" },
  "public.gap_runs": { next_at: "2999-01-01T00:00:00Z" },
  "public.erasures": { finished_at: "2026-01-01T00:00:00Z", lease_until: "2999-01-01T00:00:00Z" },
  "public.tenant_removals": { erase_at: "2999-01-01T00:00:00Z", lease_until: "2999-01-01T00:00:00Z" },
  "public.retention_states": { next_at: "2999-01-01T00:00:00Z" },
  "public.document_sites": { next_at: "2999-01-01T00:00:00Z" },
  "public.document_refreshes": { next_at: "2999-01-01T00:00:00Z" },
  "public.cache_purges": { created_at: "2999-01-01T00:00:00Z" },
};

/** Excludes days that the server may still recount at any time: they are closed after eight days. */
const ofClosedDays = " where day < current_date - 9";

/**
 * All rows visible to the transaction's tenant, as one hash per table. Leaves out the time of the last count and the numbers of the latest
 * days, because the server changes both on its own.
 */
export async function fingerprintTables(tx: Pick<Transaction, "query">): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name } of await listProbeTables(tx)) {
    const which = name.startsWith("public.analytics_") ? ofClosedDays : "";
    const { rows } = await tx.query<{ all: string }>(
      `select coalesce(md5(string_agg(line, '|' order by line)), '') as all from (select (to_jsonb(t) - 'counted_at')::text as line from ${toSql(name)} t${which}) lines`,
    );
    found.set(name, rows[0]?.all ?? "");
  }
  return found;
}

/** Ids in the tenant's tables, by table: keys of one column besides the tenant's. */
export async function listTenantIds(tx: Transaction): Promise<Map<string, string[]>> {
  const ids = new Map<string, string[]>();
  for (const { name, columns } of await listProbeTables(tx)) {
    if (!columns.some((column) => column.name === "id")) continue;
    const { rows } = await tx.query<{ id: string }>(`select id::text as id from ${toSql(name)} limit 20`);
    ids.set(
      name,
      rows.map(({ id }) => id),
    );
  }
  return ids;
}

/** {@link fingerprintTables}, once notices rest: the server sends them to devices in the background, which changes their rows. */
export async function fingerprintResting(tx: Pick<Transaction, "query">): Promise<Map<string, string>> {
  await tx.query("update notices set push_at = null, due_at = '2999-01-01'");
  return fingerprintTables(tx);
}
