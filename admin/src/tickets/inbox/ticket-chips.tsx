import type { EndedAs, TicketStatus } from "../../../../protocol/messages.ts";
import type { ClockKind, TicketDue } from "../../../../protocol/service-levels.ts";
import type { Label } from "../../../../protocol/triage.ts";
import { fullTime, now, shortSpan } from "../../ui/time.ts";
import { statusLabels } from "./views.ts";

const kindWords: Record<ClockKind, string> = {
  first_answer: "First answer",
  next_answer: "Answer",
  resolution: "Resolution",
};
/** Remaining time in ms from which a reply-time target is shown as urgent. */
const soonMs = 15 * 60_000;

interface DueTimeProps {
  due: TicketDue | null | undefined;
  /** Short form for list rows: the details are shown on hover. */
  isShort?: boolean;
}

/** The ticket's reply-time target as a chip: calm, soon or overdue. */
export function DueTime({ due, isShort = false }: DueTimeProps) {
  if (!due) return null;
  const left = Date.parse(due.at) - now.value;
  const level = left <= 0 ? "over" : left < soonMs ? "soon" : "calm";
  const kind = kindWords[due.kind] ?? "Due";
  const span = shortSpan(Math.abs(left));
  return (
    <time class={`chip due due-${level}`} dateTime={due.at} title={`${kind} due ${fullTime(due.at)}`}>
      {isShort ? <span class="visually-hidden">{kind} </span> : `${kind} `}
      {left <= 0 ? `${span} late` : isShort ? `due ${span}` : `in ${span}`}
    </time>
  );
}

/** The first labels of a ticket and the number of the others, whose names are shown on hover. */
export function LabelChips({ labels, most }: { labels: readonly Label[]; most: number }) {
  const shown = labels.slice(0, most);
  const others = labels.slice(shown.length);
  return (
    <>
      {shown.map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {others.length > 0 ? (
        <span class="chip label-others" title={others.map(({ name }) => name).join(", ")}>
          <span aria-hidden="true">+{others.length}</span>
          <span class="visually-hidden">and {others.length} more</span>
        </span>
      ) : null}
    </>
  );
}

/** A label with its colour as a dot, so that the text keeps its contrast. */
function LabelChip({ label }: { label: Label }) {
  return (
    <span class="chip label-chip" dir="auto">
      <span class={`label-dot label-${label.color}`} aria-hidden="true" />
      <span class="label-name">{label.name}</span>
    </span>
  );
}

const endLabels = { spam: "Spam", merged: "Merged" } as const;

interface StatusChipProps {
  status: TicketStatus;
  endedAs?: EndedAs | undefined;
}

/** The ticket's status; for a ticket that ended without a reply, how it ended. */
export function StatusChip({ status, endedAs }: StatusChipProps) {
  const isOver = status === "resolved" || status === "closed";
  if (isOver && endedAs) return <span class="chip">{endLabels[endedAs]}</span>;
  return <span class={`chip chip-${status}`}>{statusLabels[status] ?? status}</span>;
}
