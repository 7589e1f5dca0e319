import { z } from "zod";
import type { ClarificationAnswer, Pending } from "../../../protocol/requests.ts";
import { json } from "../../database/column-types.ts";
import { now, query, type RowOf } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** One of the meanings that a visitor can choose. */
const optionSchema = z.object({
  id: z.string(),
  label: z.string(),
  /** The meaning as a complete question. */
  question: z.string(),
  /** Where its evidence is. */
  place: z.string().optional(),
  asks_team: z.literal(true).optional(),
});

const answerSchema: z.ZodType<ClarificationAnswer> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("choice"), choice: z.string() }),
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("cancel") }),
]);

const columns = [
  "id",
  "ticket_id",
  "turn_id",
  "question",
  "prompt",
  "options",
  "status",
  "answer",
  "answer_message_id",
  "answer_turn_id",
] as const;

export interface ClarificationRow extends Pick<RowOf<"clarifications">, (typeof columns)[number]> {
  options: z.infer<typeof optionSchema>[];
  answer: ClarificationAnswer | null;
}

/** Stores a question to the visitor, and marks the ticket as waiting for the answer. */
export async function insertClarification(
  tx: TenantTransaction,
  { options, ...asked }: Pick<ClarificationRow, "id" | "ticket_id" | "turn_id" | "question" | "prompt" | "options">,
): Promise<void> {
  await tx.run(query.insertInto("clarifications").values({ ...asked, tenant_id: tx.tenantId, options: json(options) }));
  await tx.run(
    query
      .updateTable("tickets")
      .set({ pending_clarification: asked.id, updated_at: now })
      .where("id", "=", asked.ticket_id),
  );
}

export async function findClarification(
  tx: TenantTransaction,
  clarificationId: string,
): Promise<ClarificationRow | undefined> {
  const row = await tx.first(query.selectFrom("clarifications").select(columns).where("id", "=", clarificationId));
  return (
    row && {
      ...row,
      options: z.array(optionSchema).parse(row.options),
      answer: answerSchema.nullable().parse(row.answer),
    }
  );
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

/** Stores the answer to a waiting clarification; the ticket no longer waits for it. The caller holds the lock of the ticket. */
export async function answerClarification(
  tx: TenantTransaction,
  clarification: Pick<ClarificationRow, "id" | "ticket_id">,
  { answer, messageId, turnId }: { answer: ClarificationAnswer; messageId: string | null; turnId: string },
): Promise<void> {
  await tx.run(
    query
      .updateTable("clarifications")
      .set({
        status: answer.type === "cancel" ? "cancelled" : "answered",
        answer: json(answer),
        answer_message_id: messageId,
        answer_turn_id: turnId,
        answered_at: now,
      })
      .where("id", "=", clarification.id)
      .where("status", "=", "pending"),
  );
  await clearPending(tx, clarification.ticket_id);
}

/** Records the turn that processes the answer after the previous one failed or lost its process. */
export async function updateAnswerTurn(tx: TenantTransaction, clarificationId: string, turnId: string): Promise<void> {
  const clarification = query.updateTable("clarifications").where("id", "=", clarificationId);
  await tx.run(clarification.set({ answer_turn_id: turnId }));
}

/** Withdraws a waiting clarification, because an agent answers now or the conversation is over. */
export async function withdrawClarification(
  tx: TenantTransaction,
  { id, pending_clarification }: { id: string; pending_clarification: string | null },
): Promise<void> {
  if (pending_clarification === null) return;
  const clarification = query.updateTable("clarifications").where("id", "=", pending_clarification);
  await tx.run(clarification.set({ status: "withdrawn", answered_at: now }));
  await clearPending(tx, id);
}

async function clearPending(tx: TenantTransaction, ticketId: string): Promise<void> {
  await tx.run(query.updateTable("tickets").set({ pending_clarification: null }).where("id", "=", ticketId));
}
