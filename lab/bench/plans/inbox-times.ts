import { readSearchQuery } from "../../../server/assistant/store/search-query.ts";
import { readConfig } from "../../../server/core/config/config.ts";
import { createLogger } from "../../../server/core/log.ts";
import { openDatabase } from "../../../server/database/open-database.ts";
import { withTenant } from "../../../server/database/transaction.ts";
import { countTickets, listTickets } from "../../../server/tickets/store/ticket-list.ts";
import type { TicketView } from "../../../server/tickets/store/ticket-view.ts";
import { callAdmin } from "../parley.ts";
import { type Times, timeRuns } from "./print.ts";

const runs = 30;
/** Words of the seed: one is in nearly all of 10,000 tickets, one in a few hundred. */
const commonWord = "refund";
const rareWord = "kiriletam";
const views: TicketView[] = ["needs_person", "mine", "unassigned", "assistant", "resolved", "all"];

interface Inbox {
  api: string;
  databaseUrl: string;
  tenantId: string;
  apiKey: string;
}

/** Times pages and counts alone, each in its transaction, and the whole endpoint over HTTP. The first row is a bare round trip. */
export async function timeInbox({ api, databaseUrl, tenantId, apiKey }: Inbox): Promise<Times[]> {
  const db = await openDatabase(readConfig({ DATABASE_URL: databaseUrl }), createLogger("silent"));
  const personId = "person-3";
  const inTenant = (name: string, work: Parameters<typeof withTenant<unknown>>[2]) =>
    timeRuns(name, runs, () => withTenant(db, tenantId, work));
  const overHttp = (name: string, path: string) => timeRuns(name, runs, () => callAdmin(api, { apiKey }, { path }));
  try {
    await withTenant(db, tenantId, (tx) => countTickets(tx, personId));
    const times = [await inTenant("select 1", (tx) => tx.query("select 1"))];
    const judged = [await inTenant("counts", (tx) => countTickets(tx, personId))];
    for (const view of views)
      judged.push(await inTenant(`page ${view}`, (tx) => listTickets(tx, { view, personId, limit: 50 })));
    const input = { personId, limit: 50 } as const;
    const first = await withTenant(db, tenantId, (tx) => listTickets(tx, { ...input, view: "resolved", limit: 100 }));
    judged.push(
      await inTenant("page resolved, third page", (tx) =>
        listTickets(tx, { ...input, view: "resolved", before: first.last }),
      ),
      await inTenant("page of status in_progress", (tx) => listTickets(tx, { ...input, status: "in_progress" })),
    );
    // One search term is in nearly every ticket, one in a few.
    for (const q of ["#2000", "visitor1001@customer.example", commonWord, rareWord])
      judged.push(await inTenant(`search ${q}`, (tx) => listTickets(tx, { ...input, query: readSearchQuery(q) })));
    times.push(...judged.map((each) => ({ ...each, isJudged: true })));
    times.push(
      await inTenant("search without matches", (tx) =>
        listTickets(tx, { ...input, query: readSearchQuery("nobody-wrote") }),
      ),
    );
    times.push(
      await overHttp("GET me", "me"),
      await overHttp("GET tickets?view=needs_person", "tickets?view=needs_person"),
    );
    times.push(
      await overHttp("GET tickets?view=all", "tickets?view=all"),
      await overHttp("GET tickets?view=all&q=a common word", `tickets?view=all&q=${commonWord}`),
      await overHttp("GET tickets?view=all&q=two common words", "tickets?view=all&q=voucher%20warranty"),
      await overHttp("GET tickets?view=all&q=three common words", "tickets?view=all&q=stock%20return%20size"),
      await overHttp("GET tickets?view=all&q=a rare word", `tickets?view=all&q=${rareWord}`),
      await overHttp("GET metrics", "metrics"),
    );
    return times;
  } finally {
    await db.close();
  }
}
