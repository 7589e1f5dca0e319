import { loadavg } from "node:os";
import { join } from "node:path";
import { origin, type Shop } from "../parley.ts";
import { onStage, runProgram, type Stage, withParley } from "../stage.ts";
import { timeCounting } from "./analytics-times.ts";
import { sweep, timeDeletions, timeTenantDeletion } from "./deletions.ts";
import { timeInbox } from "./inbox-times.ts";
import {
  byStatement,
  logPlansOf,
  planLogFile,
  planLogSettings,
  readPlans,
  readsAll,
  sequentialScans,
} from "./plan-log.ts";
import { printStatements, printTable } from "./print.ts";
import { largeSize, type SeedSize, seedTenant, timeWords } from "./seed.ts";
import { listTenantTables } from "./tenant-tables.ts";
import { walk } from "./walk.ts";

/**
 * `node dist/lab/bench/plans/main.js [tickets]`: measures a tenant with 40,000 tickets, 200,000 turns and 400,000 messages (or the given
 * number) and a small tenant, on a separate PostgreSQL. Times the inbox and deletions, then runs all actions of visitors and agents while
 * PostgreSQL logs every plan. Exit code 1 when a query scanned a whole tenant table, or when a page of the inbox or its counts took longer
 * than {@link inboxTargetMs}.
 */
const inboxTargetMs = 20;
/** PostgreSQL scans smaller tables in full for good reason: it reads fewer pages than with an index. */
const smallTableRows = 2_000;
const smallTenant: SeedSize = { tickets: 200, documents: 10 };

const [tickets] = process.argv.slice(2);
const size: SeedSize = tickets === undefined ? largeSize : { tickets: Number(tickets), documents: 100 };
await runProgram(() => onStage({ services: { postgresSettings: planLogSettings } }, measure));

/** @returns whether all limits were met. */
async function measure(stage: Stage): Promise<boolean> {
  const { databaseUrl, superuserUrl } = stage.services;
  const admin = await stage.admin();
  const [big, small] = await withParley(stage, async () => [await stage.shop(), await stage.shop()] as const);
  await seedTenant(admin, small.tenantId, smallTenant);
  await seedTenant(admin, big.tenantId, size);
  // Otherwise the server does both while the inbox is timed.
  const wordsMs = await timeWords(superuserUrl);
  process.stdout.write(`word index of all tickets for search: ${(wordsMs / 1_000).toFixed(1)} s\n`);
  for (const { tenantId } of [small, big]) {
    const { times, days } = await timeCounting({ tenantId, databaseUrl });
    printTable(`counting ${days} days, ms`, times);
  }
  const times = await withParley(stage, ({ api }) => timeInbox({ ...big, api, databaseUrl }));
  printTable("the inbox, ms", times);
  printTable("deletions, ms", await timeDeletions(stage.services, big));
  const isIndexed = await planEverything(stage, [big, small]);
  printTable("the whole tenant, ms", await timeTenantDeletion(stage.services, big));
  // The time beyond a bare round trip: on a busy machine the round trip takes a multiple of the database's own time.
  const roundTrip = times[0]?.median ?? 0;
  const slow = times.filter((time) => time.isJudged && time.median - roundTrip > inboxTargetMs);
  for (const { name, median } of slow) process.stdout.write(`too slow: ${name} ${median.toFixed(1)} ms\n`);
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}\n`);
  return isIndexed && slow.length === 0;
}

/** Runs all actions for the large and the small tenant, and reads each statement with its plan. */
async function planEverything(stage: Stage, tenants: readonly Shop[]): Promise<boolean> {
  const admin = await stage.admin();
  await admin.query(logPlansOf("parley_app"));
  await withParley(stage, async ({ api }) => {
    for (const tenant of tenants) await walk({ ...tenant, api, origin });
  });
  for (const tenant of tenants) await sweep(stage.services, tenant);
  await admin.query("alter role parley_app reset auto_explain.log_min_duration");
  const tables = await listTenantTables(admin);
  const large = new Set(tables.filter(({ rows }) => rows > smallTableRows).map(({ name }) => name));
  const excepted = tables.filter(({ name }) => !large.has(name)).map(({ name, rows }) => `${name} (${rows})`);
  const statements = byStatement(await readPlans(join(stage.services.postgresFolder, planLogFile)));
  printStatements(statements);
  process.stdout.write(`of at most ${smallTableRows} rows, and not judged: ${excepted.join(", ")}\n`);
  for (const { why, statement } of readsAll) process.stdout.write(`not judged: ${why} (${statement.source})\n`);
  const found = sequentialScans(statements, large);
  for (const { statement, scan } of found)
    process.stdout.write(
      `read from end to end: ${scan.table} (${scan.rows} rows) by ${statement.text.slice(0, 300)}\n`,
    );
  process.stdout.write(`${statements.length} statements, ${found.length} with a table read from end to end\n`);
  return found.length === 0;
}
