import { readConfig } from "../../../server/core/config/config.ts";
import { createLogger } from "../../../server/core/log.ts";
import { openDatabase } from "../../../server/database/open-database.ts";
import { withTenant } from "../../../server/database/transaction.ts";
import { keepDays } from "../../../server/operations/analytics/keep-days.ts";
import { callAdmin } from "../parley.ts";
import { type Times, timeRuns, timesOf } from "./print.ts";

const runs = 30;

interface Counted {
  databaseUrl: string;
  tenantId: string;
}

/** Counts all days of a tenant for the first time, and today's again, compared with a bare transaction. */
export async function timeCounting({ databaseUrl, tenantId }: Counted): Promise<{ days: number; times: Times[] }> {
  const db = await openDatabase(readConfig({ DATABASE_URL: databaseUrl }), createLogger("silent"));
  try {
    const bare = await timeRuns("select 1", runs, () => withTenant(db, tenantId, (tx) => tx.query("select 1")));
    const from = performance.now();
    const days = await keepDays(db, tenantId, { freshMs: 0 });
    const all = timesOf(`all ${days} days, first run`, [performance.now() - from]);
    const again = await timeRuns("run without new data", runs, () => keepDays(db, tenantId, { freshMs: 0, days: 2 }));
    return { days, times: [bare, all, again] };
  } finally {
    await db.close();
  }
}

/** The requests of the analytics page over HTTP. The first is a call that reads almost nothing, for comparison. */
export async function timeAnalyticsCalls({ api, apiKey }: { api: string; apiKey: string }): Promise<Times[]> {
  const overHttp = (name: string, path: string) => timeRuns(name, runs, () => callAdmin(api, { apiKey }, { path }));
  await overHttp("warm", "analytics?days=365");
  return [
    await overHttp("GET me", "me"),
    await overHttp("GET analytics, 30 days", "analytics?days=30"),
    await overHttp("GET analytics, a year", "analytics?days=365"),
    await overHttp("GET analytics, two years", "analytics?days=731"),
    await overHttp("GET analytics/tickets, a week", "analytics/tickets?measure=first_answer&days=7"),
    await overHttp("GET analytics/tickets, a year", "analytics/tickets?measure=answers&days=365"),
    await overHttp("GET metrics", "metrics"),
  ];
}
