import { useEffect } from "preact/hooks";
import { useWorkspace } from "../app-context.ts";
import { ticketTitle } from "../ui/format.ts";
import { ErrorState, Notice, Skeleton } from "../ui/states.tsx";
import { ApprovalCard } from "./approval-card.tsx";

/** Changes that wait for an agent's approval, those that expire first on top. */
export function ApprovalsPage() {
  const { approvals, may } = useWorkspace();
  useEffect(() => void approvals.read(), [approvals]);
  const items = approvals.items.value;
  const error = approvals.error.value;
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Approvals</h1>
          <p class="muted">Changes the assistant wants to make. {may("agent") ? "" : "Your role is read-only."}</p>
        </div>
      </header>
      {items === null && error ? (
        <ErrorState title="Approvals could not be loaded" text={error} onRetry={() => void approvals.read()} />
      ) : null}
      {items === null && !error ? <Skeleton rows={3} kind="card" label="Loading approvals" /> : null}
      {items?.length === 0 ? <Notice title="Nothing to approve" text="New requests will appear here." /> : null}
      <ul class="approvals">
        {(items ?? []).map((confirmation) => (
          <li key={confirmation.confirmation_id}>
            <ApprovalCard confirmation={confirmation} onChanged={approvals.changed}>
              <a class="approval-ticket" href={`/console/inbox/${confirmation.ticket.id}?view=all`}>
                <span class="ticket-number">#{confirmation.ticket.number}</span>{" "}
                <bdi>{ticketTitle(confirmation.ticket)}</bdi>
              </a>
            </ApprovalCard>
          </li>
        ))}
      </ul>
    </div>
  );
}
