import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { ApprovalCard } from "../../tools/approval-card.tsx";

/** The change that waits for a yes in this ticket; of the assistant's proposals one waits at a time. */
export function PendingApproval({ detail: { ticket, confirmations } }: { detail: TicketDetail }) {
  const { ticket: store, approvals } = useWorkspace();
  const pending = confirmations.find(({ status }) => status === "pending");
  if (!pending) return null;
  const onChanged = () => {
    store.changed(ticket.id);
    approvals.changed();
  };
  return (
    <div class="log-approval">
      <ApprovalCard confirmation={pending} onChanged={onChanged} />
    </div>
  );
}
