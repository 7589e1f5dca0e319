import type { TicketStatus } from "../../../../protocol/messages.ts";
import type { SavedFilter, TicketPriority } from "../../../../protocol/triage.ts";
import { hasWaiting, statusLabels, type TicketSort, type TicketViewName, ticketSorts, viewFrom } from "./views.ts";

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
