import type { AdminConfirmation } from "../../../protocol/admin-confirmations.ts";
import type { Ask } from "../ui/api-call.ts";

/** An agent's yes or no to a change. @throws ApiError also when somebody else was faster, or its time is over. */
export async function answerApproval(
  admin: Ask,
  { ticket, confirmation_id: id }: AdminConfirmation,
  approved: boolean,
): Promise<AdminConfirmation> {
  const path = `/tickets/${encodeURIComponent(ticket.id)}/confirmations/${encodeURIComponent(id)}`;
  const { confirmation } = await admin<{ confirmation: AdminConfirmation }>(path, {
    method: "POST",
    body: { approved },
  });
  return confirmation;
}
