import pg from "pg";
import { valueTypes } from "../../../db/value-types.ts";
import { deleteTenant } from "../../../server/accounts/store/tenants.ts";
import type { Database } from "../../../server/database/database.ts";
import { withSystem, withTenant } from "../../../server/database/transaction.ts";
import { listTenantsWithLostJobs } from "../../../server/operations/store/jobs.ts";
import { deleteTicket } from "../../../server/tickets/store/tickets.ts";
import { listExpiredTurns } from "../../../server/tickets/store/turns.ts";
import type { Shop } from "../parley.ts";
import type { Services } from "../services.ts";
import { type Times, timeRuns } from "./print.ts";

const deletedTickets = 30;

/** Deletes tickets of different lengths, one transaction each. The first row is a bare round trip. */
export async function timeDeletions(services: Services, { tenantId }: Shop): Promise<Times[]> {
  const db = open(services);
  try {
    const ids = await withTenant(db, tenantId, async (tx) => {
      const { rows } = await tx.query<{ id: string }>(
        "select id from tickets where message_count > 0 and number % 97 = 0 limit $1",
        [deletedTickets],
      );
      return rows.map(({ id }) => id);
    });
    return [
      await timeRuns("select 1", deletedTickets, () => withTenant(db, tenantId, (tx) => tx.query("select 1"))),
      await timeRuns("a ticket with all its data", ids.length, (run) =>
        withTenant(db, tenantId, (tx) => deleteTicket(tx, ids[run] ?? "")),
      ),
    ];
  } finally {
    await db.close();
  }
}

/** Deletes the tenant with all its data in one statement. */
export async function timeTenantDeletion(services: Services, { tenantId }: Shop): Promise<Times[]> {
  const db = open(services);
  try {
    return [
      await timeRuns("a tenant with all its data", 1, () =>
        withTenant(db, tenantId, async (tx) => {
          await tx.query("set local statement_timeout = 0");
          await deleteTenant(tx);
        }),
      ),
    ];
  } finally {
    await db.close();
  }
}

function open(services: Services): Database {
  const pool = new pg.Pool({ connectionString: services.databaseUrl, max: 1, types: valueTypes });
  return { pool, vectors: false, listen: undefined, close: () => pool.end() };
}

/** Work that no API call does: the searches for abandoned work, and the removal of tickets. */
export async function sweep(services: Services, { tenantId }: Shop): Promise<void> {
  const db = open(services);
  try {
    await withSystem(db, "find-lost-turns", (tx) => listExpiredTurns(tx));
    await withSystem(db, "find-lost-jobs", (tx) => listTenantsWithLostJobs(tx, { before: new Date(), again: true }));
    await withTenant(db, tenantId, async (tx) => {
      const { rows } = await tx.query<{ id: string }>(
        "select id from tickets where message_count > 0 order by updated_at desc limit 20",
      );
      // More than five: after that PostgreSQL may check references with one generic plan for all values.
      for (const { id } of rows) await deleteTicket(tx, id);
    });
  } finally {
    await db.close();
  }
}
