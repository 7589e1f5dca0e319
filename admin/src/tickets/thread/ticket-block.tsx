import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import type { TicketDue } from "../../../../protocol/service-levels.ts";
import type { TicketPriority } from "../../../../protocol/triage.ts";
import { useWorkspace } from "../../app-context.ts";
import { Keys } from "../../ui/chips.tsx";
import { snoozeWords } from "../inbox/snooze-times.ts";
import { DueTime, LabelChips, StatusChip } from "../inbox/ticket-chips.tsx";
import type { PickerKind } from "../inbox/triage-store.ts";
import { priorityLabels } from "../inbox/views.ts";
import { StatusMenu } from "./status-menu.tsx";

/** More would push the other facts out of view. */
const mostLabels = 6;

/** What agents put a ticket in order by, each changed by a click or its key, with pending changes applied. */
export function TicketBlock({ detail }: { detail: TicketDetail }) {
  const { inbox, me, may } = useWorkspace();
  const ticket = inbox.shown(detail.ticket);
  const isOver = ticket.status === "resolved" || ticket.status === "closed";
  const { snoozed, assignee } = ticket;
  return (
    <section class="context-section" aria-label="Ticket">
      <dl class="facts ticket-facts">
        <StatusRow detail={detail} />
        <PickRow name="Assignee" kind="assignee" hotkey="a" detail={detail} isFixed={isOver}>
          {assignee ? `${assignee.name}${assignee.id === me.id ? " (you)" : ""}` : <Nothing>Unassigned</Nothing>}
        </PickRow>
        <PickRow name="Priority" kind="priority" hotkey="p" detail={detail}>
          {ticket.priority === "none" ? (
            <Nothing>None</Nothing>
          ) : (
            <span class={`chip chip-priority-${ticket.priority}`}>{priorityLabels[ticket.priority]}</span>
          )}
        </PickRow>
        <PickRow name="Labels" kind="label" hotkey="l" detail={detail}>
          {ticket.labels.length === 0 ? (
            <Nothing>{may("agent") ? "Add a label" : "None"}</Nothing>
          ) : (
            <LabelChips labels={ticket.labels} most={mostLabels} />
          )}
        </PickRow>
        {isOver ? null : (
          <PickRow name="Snooze" kind="snooze" hotkey="z" detail={detail}>
            {snoozed === null ? (
              <Nothing>Not snoozed</Nothing>
            ) : snoozed.until ? (
              `Until ${snoozeWords(new Date(snoozed.until), new Date())}`
            ) : (
              "Until the visitor replies"
            )}
          </PickRow>
        )}
        {ticket.due ? <DueRow due={ticket.due} priority={ticket.priority} /> : null}
      </dl>
    </section>
  );
}

function Nothing({ children }: { children: ComponentChildren }) {
  return <span class="muted">{children}</span>;
}

interface PickRowProps {
  name: string;
  kind: PickerKind;
  hotkey: string;
  detail: TicketDetail;
  /** The value cannot change any more. */
  isFixed?: boolean;
  children: ComponentChildren;
}

/** A value with the list of the others behind it. */
function PickRow({ name, kind, hotkey, detail, isFixed = false, children }: PickRowProps) {
  const { triage, may } = useWorkspace();
  const id = useId();
  return (
    <div class="ticket-fact">
      <dt id={id}>{name}</dt>
      {isFixed || !may("agent") ? (
        <dd class="ticket-value">{children}</dd>
      ) : (
        <dd>
          <button
            type="button"
            class="ticket-value ticket-change"
            aria-describedby={id}
            title={`Change (${hotkey})`}
            onClick={(event) => {
              triage.picking.value = { kind, tickets: [detail.ticket], by: event.currentTarget };
            }}
          >
            <span class="ticket-shown">{children}</span>
            <Keys keys={hotkey} />
          </button>
        </dd>
      )}
    </div>
  );
}

/** The status, changed by its menu. */
function StatusRow({ detail }: { detail: TicketDetail }) {
  const { may } = useWorkspace();
  const { ticket } = detail;
  const isOver = ticket.status === "resolved" || ticket.status === "closed";
  const chip = <StatusChip status={ticket.status} endedAs={detail.ended_as} />;
  return (
    <div class="ticket-fact">
      <dt>Status</dt>
      {isOver || !may("agent") ? (
        <dd class="ticket-value">
          {chip}
          {isOver && ticket.assignee ? <span class="muted">by {ticket.assignee.name}</span> : null}
        </dd>
      ) : (
        <dd>
          <StatusMenu detail={detail} class="ticket-value ticket-change">
            <span class="ticket-shown">{chip}</span>
            <Keys keys="s" />
          </StatusMenu>
        </dd>
      )}
    </div>
  );
}

/** When the next target is due. The server computes it, so it is not changed here. */
function DueRow({ due, priority }: { due: TicketDue; priority: TicketPriority }) {
  const target = due.kind === "resolution" ? "resolution target" : "reply target";
  const whose = priority === "none" ? "tickets without a priority" : priorityLabels[priority];
  return (
    <div class="ticket-fact">
      <dt>Due</dt>
      <dd class="ticket-value">
        <DueTime due={due} />
        <span class="muted ticket-why">
          Set by the {target} for {whose}
        </span>
      </dd>
    </div>
  );
}
