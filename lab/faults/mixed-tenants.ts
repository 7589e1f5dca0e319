import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import type { Database } from "../../server/database/database.ts";
import { withTenant } from "../../server/database/transaction.ts";
import { onStage, runProgram, type Stage } from "../bench/stage.ts";
import { seedEveryTable } from "./seed-every-table.ts";

// Many tenants over a pool of five connections, with errors, statement time-outs and cancelled statements in between. Every returned row
// must belong to the tenant that queried. Prints one JSON object.

const tenantCount = 20;
const workerCount = 40;
/** Tables that the test reads; all have one row per tenant. */
const tables = ["tenants", "visitors", "tickets", "messages", "ticket_events", "chunks", "documents", "audit_log"];

const { values } = parseArgs({ options: { transactions: { type: "string", default: "200000" } } });
const total = Number(values.transactions);
const outcome = {
  transactions: 0,
  rows: 0,
  wrong_rows: 0,
  missing_rows: 0,
  errors: 0,
  timeouts: 0,
  cancels: 0,
  seconds: 0,
};
await runProgram(() => onStage({}, measure));

async function measure(stage: Stage): Promise<boolean> {
  const db = await stage.database();
  const tenants = await makeTenants(db);
  const startedAt = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < total) {
      next += 1;
      await step(db, tenants, next);
    }
  };
  await Promise.all(Array.from({ length: workerCount }, worker));
  outcome.seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(`${JSON.stringify(outcome, null, 2)}\n`);
  return outcome.wrong_rows + outcome.missing_rows === 0;
}

async function makeTenants(db: Database): Promise<string[]> {
  const tenants = Array.from({ length: tenantCount }, () => randomUUID());
  for (const id of tenants) {
    await withTenant(db, id, async (tx) => {
      await tx.query("insert into tenants (tenant_id, name, identity_secret) values ($1, 'T', 'x')", [id]);
      await seedEveryTable(tx, `mark-${id}`);
    });
  }
  return tenants;
}

async function step(db: Database, tenants: readonly string[], nth: number): Promise<void> {
  const tenantId = tenants[nth % tenants.length] ?? "";
  const table = tables[nth % tables.length] ?? "tenants";
  outcome.transactions += 1;
  try {
    const rows = await withTenant(db, tenantId, async (tx) => {
      if (nth % 17 === 3) throw new Error("work failed");
      if (nth % 101 === 5) await tx.query("set local statement_timeout = 1; select pg_sleep(1)");
      if (nth % 103 === 7) await tx.query("select pg_cancel_backend(pg_backend_pid()), pg_sleep(1)");
      if (nth % 19 === 4) await tx.query("select 1 / 0");
      if (nth % 5 === 1) await tx.query("update visitors set last_seen_at = now()");
      return (await tx.query<{ tenant_id: string }>(`select tenant_id from ${table}`)).rows;
    });
    outcome.rows += rows.length;
    outcome.wrong_rows += rows.filter((row) => row.tenant_id !== tenantId).length;
    if (rows.length === 0) outcome.missing_rows += 1;
  } catch (error) {
    const text = String(error);
    if (/statement timeout/.test(text)) outcome.timeouts += 1;
    else if (/user request/.test(text)) outcome.cancels += 1;
    else if (/work failed|division by zero/.test(text)) outcome.errors += 1;
    else throw error;
  }
}
