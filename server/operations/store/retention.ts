import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { RetentionKind } from "../../../protocol/admin-data.ts";
import { anyOf, countAll, query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { deleteVisitor } from "../../tickets/store/visitors.ts";
import { deleteTickets } from "./deletions.ts";

/** Kinds that only the platform role may delete, and only rows that are old enough. */
export type RecordKind = "audit" | "model_calls";

/** Number of removed rows, and whether no row is left. */
export interface Removed {
  count: number;
  isAll: boolean;
}

type Condition = RawBuilder<SqlBool>;
type Counted = RawBuilder<{ count: number }>;

interface Removal {
  /** Counts the rows from before a time. */
  count(before: Date): Counted;
  /** Rows per transaction. A ticket or a file has many dependent rows. */
  limit: number;
  remove(tx: TenantTransaction, before: Date, limit: number): Promise<Removed>;
}

/** Condition over a ticket `t`: no change since then, and no agent or turn works on it. */
const isQuiet = (before: Date): Condition => sql`t.status in ('open', 'resolved', 'closed') and t.updated_at < ${before}
  and not exists (select from turns r where r.tenant_id = t.tenant_id and r.ticket_id = t.id and r.status = 'running')`;
const hasCheckpoint: Condition = sql`exists (select from langgraph.checkpoints c where c.tenant_id = t.tenant_id and c.ticket_id = t.id)
  and not t.awaiting_human and t.pending_clarification is null`;
const hasMessages: Condition = sql`t.message_count > 0`;
const isEmpty: Condition = sql`t.message_count = 0 and t.status = 'open'`;
const hasEvents: Condition = sql`t.events_removed_to < t.last_sequence`;
const isOldFile = (before: Date): Condition => sql`a.created_at < ${before} and a.expired_at is null
  and exists (select from tickets t where t.tenant_id = a.tenant_id and t.id = a.ticket_id and ${isQuiet(before)})`;
const isGoneVisitor = (before: Date): Condition => sql`v.last_seen_at < ${before} and v.blocked_at is null
  and not exists (select from tickets t where t.tenant_id = v.tenant_id and t.visitor_id = v.id)`;

/** Messages whose copilot run was interrupted and not continued. A run that waits for an answer is kept. */
const leftRuns = (before: Date): RawBuilder<{ id: string }> => sql`
  select distinct m.id from langgraph.checkpoints c join copilot_messages m on m.tenant_id = c.tenant_id and m.id = c.copilot_message_id
   where m.created_at < ${before} and not exists (select from copilot_messages r where r.tenant_id = m.tenant_id
     and r.conversation_id = m.conversation_id and r.asked_id = m.id and r.state in ('asking', 'running'))`;

async function deleteCheckpoints(
  tx: TenantTransaction,
  column: "ticket_id" | "copilot_message_id",
  ids: readonly string[],
): Promise<void> {
  for (const table of ["checkpoint_writes", "checkpoint_blobs", "checkpoints"])
    await tx.run(sql`delete from ${sql.table(`langgraph.${table}`)} where ${sql.ref(column)} = ${anyOf(ids)}`);
}

const ticketCheckpoints = ticketRemoval(hasCheckpoint, (tx, ids) => deleteCheckpoints(tx, "ticket_id", ids));

/** Each removal skips rows that another transaction has locked; the next run finds them. */
const removals: Record<Exclude<RetentionKind, RecordKind>, Removal> = {
  tickets: ticketRemoval(hasMessages, deleteTickets),
  empty_tickets: ticketRemoval(isEmpty, deleteTickets),
  events: {
    count: (before) => sql`
      select coalesce(sum(t.last_sequence - t.events_removed_to), 0)::int as count from tickets t where ${hasEvents} and ${isQuiet(before)}`,
    limit: 20,
    async remove(tx, before, limit) {
      const ids = await lockTickets(tx, hasEvents, { before, limit });
      const count = await tx.run(query.deleteFrom("ticket_events").where("ticket_id", "=", anyOf(ids)));
      const removedTo = query.updateTable("tickets").set(({ ref }) => ({ events_removed_to: ref("last_sequence") }));
      await tx.run(removedTo.where("id", "=", anyOf(ids)));
      return { count, isAll: ids.length < limit };
    },
  },
  checkpoints: {
    count: (before) => sql`
      select ((${ticketCheckpoints.count(before)}) + (select count(*) from (${leftRuns(before)}) r))::int as count`,
    limit: ticketCheckpoints.limit,
    async remove(tx, before, limit) {
      const ofTickets = await ticketCheckpoints.remove(tx, before, limit);
      const rows = await tx.all(sql<{ id: string }>`${leftRuns(before)} limit ${limit}`);
      const ids = rows.map(({ id }) => id);
      await deleteCheckpoints(tx, "copilot_message_id", ids);
      return { count: ofTickets.count + ids.length, isAll: ofTickets.isAll && ids.length < limit };
    },
  },
  files: {
    count: (before) => sql`select ${countAll} as count from attachments a where ${isOldFile(before)}`,
    limit: 50,
    async remove(tx, before, limit) {
      const row = await tx.first(sql<{ count: number }>`
        with old as (select ticket_id, id from attachments a where ${isOldFile(before)} order by a.created_at limit ${limit} for update of a skip locked),
             marked as (update attachments a set expired_at = now() from old o where a.ticket_id = o.ticket_id and a.id = o.id),
             gone as (delete from attachment_files f using old o where f.ticket_id = o.ticket_id and f.attachment_id = o.id)
        select ${countAll} as count from old`);
      return removed(row?.count ?? 0, limit);
    },
  },
  visitors: {
    count: (before) => sql`select ${countAll} as count from visitors v where ${isGoneVisitor(before)}`,
    limit: 100,
    async remove(tx, before, limit) {
      const gone = query.selectFrom("visitors as v").select("v.id").where(isGoneVisitor(before)).limit(limit);
      const rows = await tx.all(gone.orderBy("v.last_seen_at").forUpdate("v").skipLocked());
      for (const { id } of rows) await deleteVisitor(tx, id);
      return removed(rows.length, limit);
    },
  },
  mails: {
    count: (before) => sql`select ((select count(*) from outgoing_emails where created_at < ${before})
      + (select count(*) from inbound_emails where created_at < ${before}))::int as count`,
    limit: 500,
    async remove(tx, before, limit) {
      const isOld = sql<SqlBool>`created_at < ${before}`;
      const out = await deleteOld(tx, { table: "outgoing_emails", isOld, limit });
      const inbound = await deleteOld(tx, { table: "inbound_emails", isOld, limit });
      return { count: out.count + inbound.count, isAll: out.isAll && inbound.isAll };
    },
  },
  memories: rowRemoval(
    "memories",
    (before) => sql`greatest(updated_at, coalesce(last_access_at, updated_at)) < ${before}`,
  ),
  playground: rowRemoval("playground_runs", (before) => sql`updated_at < ${before}`),
  copilot: {
    count: (before) => sql`select ${countAll} as count from copilot_conversations where updated_at < ${before}`,
    limit: 200,
    async remove(tx, before, limit) {
      const old = query.selectFrom("copilot_conversations").select("id").where("updated_at", "<", before);
      const rows = await tx.all(old.orderBy("updated_at").limit(limit).forUpdate().skipLocked());
      const uses = await tx.run(sql`
        delete from copilot_uses where (person_id, document_id, kind, occasion_id) in
          (select person_id, document_id, kind, occasion_id from copilot_uses where at < ${before} limit ${limit})`);
      const ids = anyOf(rows.map(({ id }) => id));
      // Branches become conversations of their own, as when a person deletes one.
      await tx.run(query.updateTable("copilot_conversations").set({ parent_id: null }).where("parent_id", "=", ids));
      await tx.run(query.deleteFrom("copilot_conversations").where("id", "=", ids));
      return { count: rows.length, isAll: rows.length < limit && uses < limit };
    },
  },
  webhook_deliveries: rowRemoval("webhook_deliveries", (before) => sql`settled_at < ${before}`),
  jobs: rowRemoval(
    "jobs",
    (before) => sql`status in ('done', 'failed') and document_id is null and updated_at < ${before}`,
  ),
};

const recordTables = { audit: "audit_log", model_calls: "model_calls" } as const satisfies Record<RecordKind, string>;
const recordLimit = 1_000;

export function isRecord(kind: RetentionKind): kind is RecordKind {
  return kind in recordTables;
}

/** Number of rows of a kind from before a time. */
export async function countOld(tx: TenantTransaction, kind: RetentionKind, before: Date): Promise<number> {
  const counted: Counted = isRecord(kind)
    ? sql`select ${countAll} as count from ${sql.table(recordTables[kind])} where created_at < ${before}`
    : removals[kind].count(before);
  return (await tx.first(counted))?.count ?? 0;
}

/** Removes some rows of a kind, oldest first, in a short transaction. */
export function removeOld(
  tx: TenantTransaction,
  kind: Exclude<RetentionKind, RecordKind>,
  before: Date,
): Promise<Removed> {
  const { limit, remove } = removals[kind];
  return remove(tx, before, limit);
}

/** The same for records. For the platform role; the database rejects rows that are not old enough. */
export async function removeOldRecords(
  tx: Transaction,
  kind: RecordKind,
  { tenantId, before }: { tenantId: string; before: Date },
): Promise<Removed> {
  const table = recordTables[kind];
  const old = query.selectFrom(table).select("id").where("tenant_id", "=", tenantId).where("created_at", "<", before);
  const oldest = old.orderBy("created_at").limit(recordLimit);
  const count = await tx.run(query.deleteFrom(table).where("tenant_id", "=", tenantId).where("id", "in", oldest));
  return removed(count, recordLimit);
}

async function lockTickets(
  tx: TenantTransaction,
  condition: Condition,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const tickets = query.selectFrom("tickets as t").select("t.id").where(condition).where(isQuiet(before)).limit(limit);
  const rows = await tx.all(tickets.orderBy("t.updated_at").orderBy("t.id").forUpdate("t").skipLocked());
  return rows.map(({ id }) => id);
}

function ticketRemoval(condition: Condition, drop: (tx: TenantTransaction, ids: string[]) => Promise<void>): Removal {
  return {
    count: (before) => sql`select ${countAll} as count from tickets t where ${condition} and ${isQuiet(before)}`,
    limit: 20,
    async remove(tx, before, limit) {
      const ids = await lockTickets(tx, condition, { before, limit });
      if (ids.length > 0) await drop(tx, ids);
      return removed(ids.length, limit);
    },
  };
}

type Table = "inbound_emails" | "jobs" | "memories" | "outgoing_emails" | "playground_runs" | "webhook_deliveries";

function rowRemoval(table: Table, isOld: (before: Date) => Condition): Removal {
  return {
    count: (before) => sql`select ${countAll} as count from ${sql.table(table)} where ${isOld(before)}`,
    limit: 500,
    remove: (tx, before, limit) => deleteOld(tx, { table, isOld: isOld(before), limit }),
  };
}

async function deleteOld(
  tx: TenantTransaction,
  { table, isOld, limit }: { table: Table; isOld: Condition; limit: number },
): Promise<Removed> {
  const old = query.selectFrom(table).select("id").where(isOld).limit(limit).forUpdate().skipLocked();
  return removed(await tx.run(query.deleteFrom(table).where("id", "in", old)), limit);
}

function removed(count: number, limit: number): Removed {
  return { count, isAll: count < limit };
}
