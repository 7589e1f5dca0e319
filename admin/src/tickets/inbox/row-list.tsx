import { useEffect, useRef } from "preact/hooks";
import { useWorkspace } from "../../app-context.ts";
import { useRowWindow } from "./row-window.ts";
import { TicketRow } from "./ticket-row.tsx";

/** Rows before the end at which the next page is read. */
const aheadRows = 30;

interface RowListProps {
  openId: string | null;
  /** Takes what brings a row into sight, for the keys. */
  onReveal: (reveal: (index: number) => void) => void;
}

/** The rows of the list; only those in sight are in the page. */
export function RowList({ openId, onReveal }: RowListProps) {
  const { inbox, triage } = useWorkspace();
  const scroller = useRef<HTMLDivElement>(null);
  const items = inbox.items.value;
  const hasMore = inbox.hasMore.value;
  const { window: shown, reveal } = useRowWindow(scroller, items);
  onReveal(reveal);
  const rows = items.slice(shown.from, shown.to);
  const isNearEnd = shown.to >= items.length - aheadRows;
  const isStuck = inbox.error.value !== "" && inbox.loadingMore.value === false;
  useEffect(() => {
    if (isNearEnd && hasMore && !isStuck) void inbox.loadMore();
  }, [isNearEnd, hasMore, items.length]);
  useEffect(() => {
    void inbox.see(rows.map(({ id }) => id));
  }, [shown.from, shown.to, items]);
  const tabStop = rows.some(({ id }) => id === openId) ? openId : rows.find((_, at) => shown.from + at >= 0)?.id;
  const isMarking = triage.marked.byTap.value || triage.marked.ids.value.size > 0;
  return (
    <div class={`list-scroll ${isMarking ? "list-marking" : ""}`} ref={scroller}>
      <ul class="rows" style={{ paddingTop: `${shown.above}px`, paddingBottom: `${shown.below}px` }}>
        {rows.map((ticket, index) => (
          <TicketRow
            key={ticket.id}
            ticket={ticket}
            place={{ at: shown.from + index + 1, of: hasMore ? -1 : items.length }}
            open={ticket.id === openId}
            isTabStop={ticket.id === tabStop}
          />
        ))}
      </ul>
      {hasMore ? (
        <button type="button" class="btn ghost wide" onClick={() => void inbox.loadMore()}>
          {inbox.loadingMore.value ? "Loading…" : "Load more"}
        </button>
      ) : null}
    </div>
  );
}
