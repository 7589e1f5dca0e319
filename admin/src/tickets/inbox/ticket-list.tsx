import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useWorkspace } from "../../app-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { isPhone } from "../../ui/media.ts";
import { ErrorState, Notice, Skeleton } from "../../ui/states.tsx";
import { BulkBar, FilterChips } from "./list-bars.tsx";
import { RowList } from "./ticket-row.tsx";
import {
  countText,
  hasWaiting,
  placeOfSaved,
  placeText,
  savedOf,
  type TicketSort,
  ticketSorts,
  ticketViews,
} from "./views.ts";

const typingPauseMs = 250;

interface TicketListProps {
  openId: string | null;
  onReveal: (reveal: (index: number) => void) => void;
}

export function TicketList({ openId, onReveal }: TicketListProps) {
  const { inbox } = useWorkspace();
  const heading = useHeading();
  // The open ticket is the page's main heading; without one it is the list.
  const Heading = openId ? "h2" : "h1";
  const { view, q } = inbox.place.value;
  return (
    <section class="list" aria-label={heading}>
      <header class="list-head">
        <Heading>{heading}</Heading>
        <span class="list-tools">
          {hasWaiting(view) && !q ? <SortField /> : null}
          <SelectButton />
          <FilterButton />
          <SaveButton />
        </span>
      </header>
      <ViewStrip />
      <SearchField openId={openId} />
      <FilterChips openId={openId} />
      {inbox.hints.value.map((hint) => (
        <p class="list-hint" role="status" key={hint}>
          {hint}
        </p>
      ))}
      <ListBody openId={openId} onReveal={onReveal} />
      <BulkBar />
    </section>
  );
}

function useHeading(): string {
  const { inbox, triage } = useWorkspace();
  const place = inbox.place.value;
  const saved = triage.views.value.find(({ filter }) => placeText(placeOfSaved(filter)) === inbox.address.value);
  if (saved) return saved.name;
  return place.q ? "Search results" : (ticketViews.find(({ name }) => name === place.view)?.label ?? "Tickets");
}

function ViewStrip() {
  const { inbox } = useWorkspace();
  const { view, q } = inbox.place.value;
  return (
    <nav class="view-strip phone-only" aria-label="Views">
      {ticketViews.map(({ name, label }) => (
        <a key={name} href={`/console/inbox?view=${name}`} aria-current={name === view && !q ? "page" : undefined}>
          {label}
          {inbox.counts.value[name] ? <span class="count">{countText(inbox.counts.value[name] ?? 0)}</span> : null}
        </a>
      ))}
    </nav>
  );
}

function SortField() {
  const { inbox } = useWorkspace();
  return (
    <select
      class="list-sort"
      aria-label="Order"
      value={inbox.sort.value}
      // The value is one of the options below.
      onChange={(event) => void inbox.prefer(event.currentTarget.value as TicketSort)}
    >
      {ticketSorts.map(({ sort, label }) => (
        <option key={sort} value={sort}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Starts the selection of several tickets on touch devices. */
function SelectButton() {
  const { triage, may } = useWorkspace();
  if (!isPhone.value || !may("agent") || triage.marked.byTap.value) return null;
  return (
    <button type="button" class="btn small ghost" onClick={() => (triage.marked.byTap.value = true)}>
      Select
    </button>
  );
}

function FilterButton() {
  const { triage } = useWorkspace();
  return (
    <button
      type="button"
      class="icon-btn"
      aria-label="Filter"
      title="Filter (f)"
      onClick={() => {
        triage.picking.value = { kind: "filter", tickets: [], by: null };
      }}
    >
      <Icon name="filter" />
    </button>
  );
}

/** Shown when the list is not one of those in the rail. */
function SaveButton() {
  const { inbox, triage } = useWorkspace();
  const place = inbox.place.value;
  const saved = triage.views.value.find(({ filter }) => placeText(placeOfSaved(filter)) === inbox.address.value);
  if (!saved && !place.q && Object.keys(place.filter).length === 0) return null;
  return (
    <button
      type="button"
      class="btn small ghost"
      onClick={() => {
        triage.naming.value = saved ? { view: saved } : { filter: savedOf(place) };
      }}
    >
      {saved ? "Edit view" : "Save view"}
    </button>
  );
}

function SearchField({ openId }: { openId: string | null }) {
  const { inbox } = useWorkspace();
  const { route } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const query = inbox.place.value.q ?? "";
  useEffect(() => {
    // A change of view ends the search and a URL may start one: update the field unless the user is typing in it.
    if (input.current && document.activeElement !== input.current) input.current.value = query;
  }, [query]);
  const search = (text: string) => {
    const { q: _, ...place } = inbox.place.peek();
    const list = placeText(text.trim() === "" ? place : { ...place, q: text });
    // Replace the history entry, so that each letter is not a step back.
    route(openId ? `/console/inbox/${openId}?${list}` : `/console/inbox?${list}`, true);
  };
  return (
    <div class="list-search">
      <Icon name="search" />
      <input
        ref={input}
        id="inbox-search"
        type="search"
        class="input"
        placeholder="Search all tickets"
        title="Words in any order, “a phrase”, from:vera, is:waiting, is:overdue, label:billing, priority:high, has:attachment, before:2026-11-01"
        aria-label="Search all tickets"
        autocomplete="off"
        maxLength={200}
        onInput={(event) => {
          const text = event.currentTarget.value;
          clearTimeout(timer.current);
          timer.current = setTimeout(search, text === "" ? 0 : typingPauseMs, text);
        }}
      />
    </div>
  );
}

function ListBody({ openId, onReveal }: TicketListProps) {
  const { inbox } = useWorkspace();
  const { view, filter, q } = inbox.place.value;
  if (inbox.phase.value === "failed") {
    return (
      <ErrorState title="The list could not be loaded" text={inbox.error.value} onRetry={() => void inbox.reload()} />
    );
  }
  if (inbox.phase.value === "loading") return <Skeleton rows={7} label="Loading tickets" />;
  if (inbox.items.value.length === 0 && !inbox.hasMore.value) {
    const isFiltered = Object.keys(filter).length > 0;
    if (q || isFiltered)
      return (
        <Notice
          title="Nothing found"
          text={q ? `No ticket matches “${q}”${isFiltered ? " and the filter" : ""}.` : "No tickets match the filter."}
        >
          <a class="btn" href={`/console/inbox?view=${view}`}>
            Clear
          </a>
        </Notice>
      );
    return <Notice title="All clear" text={ticketViews.find((candidate) => candidate.name === view)?.empty} />;
  }
  return <RowList key={inbox.address.value} openId={openId} onReveal={onReveal} />;
}
