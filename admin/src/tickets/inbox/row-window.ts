import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { TicketSummary } from "../../../../protocol/admin.ts";
import { ticketTitle } from "../../ui/format.ts";

/** Row heights in px, as in `.row`: three lines, and a fourth for the latest message. */
const shortPx = 78;
const longPx = 99;
/** Rows rendered above and below the viewport, so that scrolling does not show gaps. */
const spareRows = 8;

interface RowWindow {
  /** Rendered rows: `from` inclusive, `to` exclusive. */
  from: number;
  to: number;
  /** Space in px for the rows that are not rendered. */
  above: number;
  below: number;
}

/** Start of each row in px from the top of the list, followed by the end of the list. */
export function rowPlaces(items: readonly TicketSummary[]): Float64Array {
  const places = new Float64Array(items.length + 1);
  items.forEach((ticket, index) => {
    places[index + 1] = (places[index] ?? 0) + (hasPreview(ticket) ? longPx : shortPx);
  });
  return places;
}

/** The rows visible in a part of the list. @param top and @param height of that part in px. */
export function rowWindow(places: Float64Array, top: number, height: number): RowWindow {
  const count = places.length - 1;
  const from = Math.max(0, rowAt(places, top) - spareRows);
  const to = Math.min(count, rowAt(places, top + height) + 1 + spareRows);
  return { from, to, above: places[from] ?? 0, below: (places[count] ?? 0) - (places[to] ?? 0) };
}

/** The last row that starts at or above a position. */
function rowAt(places: Float64Array, px: number): number {
  let low = 0;
  let high = Math.max(0, places.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((places[middle] ?? 0) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Renders only the visible rows, so that ten thousand scroll as fast as ten. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, items: readonly TicketSummary[]) {
  const places = useMemo(() => rowPlaces(items), [items]);
  const seen = useSignal({ top: 0, height: 900 });
  useLayoutEffect(() => {
    const list = scroller.current;
    if (!list) return;
    const look = () => {
      seen.value = { top: list.scrollTop, height: list.clientHeight };
    };
    look();
    list.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(list);
    return () => {
      list.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, []);
  /** Scrolls the minimum distance that makes a row visible. */
  const reveal = (index: number) => {
    const list = scroller.current;
    if (!list || index < 0) return;
    const [top, bottom] = [places[index] ?? 0, places[index + 1] ?? 0];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
    seen.value = { top: list.scrollTop, height: list.clientHeight };
  };
  return { window: rowWindow(places, seen.value.top, seen.value.height), reveal };
}

/** The line below a row's title, which the server sends without Markdown; empty when it would repeat the title. */
export function rowPreview(ticket: TicketSummary): string {
  const { preview, match } = ticket;
  return match?.snippet || preview !== ticketTitle(ticket) ? preview : "";
}

export function hasPreview(ticket: TicketSummary): boolean {
  return Boolean(ticket.match?.snippet) || rowPreview(ticket) !== "";
}
