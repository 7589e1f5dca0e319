import type { RetentionKind } from "../../../protocol/admin-data.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { deleteVisitor } from "../../tickets/store/visitors.ts";
import { deleteTickets } from "./deletions.ts";

/** Kinds whose lines the application has no right to delete: the platform role does, where they are old enough. */
export type RecordKind = "audit" | "model_calls";

/** The two outcomes of a step: how many are gone, and whether there may be more. */
export interface Removed {
  count: number;
  isAll: boolean;
}

interface Removal {
  /** How many there are from before `$1`. */
  count: string;
  /** Rows of one transaction: what hangs on a ticket or a file is many more. */
  limit: number;
  remove(tx: TenantTransaction, before: Date, limit: number): Promise<Removed>;
}

/** Tickets (as `t`) in which nothing has happened since `$1` and that nobody waits for: neither people nor a turn are at work on them. */
const quiet = `t.status in ('open', 'resolved', 'closed') and t.updated_at < $1
  and not exists (select from turns r where r.tenant_id = t.tenant_id and r.ticket_id = t.id and r.status = 'running')`;
const hasCheckpoint =
  "exists (select from langgraph.checkpoints c where c.tenant_id = t.tenant_id and c.ticket_id = t.id) and not t.awaiting_human and t.pending_clarification is null";
const empty = "t.message_count = 0 and t.status = 'open'";
const oldFile = `a.created_at < $1 and a.expired_at is null
  and exists (select from tickets t where t.tenant_id = a.tenant_id and t.id = a.ticket_id and ${quiet})`;
const goneVisitor = `v.last_seen_at < $1 and v.blocked_at is null
  and not exists (select from tickets t where t.tenant_id = v.tenant_id and t.visitor_id = v.id)`;
const settledJob = "status in ('done', 'failed') and document_id is null and updated_at < $1";

/** Runs of the copilot that broke off and that nobody went on with, by the message that they are about. A question that waits is kept. */
const leftRuns = `select distinct m.id from langgraph.checkpoints c join copilot_messages m on m.tenant_id = c.tenant_id and m.id = c.copilot_message_id
  where m.created_at < $1 and not exists (select from copilot_messages r where r.tenant_id = m.tenant_id
    and r.conversation_id = m.conversation_id and r.asked_id = m.id and r.state in ('asking', 'running'))`;

async function deleteCheckpoints(
  tx: TenantTransaction,
  column: "ticket_id" | "copilot_message_id",
  ids: readonly string[],
): Promise<void> {
  for (const table of ["checkpoint_writes", "checkpoint_blobs", "checkpoints"])
    await tx.query(`delete from langgraph.${table} where ${column} = any($1::uuid[])`, [ids]);
}

const ticketCheckpoints = ticketRemoval(hasCheckpoint, (tx, ids) => deleteCheckpoints(tx, "ticket_id", ids));

/** What is locked at this moment is passed over: whoever works on it goes first, and the next time finds it. */
const removals: Record<Exclude<RetentionKind, RecordKind>, Removal> = {
  tickets: ticketRemoval("t.message_count > 0", deleteTickets),
  empty_tickets: ticketRemoval(empty, deleteTickets),
  events: {
    count: `select coalesce(sum(t.last_sequence - t.events_removed_to), 0)::int as count from tickets t
             where t.events_removed_to < t.last_sequence and ${quiet}`,
    limit: 20,
    async remove(tx, before, limit) {
      const ids = await lockTickets(tx, "t.events_removed_to < t.last_sequence", { before, limit });
      const { rowCount } = await tx.query("delete from ticket_events where ticket_id = any($1::uuid[])", [ids]);
      await tx.query("update tickets set events_removed_to = last_sequence where id = any($1::uuid[])", [ids]);
      return { count: rowCount ?? 0, isAll: ids.length < limit };
    },
  },
  checkpoints: {
    count: `select ((${ticketCheckpoints.count}) + (select count(*) from (${leftRuns}) r))::int as count`,
    limit: ticketCheckpoints.limit,
    async remove(tx, before, limit) {
      const ofTickets = await ticketCheckpoints.remove(tx, before, limit);
      const { rows } = await tx.query<{ id: string }>(`${leftRuns} limit $2`, [before, limit]);
      await deleteCheckpoints(
        tx,
        "copilot_message_id",
        rows.map(({ id }) => id),
      );
      return { count: ofTickets.count + rows.length, isAll: ofTickets.isAll && rows.length < limit };
    },
  },
  files: {
    count: `select count(*)::int as count from attachments a where ${oldFile}`,
    limit: 50,
    async remove(tx, before, limit) {
      const { rows } = await tx.query<{ count: number }>(
        `with old as (select ticket_id, id from attachments a where ${oldFile} order by a.created_at limit $2 for update of a skip locked),
              marked as (update attachments a set expired_at = now() from old o where a.ticket_id = o.ticket_id and a.id = o.id),
              gone as (delete from attachment_files f using old o where f.ticket_id = o.ticket_id and f.attachment_id = o.id)
         select count(*)::int as count from old`,
        [before, limit],
      );
      return told(rows[0]?.count, limit);
    },
  },
  visitors: {
    count: `select count(*)::int as count from visitors v where ${goneVisitor}`,
    limit: 100,
    async remove(tx, before, limit) {
      const { rows } = await tx.query<{ id: string }>(
        `select v.id from visitors v where ${goneVisitor} order by v.last_seen_at limit $2 for update of v skip locked`,
        [before, limit],
      );
      for (const { id } of rows) await deleteVisitor(tx, id);
      return told(rows.length, limit);
    },
  },
  mails: {
    count: `select ((select count(*) from outgoing_emails where created_at < $1) + (select count(*) from inbound_emails where created_at < $1))::int as count`,
    limit: 500,
    async remove(tx, before, limit) {
      const out = await deleteOld(tx, { table: "outgoing_emails", old: "created_at < $1" }, { before, limit });
      const inbound = await deleteOld(tx, { table: "inbound_emails", old: "created_at < $1" }, { before, limit });
      return { count: out.count + inbound.count, isAll: out.isAll && inbound.isAll };
    },
  },
  memories: rowRemoval("memories", "greatest(updated_at, coalesce(last_access_at, updated_at)) < $1"),
  playground: rowRemoval("playground_runs", "updated_at < $1"),
  copilot: {
    count: "select count(*)::int as count from copilot_conversations where updated_at < $1",
    limit: 200,
    async remove(tx, before, limit) {
      const { rows } = await tx.query<{ id: string }>(
        "select id from copilot_conversations where updated_at < $1 order by updated_at limit $2 for update skip locked",
        [before, limit],
      );
      const uses = await tx.query(
        `delete from copilot_uses where (person_id, document_id, kind, occasion_id) in
           (select person_id, document_id, kind, occasion_id from copilot_uses where at < $1 limit $2)`,
        [before, limit],
      );
      const ids = rows.map(({ id }) => id);
      // Branches become conversations of their own, as when a person deletes one.
      await tx.query("update copilot_conversations set parent_id = null where parent_id = any($1::uuid[])", [ids]);
      await tx.query("delete from copilot_conversations where id = any($1::uuid[])", [ids]);
      return { count: rows.length, isAll: rows.length < limit && (uses.rowCount ?? 0) < limit };
    },
  },
  webhook_deliveries: rowRemoval("webhook_deliveries", "settled_at < $1"),
  jobs: rowRemoval("jobs", settledJob),
};

const recordTables: Record<RecordKind, string> = { audit: "audit_log", model_calls: "model_calls" };
const recordLimit = 1_000;

export function isRecord(kind: RetentionKind): kind is RecordKind {
  return kind in recordTables;
}

/** How many of a kind would go. */
export async function countOld(tx: TenantTransaction, kind: RetentionKind, before: Date): Promise<number> {
  const sql = isRecord(kind)
    ? `select count(*)::int as count from ${recordTables[kind]} where created_at < $1`
    : removals[kind].count;
  const { rows } = await tx.query<{ count: number }>(sql, [before]);
  return rows[0]?.count ?? 0;
}

/** Removes some of a kind, the oldest first; few enough that nobody waits for it. */
export async function removeOld(
  tx: TenantTransaction,
  kind: Exclude<RetentionKind, RecordKind>,
  before: Date,
): Promise<Removed> {
  const { limit, remove } = removals[kind];
  return remove(tx, before, limit);
}

/** The same of a record. For the platform role; the database refuses what is not old enough. */
export async function removeOldRecords(
  tx: Transaction,
  kind: RecordKind,
  { tenantId, before }: { tenantId: string; before: Date },
): Promise<Removed> {
  const table = recordTables[kind];
  const { rowCount } = await tx.query(
    `delete from ${table} where tenant_id = $1 and id in
       (select id from ${table} where tenant_id = $1 and created_at < $2 order by created_at limit $3)`,
    [tenantId, before, recordLimit],
  );
  return told(rowCount, recordLimit);
}

async function lockTickets(
  tx: TenantTransaction,
  which: string,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select t.id from tickets t where ${which} and ${quiet} order by t.updated_at, t.id limit $2 for update of t skip locked`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

function ticketRemoval(which: string, drop: (tx: TenantTransaction, ids: string[]) => Promise<void>): Removal {
  return {
    count: `select count(*)::int as count from tickets t where ${which} and ${quiet}`,
    limit: 20,
    async remove(tx, before, limit) {
      const ids = await lockTickets(tx, which, { before, limit });
      if (ids.length > 0) await drop(tx, ids);
      return told(ids.length, limit);
    },
  };
}

function rowRemoval(table: string, old: string): Removal {
  return {
    count: `select count(*)::int as count from ${table} where ${old}`,
    limit: 500,
    remove: (tx, before, limit) => deleteOld(tx, { table, old }, { before, limit }),
  };
}

async function deleteOld(
  tx: TenantTransaction,
  { table, old }: { table: string; old: string },
  { before, limit }: { before: Date; limit: number },
): Promise<Removed> {
  const { rowCount } = await tx.query(
    `delete from ${table} where id in (select id from ${table} where ${old} limit $2 for update skip locked)`,
    [before, limit],
  );
  return told(rowCount, limit);
}

function told(count: number | null | undefined, limit: number): Removed {
  return { count: count ?? 0, isAll: (count ?? 0) < limit };
}
