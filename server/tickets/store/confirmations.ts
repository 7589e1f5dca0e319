import { sql } from "kysely";
import type { Confirmation } from "../../../protocol/tools.ts";
import { json } from "../../database/column-types.ts";
import { now, query, type RowOf, secondsFromNow } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { NewEvent } from "./ticket-events.ts";

export type Approver = Confirmation["waits_for"];
export type ConfirmationStatus = RowOf<"confirmations">["status"];

const columns = [
  "id",
  "ticket_id",
  "visitor_id",
  "turn_id",
  "answer_turn_id",
  "connection_id",
  "tool_id",
  "connection_name",
  "tool_name",
  "title",
  "description",
  "arguments",
  "arguments_hash",
  "fields",
  "question",
  "calls",
  "approval",
  "status",
  "visitor_approved",
  "agent_approved",
  "agent_id",
  "agent_name",
  "waiting_message_id",
  "created_at",
  "expires_at",
  "decided_at",
  "decided_by",
] as const;
const isDue = sql<boolean>`expires_at <= now()`.as("is_due");

/** Columns that only {@link insertConfirmation} writes, from values of these types. */
export interface ConfirmationJson {
  arguments: Record<string, unknown>;
  fields: Confirmation["fields"];
  calls: string[];
}

/**
 * `turn_id` is the turn that asked, `answer_turn_id` the one that continues with the answer. `arguments_hash` seals the call that an
 * approval covers. `waiting_message_id` is the message that told the visitor that an agent must approve too.
 */
export interface ConfirmationRow
  extends Omit<Pick<RowOf<"confirmations">, (typeof columns)[number]>, keyof ConfirmationJson>,
    ConfirmationJson {
  /** Its time is over, by the database's clock. */
  is_due: boolean;
}

export type NewConfirmation = Pick<
  ConfirmationRow,
  | "id"
  | "ticket_id"
  | "visitor_id"
  | "turn_id"
  | "connection_id"
  | "tool_id"
  | "connection_name"
  | "tool_name"
  | "title"
  | "description"
  | "arguments"
  | "arguments_hash"
  | "fields"
  | "question"
  | "calls"
  | "approval"
>;

/**
 * Stores a write that waits for approval, and marks the ticket as waiting for it. The caller holds the lock of the ticket.
 * @param seconds time until no answer counts as a rejection.
 */
export async function insertConfirmation(
  tx: TenantTransaction,
  asked: NewConfirmation,
  seconds: number,
): Promise<ConfirmationRow> {
  const row = await tx.first(
    query
      .insertInto("confirmations")
      .values({
        ...asked,
        tenant_id: tx.tenantId,
        arguments: json(asked.arguments),
        fields: json(asked.fields),
        calls: json(asked.calls),
        expires_at: secondsFromNow(seconds),
      })
      .returning([...columns, isDue])
      .$narrowType<ConfirmationJson>(),
  );
  if (!row) throw new Error("a confirmation was not stored");
  await updatePending(tx, asked.ticket_id, asked.id);
  return row;
}

async function updatePending(tx: TenantTransaction, ticketId: string, confirmationId: string | null): Promise<void> {
  const change = { pending_confirmation: confirmationId, updated_at: now };
  await tx.run(query.updateTable("tickets").set(change).where("id", "=", ticketId));
}

export function findConfirmation(tx: TenantTransaction, id: string): Promise<ConfirmationRow | undefined> {
  return tx.first(
    query
      .selectFrom("confirmations")
      .select([...columns, isDue])
      .where("id", "=", id)
      .$narrowType<ConfirmationJson>(),
  );
}

/** The side that must approve next. */
export function waitsFor({ approval, visitor_approved }: ConfirmationRow): Approver {
  if (approval !== "both") return approval;
  return visitor_approved === null ? "visitor" : "agent";
}

/** The confirmation as both sides see it. */
export function toConfirmation(row: ConfirmationRow): Confirmation {
  return {
    confirmation_id: row.id,
    action: row.title,
    connection: row.connection_name,
    description: row.description,
    arguments: row.arguments,
    fields: row.fields,
    waits_for: waitsFor(row),
    expires_at: row.expires_at.toISOString(),
  };
}

/** The answer of one side. */
export type Said = { by: "visitor"; approved: boolean } | { by: "agent"; approved: boolean; id: string; name: string };

/**
 * Stores the answer of one side, once; a visitor can withdraw an approval while an agent is still asked. `settleConfirmation` stores the
 * result. The caller holds the lock of the ticket.
 */
export function updateConfirmationAnswer(
  tx: TenantTransaction,
  id: string,
  said: Said,
): Promise<ConfirmationRow | undefined> {
  const mayChange = said.by === "visitor" && !said.approved;
  const change =
    said.by === "visitor"
      ? { visitor_approved: said.approved, visitor_at: now }
      : { agent_approved: said.approved, agent_at: now, agent_id: said.id, agent_name: said.name };
  return tx.first(
    query
      .updateTable("confirmations")
      .set(change)
      .where("id", "=", id)
      .where("status", "=", "pending")
      .$if(!mayChange, (update) => update.where(`${said.by}_approved`, "is", null))
      .returning([...columns, isDue])
      .$narrowType<ConfirmationJson>(),
  );
}

const confirmation = (id: string) => query.updateTable("confirmations").where("id", "=", id);

/** Records the message that told the visitor that an agent must approve too. */
export async function updateWaitingMessage(tx: TenantTransaction, id: string, messageId: string): Promise<void> {
  await tx.run(confirmation(id).set({ waiting_message_id: messageId }));
}

/**
 * Ends a waiting confirmation; the ticket no longer waits for it. The caller holds the lock of the ticket.
 * @returns false when it has ended before.
 */
export async function settleConfirmation(
  tx: TenantTransaction,
  { id, ticket_id }: Pick<ConfirmationRow, "id" | "ticket_id">,
  how: {
    status: Exclude<ConfirmationStatus, "pending">;
    by: NonNullable<ConfirmationRow["decided_by"]>;
    answerTurnId?: string;
  },
): Promise<boolean> {
  const change = { status: how.status, decided_by: how.by, answer_turn_id: how.answerTurnId ?? null, decided_at: now };
  const settled = await tx.run(confirmation(id).set(change).where("status", "=", "pending"));
  await updatePending(tx, ticket_id, null);
  return settled === 1;
}

/** The event of the end of a confirmation. */
export function responseEvent(
  confirmationId: string,
  how: { status: Exclude<ConfirmationStatus, "pending">; by: NonNullable<ConfirmationRow["decided_by"]> },
  turnId: string | null = null,
): NewEvent {
  const { status: outcome, by } = how;
  const payload = { confirmation_id: confirmationId, approved: outcome === "approved", outcome, by };
  return { type: "confirmation_response", turnId, payload };
}

/**
 * Withdraws a waiting confirmation, because an agent answers now or the conversation is over.
 * @returns its events; none when no confirmation waits.
 */
export async function withdrawConfirmation(
  tx: TenantTransaction,
  { id: ticketId, pending_confirmation: id }: { id: string; pending_confirmation: string | null },
  by: Approver,
): Promise<NewEvent[]> {
  if (id === null) return [];
  const how = { status: "withdrawn" as const, by };
  return (await settleConfirmation(tx, { id, ticket_id: ticketId }, how)) ? [responseEvent(id, how)] : [];
}

/** Records the turn that processes the answer after the previous one failed or lost its process. */
export async function updateConfirmationTurn(tx: TenantTransaction, id: string, turnId: string): Promise<void> {
  await tx.run(confirmation(id).set({ answer_turn_id: turnId }));
}

/** Expired confirmations of all tenants: the first of each tenant, then the second of each. Needs the platform role. */
export function listDueConfirmations(tx: Transaction): Promise<{ tenant_id: string; id: string; ticket_id: string }[]> {
  return tx.all(
    query
      .selectFrom("confirmations")
      .select(["tenant_id", "id", "ticket_id"])
      .where("status", "=", "pending")
      .where("expires_at", "<=", now)
      .orderBy(sql`row_number() over (partition by tenant_id order by expires_at)`)
      .orderBy("expires_at")
      .limit(100),
  );
}
