import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createShop, environment, startParley } from "../parley.ts";
import { end } from "../processes.ts";
import { startServices } from "../services.ts";
import { timeAnalyticsCalls, timeCounting } from "./analytics-times.ts";
import { printTable } from "./print.ts";
import { seedPeople, seedTenant } from "./seed.ts";

/**
 * `node dist/lab/bench/plans/analytics.js [tickets]`: measures a tenant with a year of 10,000 tickets, 50,000 turns and 100,000 messages
 * (or the given number) on a separate PostgreSQL. Times the first count of its days, and the requests of the page.
 */
const tickets = Number(process.argv[2] ?? 10_000);

const folder = await mkdtemp(join(tmpdir(), "parley-analytics-"));
const services = await startServices();
const admin = new pg.Client({ connectionString: services.superuserUrl });
const env = { ...environment(services, join(folder, "data"), "http://127.0.0.1:9/v1"), MODEL_PROVIDER: "extractive" };
try {
  const parley = await startParley(env);
  const shop = await createShop(env, join(folder, "shop"));
  await end(parley.child, "SIGTERM");
  await admin.connect();
  await seedTenant(admin, shop.tenantId, { tickets, documents: 100 });
  await seedPeople(admin, shop.tenantId);
  const { days, times } = await timeCounting({ ...shop, databaseUrl: services.databaseUrl });
  printTable(`counting, ms (${((times[1]?.median ?? 0) / days).toFixed(1)} per day)`, times);
  const again = await startParley(env);
  printTable("API calls of the page, ms", await timeAnalyticsCalls({ ...shop, api: again.api }));
  await end(again.child, "SIGTERM");
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}\n`);
} finally {
  await admin.end();
  await services.stop();
  await rm(folder, { recursive: true, force: true });
}
