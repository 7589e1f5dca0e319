import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertMember, insertOrganization, insertPerson } from "../../accounts/store/people.ts";
import { touchPresence } from "../../accounts/store/presences.ts";
import { newId } from "../../core/ids.ts";
import { createMemoryHub } from "../../core/live/memory-hub.ts";
import { createLogger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { migrateServer } from "../../database/open-database.ts";
import { withTenant } from "../../database/transaction.ts";
import { asPlatform } from "../../test/support/as-platform.ts";
import {
  type NativePostgres,
  nativePostgresUnavailable,
  startNativePostgres,
} from "../../test/support/native-postgres.ts";
import { anAgent } from "../../test/support/turns.ts";
import { assignTickets } from "../desk/assign.ts";
import { mergeTicket } from "../desk/merge.ts";
import { takeTicket } from "../desk/verbs.ts";

const unavailable = nativePostgresUnavailable();
if (unavailable) console.warn(`skipped: the desk of several processes (${unavailable})`);

const hub = createMemoryHub(createLogger("silent"));
const tickets = 60;
const people = 4;
/** Pairs of tickets that are merged into each other at once. */
const pairs = 12;
/** Fewer than the tickets to assign, so that the limit is reached. */
const limit = 8;

describe.skipIf(unavailable !== undefined)("several processes", () => {
  let server: NativePostgres;
  let pools: pg.Pool[] = [];
  let processes: Database[];
  let db: Database;
  const tenantId = newId();
  const ids = Array.from({ length: tickets }, newId);

  beforeAll(async () => {
    server = await startNativePostgres();
    await migrateServer(server.url);
    await server.query("alter role parley_app login");
    pools = Array.from({ length: 4 }, () => server.openPool("parley_app", 6));
    processes = pools.map((pool) => ({ pool, vectors: false, listen: undefined, close: () => pool.end() }));
    [db] = processes as [Database];
    await seed();
  }, 60_000);
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await server?.stop();
    await hub.close();
  });

  async function seed(): Promise<void> {
    await withTenant(db, tenantId, (tx) =>
      tx.query("insert into tenants (tenant_id, name, identity_secret, assignment) values ($1, 'A', 'secret', $2)", [
        tenantId,
        JSON.stringify({ rule: "load", limit, back_minutes: null }),
      ]),
    );
    const personIds = Array.from({ length: people }, newId);
    await asPlatform(db, async (tx) => {
      await insertOrganization(tx, tenantId, "A");
      for (const [index, personId] of personIds.entries()) {
        const person = { id: personId, accountId: newId(), name: `P${index}`, email: `p${index}@a.example` };
        await insertPerson(tx, { ...person, passwordHash: "none", isConfirmed: true });
        await insertMember(tx, { id: newId(), tenantId, personId, role: "agent" });
      }
    });
    await withTenant(db, tenantId, async (tx) => {
      for (const personId of personIds) await touchPresence(tx, personId, true);
      const visitor = newId();
      await tx.query("insert into visitors (tenant_id, id) values ($1, $2)", [tenantId, visitor]);
      await tx.query(
        `insert into tickets (tenant_id, id, number, visitor_id, status, owner, owner_epoch, message_count, waiting_since)
         select $1, id, place, $2, 'pending_human', 'human', 1, 1, now() - make_interval(mins => place::int)
           from unnest($3::uuid[]) with ordinality as t(id, place)`,
        [tenantId, visitor, ids],
      );
    });
  }

  it("give each ticket once, to nobody too many, and nothing that somebody takes meanwhile", async () => {
    const taken = ids.filter((_, index) => index % 5 === 0);
    const taking = taken.map((ticketId, index) =>
      takeTicket(
        { db: processes[index % processes.length] as Database, hub },
        { tenantId, ticketId, ...anAgent("by-hand", "By hand") },
      ),
    );
    const giving = Array.from({ length: 16 }, (_, index) =>
      assignTickets({ db: processes[index % processes.length] as Database, hub }, tenantId),
    );
    await Promise.all([...taking, ...giving]);
    // The next round assigns tickets that a concurrent take had locked.
    await assignTickets({ db, hub }, tenantId);
    const { rows: gives } = await withTenant(db, tenantId, (tx) =>
      tx.query<{ ticket_id: string; person: { id: string } }>("select ticket_id, person from ticket_assignments"),
    );
    const { rows: now } = await withTenant(db, tenantId, (tx) =>
      tx.query<{ id: string; status: string; who: string | null }>(
        "select id, status, assignee ->> 'id' as who from tickets",
      ),
    );
    expect(new Set(gives.map(({ ticket_id }) => ticket_id)).size).toBe(gives.length);
    // The agent who took the ticket has it, even if the rule had assigned it just before.
    for (const id of taken)
      expect(now.find((row) => row.id === id)).toMatchObject({ who: "by-hand", status: "in_progress" });
    const counts = new Map<string, number>();
    for (const { who, status } of now)
      if (who && status === "pending_human") counts.set(who, (counts.get(who) ?? 0) + 1);
    expect([...counts.values()]).toEqual(Array.from({ length: people }, () => limit));
  }, 60_000);

  it("merge two tickets into each other once, and none waits for the other for ever", async () => {
    const by = { tenantId, ...anAgent() };
    for (let pair = 0; pair < pairs * 2; pair += 2) {
      const [one, other] = [ids[pair] as string, ids[pair + 1] as string];
      const results = await Promise.allSettled([
        mergeTicket({ db: processes[0] as Database, hub }, { ...by, ticketId: one }, other),
        mergeTicket({ db: processes[1] as Database, hub }, { ...by, ticketId: other }, one),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const refused = results.find((result) => result.status === "rejected");
      expect(refused?.reason).toMatchObject({ code: "conflict" });
    }
  }, 60_000);
});
