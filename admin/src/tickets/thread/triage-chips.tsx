import type { TicketSummary } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { LabelChips } from "../inbox/label-chip.tsx";
import { priorityLabels } from "../inbox/list-filter.ts";
import { snoozeWords } from "../inbox/snooze-times.ts";

/** More would push the conversation out of sight. */
const mostLabels = 6;

/** What the open ticket is put in order by, as it will be where a change is under way. */
export function TriageChips({ ticket: read }: { ticket: TicketSummary }) {
  const { inbox } = useWorkspace();
  const ticket = inbox.shown(read);
  if (ticket.priority === "none" && !ticket.snoozed && ticket.labels.length === 0) return null;
  return (
    <p class="thread-triage">
      {ticket.priority === "none" ? null : (
        <span class={`chip chip-priority-${ticket.priority}`}>{priorityLabels[ticket.priority]}</span>
      )}
      {ticket.snoozed ? (
        <span class="chip">
          {ticket.snoozed.until
            ? `Until ${snoozeWords(new Date(ticket.snoozed.until), new Date())}`
            : "Until the visitor replies"}
        </span>
      ) : null}
      <LabelChips labels={ticket.labels} most={mostLabels} />
    </p>
  );
}
