import { readConfig } from "../../../server/config.ts";
import { wordLeftTickets } from "../../../server/desk/word-tickets.ts";
import { createLogger } from "../../../server/log.ts";
import { openDatabase } from "../../../server/store/open-database.ts";
import { readSearchQuery } from "../../../server/store/search-query.ts";
import { countTickets, listTickets } from "../../../server/store/ticket-list.ts";
import type { TicketView } from "../../../server/store/ticket-view.ts";
import { withTenant } from "../../../server/store/transaction.ts";
import { type Times, timeRuns } from "./print.ts";

const runs = 30;
/** One meant ticket or visitor, words of one ticket in six, a beginning that nearly every ticket has, operators, and what nobody wrote. */
const searches = [
  "#2000",
  "visitor1001@customer.example",
  "refund12 ",
  "voucher7 refund12 basket3 ",
  "refu",
  '"refund12 order13"',
  "refund12 is:waiting",
  "from:visitor1001",
  "nobody-wrote",
];
const views: TicketView[] = ["needs_person", "mine", "unassigned", "assistant", "resolved", "all"];

interface Inbox {
  api: string;
  databaseUrl: string;
  tenantId: string;
  apiKey: string;
}

/** Pages and counts by themselves, each in its transaction, and the whole endpoint over HTTP; first a bare round trip. */
export async function timeInbox({ api, databaseUrl, tenantId, apiKey }: Inbox): Promise<Times[]> {
  const db = await openDatabase(readConfig({ DATABASE_URL: databaseUrl }), createLogger("silent"));
  const personId = "person-3";
  const inTenant = (name: string, work: Parameters<typeof withTenant<unknown>>[2]) =>
    timeRuns(name, runs, () => withTenant(db, tenantId, work));
  const overHttp = (name: string, path: string) =>
    timeRuns(name, runs, async () => {
      const response = await fetch(`${api}/admin/${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      await response.text();
    });
  try {
    const from = performance.now();
    await wordLeftTickets(db);
    process.stdout.write(`words of all tickets made in ${((performance.now() - from) / 1_000).toFixed(0)} s\n`);
    await withTenant(db, tenantId, (tx) => countTickets(tx, personId));
    const times = [await inTenant("select 1", (tx) => tx.query("select 1"))];
    const judged = [await inTenant("counts", (tx) => countTickets(tx, personId))];
    for (const view of views)
      judged.push(await inTenant(`page ${view}`, (tx) => listTickets(tx, { view, personId, limit: 50 })));
    const input = { personId, limit: 50 } as const;
    const first = await withTenant(db, tenantId, (tx) => listTickets(tx, { ...input, view: "resolved", limit: 100 }));
    judged.push(
      await inTenant("page resolved, the third", (tx) =>
        listTickets(tx, { ...input, view: "resolved", before: first.last }),
      ),
      await inTenant("page of status in_progress", (tx) => listTickets(tx, { ...input, status: "in_progress" })),
    );
    times.push(...judged.map((each) => ({ ...each, isJudged: true })));
    for (const q of searches)
      times.push(await inTenant(`search ${q}`, (tx) => listTickets(tx, { ...input, query: readSearchQuery(q) })));
    times.push(
      await inTenant("page all, the most urgent first", (tx) => listTickets(tx, { ...input, sort: "priority" })),
    );
    times.push(
      await overHttp("GET me", "me"),
      await overHttp("GET tickets?view=needs_person", "tickets?view=needs_person"),
    );
    times.push(await overHttp("GET tickets?view=all", "tickets?view=all"), await overHttp("GET metrics", "metrics"));
    return times;
  } finally {
    await db.close();
  }
}
