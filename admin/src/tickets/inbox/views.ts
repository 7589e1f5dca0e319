import type { z } from "zod";
import type { ticketSortSchema, ticketViewSchema } from "../../../../protocol/admin.ts";
import type { EscalationReason, TicketStatus } from "../../../../protocol/messages.ts";
import { maxCounted } from "../../../../protocol/ticket-counts.ts";
import type { SavedFilter, TicketPriority } from "../../../../protocol/triage.ts";

export type TicketViewName = z.infer<typeof ticketViewSchema>;
export type TicketSort = z.infer<typeof ticketSortSchema>;

/** Sort orders of the views with waiting tickets; the other views show the newest change first. */
export const ticketSorts: ReadonlyArray<{ sort: TicketSort; label: string }> = [
  { sort: "waiting", label: "Longest wait" },
  { sort: "changed", label: "Last updated" },
  { sort: "priority", label: "Priority" },
  { sort: "due", label: "Due first" },
];
const waitingViews: ReadonlySet<TicketViewName> = new Set(["needs_person", "mine", "unassigned"]);

export function hasWaiting(view: TicketViewName): boolean {
  return waitingViews.has(view);
}

/** The inbox views, in the order of the rail. */
export const ticketViews: ReadonlyArray<{ name: TicketViewName; label: string; empty: string }> = [
  { name: "needs_person", label: "Needs a reply", empty: "No one is waiting for a reply." },
  { name: "mine", label: "Mine", empty: "You have no tickets. Pick one from “Needs a reply”." },
  { name: "unassigned", label: "Unassigned", empty: "Every ticket is assigned." },
  { name: "pending_visitor", label: "Waiting on visitor", empty: "No ticket waits for its visitor." },
  { name: "assistant", label: "Assistant only", empty: "The assistant has no open tickets." },
  { name: "reported", label: "Reported answers", empty: "No visitor has reported an answer that is still open." },
  { name: "snoozed", label: "Snoozed", empty: "No snoozed tickets." },
  { name: "resolved", label: "Resolved", empty: "Nothing has been resolved yet." },
  { name: "all", label: "All tickets", empty: "No tickets yet. They appear as soon as a visitor writes." },
];

export const defaultView: TicketViewName = "needs_person";

/** The view in a URL; an unknown value means the default. */
function viewFrom(value: string | undefined): TicketViewName {
  return ticketViews.find((view) => view.name === value)?.name ?? defaultView;
}

export const statusLabels: Record<TicketStatus, string> = {
  open: "Assistant",
  pending_human: "Waiting on team",
  in_progress: "In progress",
  pending_visitor: "Waiting on visitor",
  resolved: "Resolved",
  closed: "Closed",
};

export const reasonLabels: Record<EscalationReason, string> = {
  low_grade: "Low confidence",
  no_documents: "No document covers the question",
  asked_for_person: "The visitor asked for the team",
  sensitive_topic: "Sensitive topic",
  tool_failure: "A tool failed",
  model_failure: "The model is unreachable",
  budget_exhausted: "The budget is used up",
  hold_out: "Comparison group: straight to the team",
  email_draft: "An e-mail: an agent answers it",
};

/** Displayed size of a view: exact below the number at which the server stops counting, "999+" above. */
export function countText(count: number): string {
  return count < maxCounted ? String(count) : `${maxCounted - 1}+`;
}

/** The list's filters besides its view, as in the URL. */
export interface ListFilter {
  status?: TicketStatus;
  /** A member's id, `me` or `none`. */
  assignee?: string;
  /** Priorities, separated by commas. */
  priority?: string;
  /** Label ids, separated by commas; a ticket has at least one of them. */
  label?: string;
}

/** A list as described by a URL. */
export interface ListPosition {
  view: TicketViewName;
  filter: ListFilter;
  sort?: TicketSort;
  /** Search text, for all views. */
  q?: string;
}

export const priorityLabels: Record<TicketPriority, string> = {
  urgent: "Urgent",
  high: "High",
  low: "Low",
  none: "No priority",
};
/** Priorities in display order. */
export const priorityNames = Object.keys(priorityLabels) as TicketPriority[]; // the keys of the record above

type Query = Record<string, string | undefined>;

/** The list in a URL; unknown values are ignored. */
export function placeFrom(query: Query): ListPosition {
  const { status, assignee, label } = query;
  const sort = ticketSorts.find((each) => each.sort === query["sort"])?.sort;
  const priority = valuesOf(query["priority"])
    .filter((each) => each in priorityLabels)
    .join(",");
  const labels = valuesOf(label)
    .filter((id) => /^[\da-f-]{36}$/i.test(id))
    .slice(0, 20)
    .join(",");
  return {
    view: viewFrom(query["view"]),
    filter: {
      // Safe: the value is a key of the record.
      ...(status && status in statusLabels ? { status: status as TicketStatus } : {}),
      ...(assignee ? { assignee } : {}),
      ...(priority ? { priority } : {}),
      ...(labels ? { label: labels } : {}),
    },
    ...(sort ? { sort } : {}),
    ...(query["q"]?.trim() ? { q: query["q"].slice(0, 200) } : {}),
  };
}

/** URL parameters of a list. */
export function placeText({ view, filter, sort, q }: ListPosition): string {
  const params = new URLSearchParams({ view });
  for (const [name, value] of Object.entries({ ...filter, sort, q })) if (value) params.set(name, value);
  return params.toString();
}

/** A saved view's filter as a list; values that only a newer version knows are ignored. */
export function placeOfSaved(filter: SavedFilter): ListPosition {
  return placeFrom(filter);
}

/** A list in the format of a saved view. */
export function savedOf({ view, filter, sort, q }: ListPosition): SavedFilter {
  return { view, ...filter, ...(sort ? { sort } : {}), ...(q ? { q: q.trim() } : {}) };
}

/** The values of a filter with several. */
export function valuesOf(text: string | undefined): string[] {
  return text ? text.split(",").filter((value) => value !== "") : [];
}

/** The filter with a value added, or removed if present. At most one status and one assignee; any number of the others. */
export function toggled(filter: ListFilter, name: keyof ListFilter, value: string): ListFilter {
  const { [name]: before, ...rest } = filter;
  const has = valuesOf(before).includes(value);
  const isSingle = name === "status" || name === "assignee";
  const others = isSingle ? [] : valuesOf(before).filter((each) => each !== value);
  const values = has ? others : [...others, value];
  return values.length === 0 ? rest : { ...rest, [name]: values.join(",") };
}

/** The sort order to request; undefined while a search ranks the list. */
export function sortOf({ view, sort, q }: ListPosition, preferred: TicketSort): TicketSort | undefined {
  if (q) return undefined;
  return sort ?? (hasWaiting(view) ? preferred : "changed");
}
