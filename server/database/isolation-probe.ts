import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { asError } from "../core/errors.ts";
import type { Database } from "./database.ts";
import type { IsolationFault } from "./isolation-catalogue.ts";
import { toSql } from "./own-schema.ts";
import {
  insertProbeRow,
  listProbeTables,
  makeProbeRow,
  type ProbeRow,
  type ProbeTable,
  pointAt,
} from "./probe-rows.ts";

export interface ProbeReport {
  tables: string[];
  /** Number of statements tried without permission. */
  tries: number;
  faults: IsolationFault[];
}

/** SQLSTATEs of a refusal: missing privilege or row security, and missing parent row. */
const refused = "42501";
const noParent = "23503";

interface Probe {
  client: PoolClient;
  tables: ProbeTable[];
  a: Tenant;
  b: Tenant;
  report: ProbeReport;
}

interface Tenant {
  id: string;
  marker: string;
  rows: Map<string, ProbeRow>;
}

/**
 * Proves on the running database that tenants are separated: creates two tenants with a row in every table, and then tries, as one of them,
 * without a tenant and as the platform role, to read, add, change, delete and reference the other's rows. All in one transaction that is
 * rolled back, so these tenants are never visible and leave nothing behind. Holds a connection for about a second.
 */
export async function probeIsolation(db: Database): Promise<ProbeReport> {
  const client = await db.pool.connect();
  try {
    await client.query("begin");
    const tables = await listProbeTables(client);
    const report: ProbeReport = { tables: tables.map(({ name }) => name), tries: 0, faults: [] };
    const probe: Probe = { client, tables, a: newTenant(), b: newTenant(), report };
    await fill(probe, probe.a);
    await fill(probe, probe.b);
    const before = await fingerprint(probe);
    for (const table of tables) await tryAsOther(probe, table);
    await enter(probe, "");
    for (const table of tables) await expectNone(probe, table, { who: "nobody's tenant", where: "true" });
    await tryAsPlatform(probe);
    await compare(probe, before);
    return report;
  } finally {
    await client.query("rollback").catch(() => {}); // a connection that broke has nothing to roll back
    client.release();
  }
}

function newTenant(): Tenant {
  return { id: randomUUID(), marker: `probe-${randomUUID()}`, rows: new Map() };
}

async function enter({ client }: Probe, tenantId: string, role = "parley_app"): Promise<void> {
  await client.query("select set_config('role', $1, true), set_config('app.current_tenant', $2, true)", [
    role,
    tenantId,
  ]);
  // Rolling back a try must not reset the role and the tenant, so they are set before the savepoint.
  await client.query("savepoint try");
}

async function fill(probe: Probe, tenant: Tenant): Promise<void> {
  await enter(probe, tenant.id);
  for (const table of probe.tables) {
    const row = makeProbeRow(table, { tenantId: tenant.id, marker: tenant.marker, parents: tenant.rows });
    const { sql, params } = insertProbeRow(table, row);
    await probe.client.query("savepoint seed");
    const { error } = await run(probe.client, sql, params);
    if (error === null) {
      tenant.rows.set(table.name, row);
      continue;
    }
    await probe.client.query("rollback to savepoint seed");
    fault(probe, table, `could not be checked: the database rejected a tenant's own row (${error})`);
  }
}

/** Everything that tenant A could try with B's row of this table. */
async function tryAsOther(probe: Probe, table: ProbeTable): Promise<void> {
  const { a, b } = probe;
  if (!a.rows.has(table.name) || !b.rows.has(table.name)) return;
  await enter(probe, a.id);
  await expectNone(probe, table, { who: "another tenant", where: `tenant_id <> '${a.id}'` });
  const own = await attempt(probe, `select 1 from ${toSql(table.name)} where tenant_id = '${a.id}'`);
  if (own.count === 0) fault(probe, table, "hides a tenant's own row");
  const foreign = makeProbeRow(table, { tenantId: b.id, marker: a.marker, parents: b.rows });
  const insert = insertProbeRow(table, foreign);
  await expectRefused(probe, table, { ...insert, what: "lets a tenant add a row to another tenant", code: refused });
  await expectUntouched(
    probe,
    table,
    `update ${toSql(table.name)} set tenant_id = tenant_id where tenant_id = '${b.id}'`,
  );
  await expectUntouched(probe, table, `delete from ${toSql(table.name)} where tenant_id = '${b.id}'`);
  await expectRefused(probe, table, {
    sql: `update ${toSql(table.name)} set tenant_id = '${b.id}' where tenant_id = '${a.id}'`,
    params: [],
    what: "lets a tenant move its row to another tenant",
    code: refused,
  });
  await tryReferences(probe, table);
}

/** A child row of A that refers to B's parent row. */
async function tryReferences(probe: Probe, table: ProbeTable): Promise<void> {
  const { a, b } = probe;
  for (const reference of table.references) {
    const parent = b.rows.get(reference.parent);
    if (!parent || reference.columns.every((name) => name === "tenant_id")) continue;
    const row = makeProbeRow(table, { tenantId: a.id, marker: a.marker, parents: a.rows });
    pointAt(table, { row, reference, parent });
    const what = `lets a row refer to another tenant's ${reference.parent}`;
    // A's own row may have the unique key that the new row needs, so it is deleted first. If that fails, the delete is rolled back and the
    // row stays.
    const { error } = await run(probe.client, `delete from ${toSql(table.name)}`, []);
    if (error !== null) await probe.client.query("rollback to savepoint try");
    await expectRefused(probe, table, { ...insertProbeRow(table, row), what, code: noParent });
  }
}

/** The platform role reads only the rows that its policies allow, and writes no tenant's row. */
async function tryAsPlatform(probe: Probe): Promise<void> {
  await enter(probe, probe.a.id, "parley_platform");
  for (const table of probe.tables) {
    const row = probe.b.rows.get(table.name);
    if (!row) continue;
    const insert = insertProbeRow(
      table,
      makeProbeRow(table, { tenantId: probe.b.id, marker: "x", parents: probe.b.rows }),
    );
    await expectRefused(probe, table, { ...insert, what: "lets the platform role add rows", code: refused });
    await expectUntouched(probe, table, `update ${toSql(table.name)} set tenant_id = tenant_id`);
    await expectUntouched(probe, table, `delete from ${toSql(table.name)}`);
  }
}

async function expectNone(
  probe: Probe,
  table: ProbeTable,
  { who, where }: { who: string; where: string },
): Promise<void> {
  const { error, count } = await attempt(probe, `select 1 from ${toSql(table.name)} where ${where}`);
  if (error === null && count > 0) fault(probe, table, `shows ${count} rows to ${who}`);
}

async function expectUntouched(probe: Probe, table: ProbeTable, sql: string): Promise<void> {
  const { error, code, count } = await attempt(probe, sql);
  const verb = sql.slice(0, 6);
  if (error === null && count > 0) fault(probe, table, `allows ${verb} of ${count} rows of another tenant`);
  if (error !== null && code !== refused) fault(probe, table, `could not be checked: ${verb} failed (${error})`);
}

async function expectRefused(
  probe: Probe,
  table: ProbeTable,
  { sql, params, what, code: wanted }: { sql: string; params: string[]; what: string; code: string },
): Promise<void> {
  const { error, code } = await attempt(probe, sql, params);
  if (error === null) fault(probe, table, what);
  // A missing privilege protects as well as a policy.
  else if (code !== wanted && code !== refused)
    fault(
      probe,
      table,
      code?.startsWith("23") ? `${what}; only a constraint prevents it` : `could not be checked: ${error}`,
    );
}

interface Outcome {
  error: string | null;
  code: string | null;
  count: number;
}

/** Runs a statement that may fail, and rolls it back; the savepoint stays for the next statement. */
async function attempt(probe: Probe, sql: string, params: string[] = []): Promise<Outcome> {
  probe.report.tries += 1;
  const outcome = await run(probe.client, sql, params);
  await probe.client.query("rollback to savepoint try");
  return outcome;
}

async function run(client: PoolClient, sql: string, params: string[]): Promise<Outcome> {
  try {
    const { rowCount } = await client.query(sql, params);
    return { error: null, code: null, count: rowCount ?? 0 };
  } catch (error) {
    const { code } = error as { code?: string }; // a database error carries its SQLSTATE
    return { error: asError(error).message, code: code ?? null, count: 0 };
  }
}

/** The rows of tenant B, as one hash per table. */
async function fingerprint(probe: Probe): Promise<Map<string, string | undefined>> {
  await enter(probe, probe.b.id);
  const found = new Map<string, string | undefined>();
  for (const { name } of probe.tables) {
    const { rows } = await probe.client.query<{ all: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as all from ${toSql(name)} t`,
    );
    found.set(name, rows[0]?.all);
  }
  return found;
}

async function compare(probe: Probe, before: ReadonlyMap<string, string | undefined>): Promise<void> {
  const after = await fingerprint(probe);
  for (const table of probe.tables)
    if (after.get(table.name) !== before.get(table.name)) fault(probe, table, "was changed by another tenant");
}

function fault({ report }: Probe, { name }: ProbeTable, what: string): void {
  report.faults.push({ subject: `table ${name}`, fault: what });
}
