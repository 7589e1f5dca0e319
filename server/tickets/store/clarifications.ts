import type { ClarificationAnswer, Pending } from "../../../protocol/requests.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** One of the readings a visitor may choose. */
export interface ClarificationOption {
  id: string;
  label: string;
  /** The reading as a question that stands alone. */
  question: string;
  /** Where its evidence is. */
  place?: string;
}

export interface ClarificationRow {
  id: string;
  ticket_id: string;
  turn_id: string;
  question: string;
  prompt: string;
  options: ClarificationOption[];
  status: "pending" | "answered" | "cancelled" | "withdrawn";
  answer: ClarificationAnswer | null;
  answer_message_id: string | null;
  answer_turn_id: string | null;
}

const columns = "id, ticket_id, turn_id, question, prompt, options, status, answer, answer_message_id, answer_turn_id";

/** Stores a question back to the visitor, and marks the ticket as waiting for its answer. */
export async function insertClarification(
  tx: TenantTransaction,
  clarification: Pick<ClarificationRow, "id" | "ticket_id" | "turn_id" | "question" | "prompt" | "options">,
): Promise<void> {
  const { id, ticket_id, turn_id, question, prompt, options } = clarification;
  await tx.query(
    `insert into clarifications (tenant_id, id, ticket_id, turn_id, question, prompt, options)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.tenantId, id, ticket_id, turn_id, question, prompt, JSON.stringify(options)],
  );
  await tx.query("update tickets set pending_clarification = $2, updated_at = now() where id = $1", [ticket_id, id]);
}

export async function findClarification(
  tx: TenantTransaction,
  clarificationId: string,
): Promise<ClarificationRow | undefined> {
  const { rows } = await tx.query<ClarificationRow>(`select ${columns} from clarifications where id = $1`, [
    clarificationId,
  ]);
  return rows[0];
}

/** The clarification as the visitor sees it. */
export function toPending({ id, prompt, options }: ClarificationRow): Pending {
  return {
    type: "clarification",
    clarification_id: id,
    prompt,
    kind: "choice",
    options: options.map((option) => ({ id: option.id, label: option.label })),
  };
}

/** Closes a waiting clarification with its answer, and frees the ticket of it. The ticket's row is locked by the caller. */
export async function answerClarification(
  tx: TenantTransaction,
  clarification: Pick<ClarificationRow, "id" | "ticket_id">,
  outcome: { answer: ClarificationAnswer; messageId: string | null; turnId: string },
): Promise<void> {
  await tx.query(
    `update clarifications
        set status = $2, answer = $3, answer_message_id = $4, answer_turn_id = $5, answered_at = now()
      where id = $1 and status = 'pending'`,
    [
      clarification.id,
      outcome.answer.type === "cancel" ? "cancelled" : "answered",
      JSON.stringify(outcome.answer),
      outcome.messageId,
      outcome.turnId,
    ],
  );
  await tx.query("update tickets set pending_clarification = null where id = $1", [clarification.ticket_id]);
}

/** Notes that another turn took up the answer: the one before it lost its process or failed. */
export async function updateAnswerTurn(tx: TenantTransaction, clarificationId: string, turnId: string): Promise<void> {
  await tx.query("update clarifications set answer_turn_id = $2 where id = $1", [clarificationId, turnId]);
}

/** Takes a waiting clarification back: a person answers now, or the conversation is over. */
export async function withdrawClarification(
  tx: TenantTransaction,
  ticket: { id: string; pending_clarification: string | null },
): Promise<void> {
  if (ticket.pending_clarification === null) return;
  await tx.query("update clarifications set status = 'withdrawn', answered_at = now() where id = $1", [
    ticket.pending_clarification,
  ]);
  await tx.query("update tickets set pending_clarification = null where id = $1", [ticket.id]);
}
