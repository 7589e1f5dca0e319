import { sql } from "kysely";
import type { Grading } from "../../../protocol/admin.ts";
import type { ContextRecord } from "../../../protocol/context-record.ts";
import { json } from "../../database/column-types.ts";
import { anyOf, countAll, keep, now, query, type RowOf, secondsFromNow } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { TicketKey } from "./tickets.ts";

/** `visitor` answers the visitor, `hint` tries again with an agent's hint, `resume` continues after a decision on a tool call. */
export type TurnKind = RowOf<"turns">["kind"];

export type TurnStatus = RowOf<"turns">["status"];

/** A turn with its ticket. */
export interface TurnRef extends TicketKey {
  turnId: string;
}

const columns = [
  "id",
  "ticket_id",
  "kind",
  "status",
  "owner_epoch",
  "lease_holder",
  "error_code",
  "clarification_id",
  "confirmation_id",
  "hint",
] as const;

/** The turn processes the answer to its `clarification_id` or `confirmation_id`, if it has one. */
export type TurnRow = Pick<RowOf<"turns">, (typeof columns)[number]>;

/** The result of a turn. */
export interface TurnOutcome {
  status: Exclude<TurnStatus, "running">;
  errorCode?: string | undefined;
  rephrasedQuestion?: string;
  isCacheHit?: boolean;
  timings?: Record<string, number>;
  grading?: Grading | null | undefined;
  /** The context that the answer was written from. */
  context?: ContextRecord | null;
  /** A redacted summary of the reasoning behind the answer. */
  thinking?: string | null;
}

/** Starts a turn with a lease. A unique index allows one running turn per ticket. */
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
  await tx.run(
    query.insertInto("turns").values({
      tenant_id: tx.tenantId,
      id: turn.id,
      ticket_id: turn.ticketId,
      kind: turn.kind,
      owner_epoch: turn.ownerEpoch,
      lease_holder: turn.holder,
      lease_expires_at: secondsFromNow(turn.leaseMs / 1000),
      clarification_id: turn.clarificationId ?? null,
      hint: turn.hint ?? null,
      confirmation_id: turn.confirmationId ?? null,
    }),
  );
}

const runningTurns = query.selectFrom("turns").where("status", "=", "running");

export function findRunningTurn(tx: TenantTransaction, ticketId: string): Promise<TurnRow | undefined> {
  return tx.first(runningTurns.select(columns).where("ticket_id", "=", ticketId));
}

export function findTurn(tx: TenantTransaction, turnId: string): Promise<TurnRow | undefined> {
  return tx.first(query.selectFrom("turns").select(columns).where("id", "=", turnId));
}

/** How many turns were interrupted, because their process died, since the last turn with a result. */
export async function countInterruptions(tx: TenantTransaction, ticketId: string): Promise<number> {
  const turns = query.selectFrom("turns").where("ticket_id", "=", ticketId);
  const lastResult = turns
    .where("status", "in", ["done", "escalated", "clarifying"])
    .select(({ fn }) => fn.max("started_at").as("started_at"));
  const interrupted = turns
    .select(countAll.as("count"))
    .where("error_code", "=", "interrupted")
    .where("started_at", ">", ({ fn }) => fn.coalesce(lastResult, sql<Date>`'-infinity'`));
  return (await tx.first(interrupted))?.count ?? 0;
}

const renewal = ({ holder, leaseMs }: { holder: string; leaseMs: number }) =>
  query
    .updateTable("turns")
    .set({ lease_expires_at: secondsFromNow(leaseMs / 1000) })
    .where("lease_holder", "=", holder)
    .where("status", "=", "running");

/** @returns false when the turn has ended or another process holds it. */
export async function renewLease(
  tx: TenantTransaction,
  turnId: string,
  lease: { holder: string; leaseMs: number },
): Promise<boolean> {
  return (await tx.run(renewal(lease).where("id", "=", turnId))) === 1;
}

/** Like {@link renewLease} for many turns. @returns ids of the turns that this holder still has. */
export async function renewLeases(
  tx: TenantTransaction,
  turnIds: string[],
  lease: { holder: string; leaseMs: number },
): Promise<string[]> {
  const rows = await tx.all(renewal(lease).where("id", "=", anyOf(turnIds)).returning("id"));
  return rows.map(({ id }) => id);
}

/**
 * Ends a running turn.
 * @returns null when it has ended before. `leavesPending`: messages wait for the assistant; reliable only while the ticket is locked.
 */
export async function finishTurn(
  tx: TenantTransaction,
  turnId: string,
  { status, errorCode, rephrasedQuestion, isCacheHit, timings, grading, context, thinking }: TurnOutcome,
): Promise<{ leavesPending: boolean } | null> {
  const row = await tx.first(
    keep(
      query
        .updateTable("turns")
        .set({
          status,
          error_code: errorCode ?? null,
          rephrased_question: rephrasedQuestion ?? null,
          is_cache_hit: isCacheHit ?? false,
          timings: json(timings ?? {}),
          grading: grading ? json(grading) : null,
          context_record: context ? json(context) : null,
          thinking: thinking ?? null,
          finished_at: now,
        })
        .where("id", "=", turnId)
        .where("status", "=", "running")
        .returning(
          sql<boolean>`exists (
            select 1 from messages m where m.ticket_id = turns.ticket_id and m.addressee = 'assistant' and m.turn_id is null)`.as(
            "leavesPending",
          ),
        ),
    ),
  );
  return row ?? null;
}

/** Ends a turn whose lease has expired. @returns false when the lease is valid or the turn has ended. */
export async function expireTurn(tx: TenantTransaction, turnId: string): Promise<boolean> {
  const expired = query
    .updateTable("turns")
    .set({ status: "failed", error_code: "interrupted", finished_at: now })
    .where("id", "=", turnId)
    .where("status", "=", "running")
    .where("lease_expires_at", "<", now);
  return (await tx.run(expired)) === 1;
}

/** The most expired turns that are read at once. */
const maxExpired = 100;

/** Turns of all tenants whose lease has expired: the first of each tenant, then the second of each. Needs the platform role. */
export function listExpiredTurns(tx: Transaction): Promise<{ tenant_id: string; id: string; ticket_id: string }[]> {
  return tx.all(
    runningTurns
      .select(["tenant_id", "id", "ticket_id"])
      .where("lease_expires_at", "<", now)
      .orderBy(sql`row_number() over (partition by tenant_id order by lease_expires_at)`)
      .orderBy("lease_expires_at")
      .limit(maxExpired),
  );
}

export interface TurnRecord {
  rephrased_question: string | null;
  timings: Record<string, number>;
  /** Parse it with `contextRecordSchema`. */
  context_record: unknown;
}

/** Stored details of a turn's work. */
export function findTurnRecord(tx: TenantTransaction, turnId: string): Promise<TurnRecord | undefined> {
  return tx.first(
    query
      .selectFrom("turns")
      .select(["rephrased_question", "timings", "context_record"])
      .where("id", "=", turnId)
      .$narrowType<{ timings: TurnRecord["timings"] }>(), // only finishTurn writes it
  );
}

/** Ids of the tenant's running turns. */
export async function listAllRunningTurns(tx: TenantTransaction): Promise<string[]> {
  return (await tx.all(runningTurns.select("id"))).map(({ id }) => id);
}
