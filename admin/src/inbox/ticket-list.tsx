import { useEffect, useRef } from "preact/hooks";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../components/icon.tsx";
import { ErrorState, Notice, Skeleton } from "../components/states.tsx";
import { countText, hasWaiting, type TicketSort, type TicketViewName, ticketSorts, ticketViews } from "../lib/views.ts";
import { TicketRow } from "./ticket-row.tsx";

const typingPauseMs = 250;

interface TicketListProps {
  view: TicketViewName;
  openId: string | null;
}

export function TicketList({ view, openId }: TicketListProps) {
  const { inbox } = useWorkspace();
  const label = ticketViews.find((candidate) => candidate.name === view)?.label ?? "Tickets";
  const heading = inbox.query.value ? "Search results" : label;
  // The open ticket is what the page is about; without one it is the list.
  const Heading = openId ? "h2" : "h1";
  return (
    <section class="list" aria-label={heading}>
      <header class="list-head">
        <Heading>{heading}</Heading>
        {hasWaiting(view) && !inbox.query.value ? <SortField /> : null}
      </header>
      <nav class="view-strip phone-only" aria-label="Views">
        {ticketViews.map((candidate) => (
          <a
            key={candidate.name}
            href={`/console/inbox?view=${candidate.name}`}
            aria-current={candidate.name === view && !inbox.query.value ? "page" : undefined}
          >
            {candidate.label}
            {inbox.counts.value[candidate.name] ? (
              <span class="count">{countText(inbox.counts.value[candidate.name] ?? 0)}</span>
            ) : null}
          </a>
        ))}
      </nav>
      <SearchField />
      {inbox.hints.value.map((hint) => (
        <p class="list-hint" role="status" key={hint}>
          {hint}
        </p>
      ))}
      <ListBody view={view} openId={openId} />
    </section>
  );
}

function SortField() {
  const { inbox } = useWorkspace();
  return (
    <select
      class="list-sort"
      aria-label="Order"
      value={inbox.sort.value}
      // One of its own options.
      onChange={(event) => void inbox.order(event.currentTarget.value as TicketSort)}
    >
      {ticketSorts.map(({ sort, label }) => (
        <option key={sort} value={sort}>
          {label}
        </option>
      ))}
    </select>
  );
}

function SearchField() {
  const { inbox } = useWorkspace();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const query = inbox.query.value;
  useEffect(() => {
    // A change of view ends the search; the field follows.
    if (query === "" && input.current && document.activeElement !== input.current) input.current.value = "";
  }, [query]);
  return (
    <div class="list-search">
      <Icon name="search" />
      <input
        ref={input}
        id="inbox-search"
        type="search"
        class="input"
        placeholder="Search all tickets"
        title="Words in any order, “a phrase”, from:vera, is:waiting, label:billing, has:attachment, before:2026-11-01"
        aria-label="Search all tickets"
        autocomplete="off"
        onInput={(event) => {
          const text = event.currentTarget.value;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void inbox.search(text), text === "" ? 0 : typingPauseMs);
        }}
      />
    </div>
  );
}

function ListBody({ view, openId }: TicketListProps) {
  const { inbox } = useWorkspace();
  const items = inbox.items.value;
  if (inbox.phase.value === "failed") {
    return (
      <ErrorState title="The list could not be loaded" text={inbox.error.value} onRetry={() => void inbox.reload()} />
    );
  }
  if (inbox.phase.value === "loading") return <Skeleton rows={7} label="Loading tickets" />;
  if (items.length === 0 && !inbox.hasMore.value) {
    if (inbox.query.value) return <Notice title="Nothing found" text={`No ticket matches “${inbox.query.value}”.`} />;
    return <Notice title="All clear" text={ticketViews.find((candidate) => candidate.name === view)?.empty} />;
  }
  const tabStop = items.some(({ id }) => id === openId) ? openId : items[0]?.id;
  return (
    <div class="list-scroll">
      <ul class="rows">
        {items.map((ticket) => (
          <TicketRow
            key={ticket.id}
            ticket={ticket}
            view={view}
            open={ticket.id === openId}
            isTabStop={ticket.id === tabStop}
          />
        ))}
      </ul>
      {inbox.hasMore.value ? <LoadMore /> : null}
    </div>
  );
}

/** Loads the next page when it comes into sight; a button all the same, for keyboards and old browsers. */
function LoadMore() {
  const { inbox } = useWorkspace();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!button.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void inbox.loadMore();
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, []);
  return (
    <button ref={button} type="button" class="btn ghost wide" onClick={() => void inbox.loadMore()}>
      {inbox.loadingMore.value ? "Loading…" : "Load more"}
    </button>
  );
}
