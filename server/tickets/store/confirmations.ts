import type { Confirmation } from "../../../protocol/tools.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { NewEvent } from "./ticket-events.ts";

export type Approver = Confirmation["waits_for"];
export type ConfirmationStatus = "pending" | "approved" | "declined" | "expired" | "withdrawn";

export interface ConfirmationRow {
  id: string;
  ticket_id: string;
  visitor_id: string;
  /** The turn that asked, and the one that goes on with the answer. */
  turn_id: string;
  answer_turn_id: string | null;
  connection_id: string;
  tool_id: string;
  connection_name: string;
  tool_name: string;
  title: string;
  description: string;
  arguments: Record<string, unknown>;
  /** The seal over what a yes is bound to. */
  arguments_hash: string;
  fields: Confirmation["fields"];
  question: string;
  calls: string[];
  approval: Approver | "both";
  status: ConfirmationStatus;
  visitor_approved: boolean | null;
  agent_approved: boolean | null;
  agent_id: string | null;
  agent_name: string;
  /** The message that told the visitor that an agent is asked as well. */
  waiting_message_id: string | null;
  created_at: Date;
  expires_at: Date;
  decided_at: Date | null;
  decided_by: Approver | "system" | null;
  /** Its time is over, by the database's clock. */
  is_due: boolean;
}

const columns = `id, ticket_id, visitor_id, turn_id, answer_turn_id, connection_id, tool_id, connection_name, tool_name, title, description,
  arguments, arguments_hash, fields, question, calls, approval, status, visitor_approved, agent_approved, agent_id, agent_name,
  waiting_message_id, created_at, expires_at, decided_at, decided_by, expires_at <= now() as is_due`;

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
 * Stores a write that waits for a yes, and marks the ticket as waiting for it. The ticket's row is locked by the caller.
 * @param seconds until nobody's answer counts as a no.
 */
export async function insertConfirmation(
  tx: TenantTransaction,
  asked: NewConfirmation,
  seconds: number,
): Promise<ConfirmationRow> {
  const { rows } = await tx.query<ConfirmationRow>(
    `insert into confirmations (tenant_id, id, ticket_id, visitor_id, turn_id, connection_id, tool_id, connection_name, tool_name, title,
                                description, arguments, arguments_hash, fields, question, calls, approval, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, now() + make_interval(secs => $18))
     returning ${columns}`,
    [
      tx.tenantId,
      asked.id,
      asked.ticket_id,
      asked.visitor_id,
      asked.turn_id,
      asked.connection_id,
      asked.tool_id,
      asked.connection_name,
      asked.tool_name,
      asked.title,
      asked.description,
      JSON.stringify(asked.arguments),
      asked.arguments_hash,
      JSON.stringify(asked.fields),
      asked.question,
      JSON.stringify(asked.calls),
      asked.approval,
      seconds,
    ],
  );
  const row = rows[0];
  if (!row) throw new Error("a confirmation was not stored");
  await tx.query("update tickets set pending_confirmation = $2, updated_at = now() where id = $1", [
    asked.ticket_id,
    asked.id,
  ]);
  return row;
}

export async function findConfirmation(tx: TenantTransaction, id: string): Promise<ConfirmationRow | undefined> {
  const { rows } = await tx.query<ConfirmationRow>(`select ${columns} from confirmations where id = $1`, [id]);
  return rows[0];
}

/** Who has to say yes next. */
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

/** What one side said to a confirmation. */
export type Said = { by: "visitor"; approved: boolean } | { by: "agent"; approved: boolean; id: string; name: string };

/**
 * Writes down what one side said, once; a visitor's yes may become a no while others are still asked. What it comes to is
 * `settleConfirmation`'s. The ticket's row is locked by the caller.
 */
export async function updateConfirmationAnswer(
  tx: TenantTransaction,
  id: string,
  said: Said,
): Promise<ConfirmationRow | undefined> {
  const change =
    said.by === "visitor"
      ? { sets: "visitor_approved = $2, visitor_at = now()", params: [] }
      : { sets: "agent_approved = $2, agent_at = now(), agent_id = $3, agent_name = $4", params: [said.id, said.name] };
  const { rows } = await tx.query<ConfirmationRow>(
    `update confirmations set ${change.sets} where id = $1 and status = 'pending'
     and (${said.by}_approved is null ${said.by === "visitor" ? "or not $2" : ""}) returning ${columns}`,
    [id, said.approved, ...change.params],
  );
  return rows[0];
}

/** Notes which message told the visitor that an agent is asked as well. */
export async function updateWaitingMessage(tx: TenantTransaction, id: string, messageId: string): Promise<void> {
  await tx.query("update confirmations set waiting_message_id = $2 where id = $1", [id, messageId]);
}

/**
 * Ends a waiting confirmation, and frees the ticket of it. The ticket's row is locked by the caller.
 * @returns false when it waits no more: something else has ended it.
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
  const { rowCount } = await tx.query(
    `update confirmations set status = $2, decided_by = $3, answer_turn_id = $4, decided_at = now() where id = $1 and status = 'pending'`,
    [id, how.status, how.by, how.answerTurnId ?? null],
  );
  await tx.query("update tickets set pending_confirmation = null, updated_at = now() where id = $1", [ticket_id]);
  return rowCount === 1;
}

/** What is told of the end of a confirmation. */
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
 * Takes a waiting confirmation back: a person answers now, or the conversation is over.
 * @returns what is to be told of it; nothing where none waits.
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

/** Notes that another turn took up the answer: the one before it lost its process or failed. */
export async function updateConfirmationTurn(tx: TenantTransaction, id: string, turnId: string): Promise<void> {
  await tx.query("update confirmations set answer_turn_id = $2 where id = $1", [id, turnId]);
}

/** Confirmations of any tenant that nobody answered in time. Needs the platform role. */
export async function listDueConfirmations(
  tx: Transaction,
): Promise<{ tenant_id: string; id: string; ticket_id: string }[]> {
  const { rows } = await tx.query<{ tenant_id: string; id: string; ticket_id: string }>(
    `select tenant_id, id, ticket_id from confirmations where status = 'pending' and expires_at <= now()
      order by row_number() over (partition by tenant_id order by expires_at), expires_at limit 100`,
  );
  return rows;
}

/** A tool as a confirmation of a call of it is bound to. */
export interface ToolToConfirm {
  tool_id: string;
  tool_name: string;
  definition_hash: string;
  input_schema: Record<string, unknown>;
  approval: ConfirmationRow["approval"];
  connection_id: string;
  connection_name: string;
  connection_kind: string;
  connection_url: string;
  locked_headers: Uint8Array | null;
}

export async function findToolToConfirm(tx: TenantTransaction, toolId: string): Promise<ToolToConfirm | undefined> {
  const { rows } = await tx.query<ToolToConfirm>(
    `select t.id as tool_id, t.name as tool_name, t.definition_hash, t.input_schema, t.approval,
            c.id as connection_id, c.name as connection_name, c.kind as connection_kind,
            c.url as connection_url, c.locked_headers
       from tools t join tool_connections c on c.id = t.connection_id where t.id = $1`,
    [toolId],
  );
  return rows[0];
}
