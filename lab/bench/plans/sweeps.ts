import pg from "pg";
import type { Database } from "../../../server/database/database.ts";
import { withSystem, withTenant } from "../../../server/database/transaction.ts";
import { listTenantsWithLostJobs } from "../../../server/operations/store/jobs.ts";
import { deleteTicket } from "../../../server/tickets/store/tickets.ts";
import { listExpiredTurns } from "../../../server/tickets/store/turns.ts";
import type { Shop } from "../parley.ts";
import type { Services } from "../services.ts";

/** What no call of the API does: the looks for work that was left lying, and the removal of tickets. */
export async function sweep(services: Services, { tenantId }: Shop): Promise<void> {
  const pool = new pg.Pool({ connectionString: services.databaseUrl, max: 1 });
  const db: Database = { pool, vectors: false, listen: undefined, close: () => pool.end() };
  try {
    await withSystem(db, "find turns whose process died", (tx) => listExpiredTurns(tx));
    await withSystem(db, "find jobs that nobody works on", (tx) =>
      listTenantsWithLostJobs(tx, { before: new Date(), again: true }),
    );
    await withTenant(db, tenantId, async (tx) => {
      const { rows } = await tx.query<{ id: string }>(
        "select id from tickets where message_count > 0 order by updated_at desc limit 20",
      );
      // More than five: from then on references may be looked after by one plan for all values.
      for (const { id } of rows) await deleteTicket(tx, id);
    });
  } finally {
    await db.close();
  }
}
