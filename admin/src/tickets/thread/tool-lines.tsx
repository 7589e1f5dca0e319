import type { TicketDetail } from "../../../../protocol/admin.ts";
import type { AdminConfirmation, TicketCall } from "../../../../protocol/admin-confirmations.ts";
import type { Message } from "../../../../protocol/messages.ts";
import { visibleText } from "../../../../protocol/visible-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { ApprovalCard } from "../../tools/approval-card.tsx";
import { CallStatus, Json, SettleCall } from "../../tools/call-outcome.tsx";
import { ChangeFields } from "../../tools/change-fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { clockTime, fullTime } from "../../ui/time.ts";

type Line = { at: string } & ({ call: TicketCall } | { confirmation: AdminConfirmation });

/** Tool calls between two messages, and decisions about proposed changes, in chronological order. */
export function toolLinesBetween(detail: TicketDetail, before: Message | undefined, after: Message | undefined) {
  const lines: Line[] = [
    ...detail.tool_calls.map((call) => ({ at: call.created_at, call })),
    ...detail.confirmations.flatMap((confirmation) =>
      confirmation.decided_at ? [{ at: confirmation.decided_at, confirmation }] : [],
    ),
  ];
  return lines
    .filter(({ at }) => (!before || at > before.created_at) && (!after || at <= after.created_at))
    .sort((a, b) => a.at.localeCompare(b.at))
    .map((line) =>
      "call" in line ? (
        <CallLine key={`call-${line.call.id}`} call={line.call} />
      ) : (
        <SaidLine key={line.confirmation.confirmation_id} confirmation={line.confirmation} />
      ),
    );
}

function CallLine({ call }: { call: TicketCall }) {
  const { ticket, may } = useWorkspace();
  const isOpen = call.status === "unknown" && call.settled === null;
  const line = <CallSummary call={call} />;
  if (!isOpen) return line;
  return (
    <div class="log-unknown">
      {line}
      {may("agent") ? <SettleCall call={call} onCall={() => ticket.changed()} /> : null}
    </div>
  );
}

const settledWords = { completed: "done", failed: "not done" } as const;

function CallSummary({ call }: { call: TicketCall }) {
  const { title, connection, kind, status, settled, content, error, created_at: at } = call;
  return (
    <details class="log-tool">
      <summary>
        <Icon name="tool" />
        <span>
          {doneWords(kind, status)} <bdi>{visibleText(title)}</bdi> <span class="muted">{visibleText(connection)}</span>
        </span>
        {status === "completed" ? null : <CallStatus status={status} />}
        {settled ? <span class="chip">Checked: {settledWords[settled]}</span> : null}
        <time class="muted" dateTime={at} title={fullTime(at)}>
          {clockTime(at)}
        </time>
      </summary>
      {error ? (
        <p class="form-error" dir="auto">
          {error}
        </p>
      ) : null}
      {content ? (
        <p class="shown" dir="auto">
          {content}
        </p>
      ) : null}
      <Json value={call.arguments} name={`Arguments of ${title}`} />
    </details>
  );
}

function doneWords(kind: TicketCall["kind"], status: TicketCall["status"]): string {
  if (status === "running") return "Running:";
  if (status === "unknown") return "Unclear:";
  if (kind === "write") return status === "completed" ? "Done:" : "Failed:";
  return status === "completed" ? "Looked up:" : "Look-up failed:";
}

/** The decision about a proposed change, its author, and the change itself. */
function SaidLine({ confirmation }: { confirmation: AdminConfirmation }) {
  const { fields } = confirmation;
  if (fields.length === 0) return <p class="log-said">{saidSummary(confirmation)}</p>;
  return (
    <details class="log-tool">
      <summary>{saidSummary(confirmation)}</summary>
      <ChangeFields fields={fields} />
    </details>
  );
}

function saidSummary(confirmation: AdminConfirmation) {
  const { action, connection, decided_at: at } = confirmation;
  return (
    <>
      <Icon name="proof" />
      <span>
        {saidWords(confirmation)} <bdi>{visibleText(action)}</bdi> <span class="muted">{visibleText(connection)}</span>
      </span>
      {at ? (
        <time class="muted" dateTime={at} title={fullTime(at)}>
          {clockTime(at)}
        </time>
      ) : null}
    </>
  );
}

function saidWords({ status, decided_by: by, agent, visitor }: AdminConfirmation): string {
  const visitorName = visitor.name ?? "The visitor";
  const who = by === "agent" ? (agent?.name ?? "An agent") : visitorName;
  switch (status) {
    case "approved":
      return `${who} approved:`;
    case "declined":
      return `${who} declined:`;
    case "expired":
      return "Expired:";
    case "withdrawn":
      return "Withdrawn:";
    case "pending":
      return "Waiting for approval:";
    default:
      return status satisfies never;
  }
}

/** The pending change of this ticket; only one proposal of the assistant is pending at a time. */
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
