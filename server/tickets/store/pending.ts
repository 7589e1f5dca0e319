import type { Pending } from "../../../protocol/requests.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { findClarification, toPending } from "./clarifications.ts";
import { findConfirmation, toConfirmation } from "./confirmations.ts";
import type { TicketRow } from "./tickets.ts";

/** What a ticket waits for somebody to say; restored after a reload and a restart. */
export async function findPending(
  tx: TenantTransaction,
  ticket: Pick<TicketRow, "pending_clarification" | "pending_confirmation">,
): Promise<Pending> {
  const { pending_clarification: question, pending_confirmation: write } = ticket;
  const asked = question === null ? undefined : await findClarification(tx, question);
  if (asked) return toPending(asked);
  const proposed = write === null ? undefined : await findConfirmation(tx, write);
  return proposed ? { type: "confirmation", ...toConfirmation(proposed) } : null;
}
