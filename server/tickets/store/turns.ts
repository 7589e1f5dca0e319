import { keepPlan } from "../../../db/prepared.ts";
import type { Grading } from "../../../protocol/admin.ts";
import type { ContextRecord } from "../../../protocol/context-record.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { TicketKey } from "./tickets.ts";

export type TurnStatus = "running" | "done" | "escalated" | "clarifying" | "cancelled" | "failed";

/** `visitor` answers the visitor, `hint` tries again with an agent's hint, `resume` carries a person's decision. */
export type TurnKind = "visitor" | "resume" | "hint";

/** A turn and where it belongs. */
export interface TurnRef extends TicketKey {
  turnId: string;
}

export interface TurnRow {
  id: string;
  ticket_id: string;
  kind: TurnKind;
  status: TurnStatus;
  owner_epoch: number;
  lease_holder: string;
  error_code: string | null;
  /** The clarification whose answer this turn takes up. */
  clarification_id: string | null;
  /** The confirmation whose answer this turn takes up. */
  confirmation_id: string | null;
  hint: string | null;
}

const columns =
  "id, ticket_id, kind, status, owner_epoch, lease_holder, error_code, clarification_id, confirmation_id, hint";

/** What came of a turn. */
export interface TurnOutcome {
  status: Exclude<TurnStatus, "running">;
  errorCode?: string | undefined;
  rephrasedQuestion?: string;
  isCacheHit?: boolean;
  timings?: Record<string, number>;
  grading?: Grading | null | undefined;
  /** What it was answered from. */
  context?: ContextRecord | null;
  /** A redacted summary of the reasoning behind the answer. */
  thinking?: string | null;
}

/** Starts a turn with a lease. At most one runs per ticket: the unique index refuses a second. */
export async function insertTurn(
  tx: TenantTransaction,
  turn: {
    id: string;
    ticketId: string;
    kind: TurnKind;
    ownerEpoch: number;
    holder: string;
    leaseMs: number;
    clarificationId?: string | null;
    confirmationId?: string | null;
    hint?: string | null;
  },
): Promise<void> {
  await tx.query(
    `insert into turns (tenant_id, id, ticket_id, kind, owner_epoch, lease_holder, lease_expires_at, clarification_id, hint, confirmation_id)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7::float8 / 1000), $8, $9, $10)`,
    [
      tx.tenantId,
      turn.id,
      turn.ticketId,
      turn.kind,
      turn.ownerEpoch,
      turn.holder,
      turn.leaseMs,
      turn.clarificationId ?? null,
      turn.hint ?? null,
      turn.confirmationId ?? null,
    ],
  );
}

export async function findRunningTurn(tx: TenantTransaction, ticketId: string): Promise<TurnRow | undefined> {
  const { rows } = await tx.query<TurnRow>(`select ${columns} from turns where ticket_id = $1 and status = 'running'`, [
    ticketId,
  ]);
  return rows[0];
}

export async function findTurn(tx: TenantTransaction, turnId: string): Promise<TurnRow | undefined> {
  const { rows } = await tx.query<TurnRow>(`select ${columns} from turns where id = $1`, [turnId]);
  return rows[0];
}

/** How many turns of a ticket in a row ended because their process died. */
export async function countInterruptions(tx: TenantTransaction, ticketId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from turns t
      where t.ticket_id = $1 and t.error_code = 'interrupted'
        and t.started_at > coalesce((select max(started_at) from turns d where d.ticket_id = $1 and d.status in ('done', 'escalated', 'clarifying')), '-infinity')`,
    [ticketId],
  );
  return rows[0]?.count ?? 0;
}

/** Prolongs the lease; false when the turn is no longer this holder's to work on. */
export async function renewLease(
  tx: TenantTransaction,
  turnId: string,
  lease: { holder: string; leaseMs: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update turns set lease_expires_at = now() + make_interval(secs => $3::float8 / 1000)
      where id = $1 and lease_holder = $2 and status = 'running'`,
    [turnId, lease.holder, lease.leaseMs],
  );
  return rowCount === 1;
}

/** Like {@link renewLease} for many turns; the ids of those that are still this holder's. */
export async function renewLeases(
  tx: TenantTransaction,
  turnIds: string[],
  lease: { holder: string; leaseMs: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update turns set lease_expires_at = now() + make_interval(secs => $3::float8 / 1000)
      where id = any($1) and lease_holder = $2 and status = 'running' returning id`,
    [turnIds, lease.holder, lease.leaseMs],
  );
  return rows.map((row) => row.id);
}

/**
 * Ends a running turn; null when somebody else ended it before.
 * @returns `leavesMail`: messages for the assistant wait for a turn of their own. Reliable under the ticket's lock only.
 */
export async function finishTurn(
  tx: TenantTransaction,
  turnId: string,
  outcome: TurnOutcome,
): Promise<{ leavesPending: boolean } | null> {
  const { rows } = await tx.query<{ leaves: boolean }>(
    keepPlan(`update turns set status = $2, error_code = $3, rephrased_question = $4, is_cache_hit = $5, timings = $6, grading = $7, context_record = $8, thinking = $9, finished_at = now()
      where id = $1 and status = 'running'
      returning exists (
        select 1 from messages m where m.ticket_id = turns.ticket_id and m.addressee = 'assistant' and m.turn_id is null) as leaves`),
    [
      turnId,
      outcome.status,
      outcome.errorCode ?? null,
      outcome.rephrasedQuestion ?? null,
      outcome.isCacheHit ?? false,
      JSON.stringify(outcome.timings ?? {}),
      outcome.grading ? JSON.stringify(outcome.grading) : null,
      outcome.context ? JSON.stringify(outcome.context) : null,
      outcome.thinking ?? null,
    ],
  );
  return rows[0] ? { leavesPending: rows[0].leaves } : null;
}

/** Like {@link finishTurn} for a turn whose lease has run out; false when it has not, or was ended already. */
export async function expireTurn(tx: TenantTransaction, turnId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update turns set status = 'failed', error_code = 'interrupted', finished_at = now()
      where id = $1 and status = 'running' and lease_expires_at < now()`,
    [turnId],
  );
  return rowCount === 1;
}

/** Turns of any tenant whose process fell silent: the first of each tenant, then the second of each. Needs the platform role. */
export async function listExpiredTurns(
  tx: Transaction,
): Promise<{ tenant_id: string; id: string; ticket_id: string }[]> {
  const { rows } = await tx.query<{ tenant_id: string; id: string; ticket_id: string }>(
    `select tenant_id, id, ticket_id from turns where status = 'running' and lease_expires_at < now()
      order by row_number() over (partition by tenant_id order by lease_expires_at), lease_expires_at limit 100`,
  );
  return rows;
}

export interface TurnRecord {
  rephrased_question: string | null;
  timings: Record<string, number>;
  /** What it was answered from, to be read with `contextRecordSchema`. */
  context_record: unknown;
}

/** What a turn left behind of its work. */
export async function findTurnRecord(tx: TenantTransaction, turnId: string): Promise<TurnRecord | undefined> {
  const { rows } = await tx.query<TurnRecord>(
    "select rephrased_question, timings, context_record from turns where id = $1",
    [turnId],
  );
  return rows[0];
}

/** Turns at work, whichever ticket they are of. */
export async function listAllRunningTurns(tx: TenantTransaction): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>("select id from turns where status = 'running'");
  return rows.map(({ id }) => id);
}
