import type { TicketListResponse, TicketSummary } from "../../../../protocol/admin.ts";
import { priorityNames, type TicketSort } from "./views.ts";

interface Page {
  items: readonly TicketSummary[];
  next_cursor: string | null;
}

interface Merged {
  items: readonly TicketSummary[];
  /** The page is all there is to go by: what was read below it is gone, and its cursor leads on. */
  isAlone: boolean;
}

/** Tickets that stood where the first page is now, and are no longer in it: they have moved down, or out of the list. */
export function lostIds(before: readonly TicketSummary[], page: Page): string[] {
  const shown = idsOf(page.items);
  return before.slice(0, endIn(before, page) + 1).flatMap(({ id }) => (shown.has(id) ? [] : [id]));
}

/**
 * A first page that was read again, above what was read below it before. What stands further down stays, so that whoever has
 * scrolled there loses nothing.
 * @param moved those of the lost that still belong to the list, as they are now.
 * @param sort the order of the list; undefined when the server ranks it.
 */
export function mergePage(
  before: readonly TicketSummary[],
  page: Page,
  { moved, sort }: { moved: readonly TicketSummary[]; sort: TicketSort | undefined },
): Merged {
  const shown = idsOf(page.items);
  const end = endIn(before, page);
  const below = end < 0 ? [] : before.slice(end + 1).filter(({ id }) => !shown.has(id));
  if (page.next_cursor === null || below.length === 0) return { items: page.items, isAlone: true };
  const known = idsOf(below);
  for (const ticket of moved) {
    if (shown.has(ticket.id) || known.has(ticket.id) || sort === undefined) continue;
    const at = below.findIndex((other) => compare(ticket, other, sort) < 0);
    // Below everything that was read so far: it comes with its page.
    if (at >= 0) below.splice(at, 0, ticket);
  }
  return { items: [...page.items, ...below], isAlone: false };
}

/** Where the page ends in the list before; -1 when they have nothing in common. */
function endIn(before: readonly TicketSummary[], { items }: Page): number {
  const places = new Map(before.map(({ id }, index) => [id, index]));
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const place = places.get(items[at]?.id ?? "");
    if (place !== undefined) return place;
  }
  return -1;
}

/** The server's orders (`server/tickets/store/waiting-tickets.ts`, `ranked-tickets.ts`). */
function compare(a: TicketSummary, b: TicketSummary, sort: TicketSort): number {
  const newest = b.updated_at.localeCompare(a.updated_at) || b.id.localeCompare(a.id);
  if (sort === "priority") return priorityNames.indexOf(a.priority) - priorityNames.indexOf(b.priority) || newest;
  if (sort === "due" && (a.due || b.due)) {
    if (!a.due || !b.due) return a.due ? -1 : 1;
    return a.due.at.localeCompare(b.due.at) || a.id.localeCompare(b.id);
  }
  if (sort === "changed" || sort === "due" || (!a.waiting_since && !b.waiting_since)) return newest;
  if (!a.waiting_since || !b.waiting_since) return a.waiting_since ? -1 : 1;
  return a.waiting_since.localeCompare(b.waiting_since) || a.id.localeCompare(b.id);
}

function idsOf(items: readonly TicketSummary[]): Set<string> {
  return new Set(items.map(({ id }) => id));
}

/** The next page that has something in it: a search looks through parts of the tickets, some of which have nothing. */
export async function nextPage(
  read: (cursor: string) => Promise<TicketListResponse>,
  cursor: string,
): Promise<TicketListResponse> {
  let page = await read(cursor);
  while (page.items.length === 0 && page.next_cursor !== null) page = await read(page.next_cursor);
  return page;
}

/** Several changes in a row, e.g. one turn's, become one reading. */
const settleMs = 200;
/** Forty lists in a second leave a server room for everything else: for each console that was told, the last one waits so much longer, up to the longest. */
const perConsoleMs = 25;
const longestMs = 6_000;
/** So few may read at once. */
const fewConsoles = 5;

/**
 * Reads soon after something has changed: at once where few were told, one console after another where many were.
 * @returns what is called for each change, with how many consoles were told of it at the same moment.
 */
export function settle(read: () => void): (consoles?: number) => void {
  let settling: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;
  return (consoles = 1) => {
    const spreadMs = consoles <= fewConsoles ? 0 : Math.min(longestMs, consoles * perConsoleMs);
    const waitMs = settleMs + Math.random() * spreadMs;
    const at = Date.now() + waitMs;
    // What was done here is shown sooner than what many are told.
    if (settling && settling.at <= at) return;
    clearTimeout(settling?.timer);
    const timer = setTimeout(() => {
      settling = undefined;
      read();
    }, waitMs);
    settling = { at, timer };
  };
}
