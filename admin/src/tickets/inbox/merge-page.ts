import type { TicketListResponse, TicketSummary } from "../../../../protocol/admin.ts";
import { priorityNames, type TicketSort } from "./views.ts";

interface Page {
  items: readonly TicketSummary[];
  next_cursor: string | null;
}

interface Merged {
  items: readonly TicketSummary[];
  /** Only this page is valid: discard the pages loaded below it; its cursor continues the list. */
  isAlone: boolean;
}

/** Tickets that were in the range of the first page and no longer are: they moved down or left the list. */
export function lostIds(before: readonly TicketSummary[], page: Page): string[] {
  const shown = idsOf(page.items);
  return before.slice(0, endIn(before, page) + 1).flatMap(({ id }) => (shown.has(id) ? [] : [id]));
}

/**
 * Merges a reloaded first page with the pages loaded below it. Lower rows stay, so that a user who scrolled there loses nothing.
 * @param moved those of the lost tickets that still belong to the list, with their current data.
 * @param sort order of the list; undefined when the server ranks it.
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
    // Below the last loaded ticket: a later page will contain it.
    if (at >= 0) below.splice(at, 0, ticket);
  }
  return { items: [...page.items, ...below], isAlone: false };
}

/** Index in the previous list at which the page ends; -1 when they share no ticket. */
function endIn(before: readonly TicketSummary[], { items }: Page): number {
  const places = new Map(before.map(({ id }, index) => [id, index]));
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const place = places.get(items[at]?.id ?? "");
    if (place !== undefined) return place;
  }
  return -1;
}

/** The server's sort orders (`server/tickets/store/waiting-tickets.ts`, `ranked-tickets.ts`). */
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

/** The next page that is not empty: a search covers the tickets in parts, and some parts have no match. */
export async function nextPage(
  read: (cursor: string) => Promise<TicketListResponse>,
  cursor: string,
): Promise<TicketListResponse> {
  let page = await read(cursor);
  while (page.items.length === 0 && page.next_cursor !== null) page = await read(page.next_cursor);
  return page;
}

/** In ms; several changes in a row, e.g. of one turn, lead to one reload. */
const settleMs = 200;
/** Reloads are spread over 25 ms per notified console, up to 6 s. About forty lists per second leave the server capacity for other work. */
const perConsoleMs = 25;
const longestMs = 6_000;
/** Up to this number of consoles reload at once. */
const fewConsoles = 5;

/**
 * Reloads soon after a change: at once when few consoles were notified, spread over time when many were.
 * @returns the function to call for each change, with the number of consoles notified at the same time.
 */
export function settle(read: () => void): (consoles?: number) => void {
  let settling: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;
  return (consoles = 1) => {
    const spreadMs = consoles <= fewConsoles ? 0 : Math.min(longestMs, consoles * perConsoleMs);
    const waitMs = settleMs + Math.random() * spreadMs;
    const at = Date.now() + waitMs;
    // A change made in this console replaces a later scheduled reload.
    if (settling && settling.at <= at) return;
    clearTimeout(settling?.timer);
    const timer = setTimeout(() => {
      settling = undefined;
      read();
    }, waitMs);
    settling = { at, timer };
  };
}
