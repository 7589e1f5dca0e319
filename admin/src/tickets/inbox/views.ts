import type { z } from "zod";
import type { ticketSortSchema, ticketViewSchema } from "../../../../protocol/admin.ts";
import type { EscalationReason, TicketStatus } from "../../../../protocol/messages.ts";
import { maxCounted } from "../../../../protocol/ticket-counts.ts";
import type { SavedFilter, TicketPriority } from "../../../../protocol/triage.ts";

export type TicketViewName = z.infer<typeof ticketViewSchema>;
export type TicketSort = z.infer<typeof ticketSortSchema>;

/** Orders of the views in which somebody may wait for a person; the other views have the newest change first. */
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

/** The inbox views in the order of the rail. */
export const ticketViews: ReadonlyArray<{ name: TicketViewName; label: string; empty: string }> = [
  { name: "needs_person", label: "Needs a reply", empty: "No one is waiting for a reply." },
  { name: "mine", label: "Mine", empty: "You have no tickets. Pick one from “Needs a reply”." },
  { name: "unassigned", label: "Unassigned", empty: "Every ticket is assigned." },
  { name: "assistant", label: "Assistant only", empty: "The assistant has no open tickets." },
  { name: "snoozed", label: "Snoozed", empty: "No snoozed tickets." },
  { name: "resolved", label: "Resolved", empty: "Nothing has been resolved yet." },
  { name: "all", label: "All tickets", empty: "No tickets yet. They appear as soon as a visitor writes." },
];

export const defaultView: TicketViewName = "needs_person";

/** Reads a view from an address; anything unknown is the default. */
function viewFrom(value: string | undefined): TicketViewName {
  return ticketViews.find((view) => view.name === value)?.name ?? defaultView;
}

export const statusLabels: Record<TicketStatus, string> = {
  open: "Assistant",
  pending_human: "Waiting",
  in_progress: "In progress",
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
};

/** The size of a view as it is shown: exact below the number at which the server stops counting, "999+" from there on. */
export function countText(count: number): string {
  return count < maxCounted ? String(count) : `${maxCounted - 1}+`;
}

/** What a list shows beside its view, as it stands in the address. */
export interface ListFilter {
  status?: TicketStatus;
  /** A person's id, `me`, or `none`. */
  assignee?: string;
  /** Priorities, with commas between them. */
  priority?: string;
  /** Ids of labels, with commas between them; a ticket has one of them. */
  label?: string;
}

/** A list as an address names it. */
export interface ListPlace {
  view: TicketViewName;
  filter: ListFilter;
  sort?: TicketSort;
  /** What is searched for, in all views. */
  q?: string;
}

export const priorityLabels: Record<TicketPriority, string> = {
  urgent: "Urgent",
  high: "High",
  low: "Low",
  none: "No priority",
};
/** The order in which priorities are offered. */
export const priorityNames = Object.keys(priorityLabels) as TicketPriority[]; // the keys of the record above

type Query = Record<string, string | undefined>;

/** Reads a list from an address; what is not understood restricts nothing. */
export function placeFrom(query: Query): ListPlace {
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
      // A key of the record that it is looked up in.
      ...(status && status in statusLabels ? { status: status as TicketStatus } : {}),
      ...(assignee ? { assignee } : {}),
      ...(priority ? { priority } : {}),
      ...(labels ? { label: labels } : {}),
    },
    ...(sort ? { sort } : {}),
    ...(query["q"]?.trim() ? { q: query["q"].slice(0, 200) } : {}),
  };
}

/** The parameters of an address that shows the list again. */
export function placeText({ view, filter, sort, q }: ListPlace): string {
  const params = new URLSearchParams({ view });
  for (const [name, value] of Object.entries({ ...filter, sort, q })) if (value) params.set(name, value);
  return params.toString();
}

/** A saved view's filter as a list; what a newer version has put into it restricts nothing. */
export function placeOfSaved(filter: SavedFilter): ListPlace {
  return placeFrom(filter);
}

/** A list as a saved view keeps it. */
export function savedOf({ view, filter, sort, q }: ListPlace): SavedFilter {
  return { view, ...filter, ...(sort ? { sort } : {}), ...(q ? { q: q.trim() } : {}) };
}

/** The values of a filter that has several. */
export function valuesOf(text: string | undefined): string[] {
  return text ? text.split(",").filter((value) => value !== "") : [];
}

/** The filter with a value more, or with one less where it has it. One status and one person at most; of the others any. */
export function toggled(filter: ListFilter, name: keyof ListFilter, value: string): ListFilter {
  const { [name]: before, ...rest } = filter;
  const has = valuesOf(before).includes(value);
  const isSingle = name === "status" || name === "assignee";
  const others = isSingle ? [] : valuesOf(before).filter((each) => each !== value);
  const values = has ? others : [...others, value];
  return values.length === 0 ? rest : { ...rest, [name]: values.join(",") };
}

/** The order in which a list is asked for; none while it is ranked by a search. */
export function sortOf({ view, sort, q }: ListPlace, preferred: TicketSort): TicketSort | undefined {
  if (q) return undefined;
  return sort ?? (hasWaiting(view) ? preferred : "changed");
}
