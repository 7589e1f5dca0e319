import type { TicketStatus } from "../../../protocol/messages.ts";
import type { SavedFilter, TicketPriority } from "../../../protocol/triage.ts";
import { statusLabels, type TicketSort, type TicketViewName, ticketSorts, viewFrom } from "./views.ts";

/** What a list shows beside its view, as it stands in the address. */
export interface ListFilter {
  status?: TicketStatus;
  /** A person's id, `me`, or `none`. */
  assignee?: string;
  priority?: TicketPriority;
  /** The id of a label. */
  label?: string;
}

/** A list as an address names it. */
export interface ListPlace {
  view: TicketViewName;
  filter: ListFilter;
  sort?: TicketSort;
  /** What is searched for, where the address says it. */
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
  const { status, priority, assignee, label } = query;
  const sort = ticketSorts.find((each) => each.sort === query["sort"])?.sort;
  return {
    view: viewFrom(query["view"]),
    filter: {
      // Keys of the records that they are looked up in.
      ...(status && status in statusLabels ? { status: status as TicketStatus } : {}),
      ...(priority && priority in priorityLabels ? { priority: priority as TicketPriority } : {}),
      ...(assignee ? { assignee } : {}),
      ...(label ? { label } : {}),
    },
    ...(sort ? { sort } : {}),
    ...(query["q"] ? { q: query["q"] } : {}),
  };
}

/** The parameters of an address that shows the list again. */
export function placeText({ view, filter, sort, q }: ListPlace): string {
  const params = new URLSearchParams({ view });
  for (const [name, value] of Object.entries({ ...filter, sort, q })) if (value) params.set(name, value);
  return params.toString();
}

/** A saved view's filter as an address; it was checked when it was saved. */
export function savedText(filter: SavedFilter): string {
  return placeText(placeFrom(filter));
}

export function filterSize(filter: ListFilter): number {
  return Object.values(filter).filter(Boolean).length;
}
