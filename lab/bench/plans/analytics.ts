import { loadavg } from "node:os";
import { onStage, runProgram, withParley } from "../stage.ts";
import { timeAnalyticsCalls, timeCounting } from "./analytics-times.ts";
import { printTable } from "./print.ts";
import { seedPeople, seedTenant } from "./seed.ts";

/**
 * `node dist/lab/bench/plans/analytics.js [tickets]`: measures a tenant with a year of 10,000 tickets, 50,000 turns and 100,000 messages
 * (or the given number) on a separate PostgreSQL. Times the first count of its days, and the requests of the page.
 */
const tickets = Number(process.argv[2] ?? 10_000);

await runProgram(() =>
  onStage({}, async (stage) => {
    const shop = await withParley(stage, stage.shop);
    const admin = await stage.admin();
    await seedTenant(admin, shop.tenantId, { tickets, documents: 100 });
    await seedPeople(admin, shop.tenantId);
    const { days, times } = await timeCounting({ ...shop, databaseUrl: stage.services.databaseUrl });
    printTable(`counting, ms (${((times[1]?.median ?? 0) / days).toFixed(1)} per day)`, times);
    const calls = await withParley(stage, ({ api }) => timeAnalyticsCalls({ ...shop, api }));
    printTable("API calls of the page, ms", calls);
    process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}\n`);
  }),
);
