import type { ClockKind, TicketDue } from "../../../../protocol/service-levels.ts";
import { now } from "../../ui/now.ts";
import { fullTime, shortSpan } from "../../ui/time.ts";

const kindWords: Record<ClockKind, string> = {
  first_answer: "First answer",
  next_answer: "Answer",
  resolution: "Resolution",
};
/** From then on a clock is shown as urgent, in ms. */
const soonMs = 15 * 60_000;

interface DueTimeProps {
  due: TicketDue | null | undefined;
  /** A row of a list has no room for what is due; it says so on hover. */
  isShort?: boolean;
}

/** When a ticket is due by its level of service, as a chip: calm, soon, or over. */
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
