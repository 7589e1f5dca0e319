import { useLocation } from "preact-iso";
import { useWorkspace } from "../../app-context.ts";
import type { Workspace } from "../../shell/workspace.ts";
import { Keys } from "../../ui/chips.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { PickerKind } from "./triage-store.ts";
import { type ListFilter, placeText, priorityLabels, statusLabels, toggled, valuesOf } from "./views.ts";

/** The active filters, each with a button to remove it. */
export function FilterChips({ openId }: { openId: string | null }) {
  const workspace = useWorkspace();
  const { route } = useLocation();
  const place = workspace.inbox.place.value;
  const parts = (Object.keys(place.filter) as (keyof ListFilter)[]).flatMap((name) =>
    valuesOf(place.filter[name]).map((value) => ({ name, value, words: wordsOf(workspace, name, value) })),
  );
  if (parts.length === 0) return null;
  const show = (filter: ListFilter) => {
    const list = placeText({ ...place, filter });
    route(openId ? `/console/inbox/${openId}?${list}` : `/console/inbox?${list}`);
  };
  return (
    <ul class="filter-chips" aria-label="Filter">
      {parts.map(({ name, value, words }) => (
        <li key={`${name}${value}`}>
          <button
            type="button"
            class="chip filter-chip"
            aria-label={`${words}: remove from the filter`}
            onClick={() => show(toggled(place.filter, name, value))}
          >
            {words} <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Display text of a filter value. */
function wordsOf({ triage, me }: Workspace, name: keyof ListFilter, value: string): string {
  if (name === "status") return statusLabels[value as keyof typeof statusLabels] ?? value;
  if (name === "priority") return priorityLabels[value as keyof typeof priorityLabels] ?? value;
  if (name === "label") return triage.labels.value.find(({ id }) => id === value)?.name ?? "Deleted label";
  if (value === "me" || value === me.id) return "Mine";
  if (value === "none") return "Unassigned";
  return triage.colleagues.value.find(({ id }) => id === value)?.name ?? "Somebody";
}

const pickers: ReadonlyArray<{ kind: PickerKind; label: string; key: string }> = [
  { kind: "label", label: "Label", key: "l" },
  { kind: "priority", label: "Priority", key: "p" },
  { kind: "assignee", label: "Assign", key: "a" },
  { kind: "snooze", label: "Snooze", key: "z" },
];

/** Actions on all selected tickets. */
export function BulkBar() {
  const { triage } = useWorkspace();
  const tickets = triage.marked.tickets.value;
  if (tickets.length === 0 && !triage.marked.byTap.value) return null;
  const end = (change: { resolve: true } | { spam: true }) => {
    void triage.change(tickets, change);
    triage.marked.clear();
  };
  return (
    <section class="bulk-bar" aria-label="Selected tickets">
      <p role="status">
        {tickets.length === 0 ? "Tap tickets to select them" : `${tickets.length} selected`}
        <button type="button" class="link-btn" onClick={triage.marked.all}>
          Select all
        </button>
        <button type="button" class="link-btn" onClick={triage.marked.clear}>
          {triage.marked.byTap.value ? "Done" : "Clear"}
        </button>
      </p>
      {tickets.length === 0 ? null : (
        <div class="button-row">
          {pickers.map(({ kind, label, key }) => (
            <button
              key={kind}
              type="button"
              class="btn small"
              onClick={() => {
                triage.picking.value = { kind, tickets, by: null };
              }}
            >
              {label} <Keys keys={key} />
            </button>
          ))}
          <button type="button" class="btn small" onClick={() => end({ resolve: true })}>
            Resolve
          </button>
          <button type="button" class="btn small" onClick={() => end({ spam: true })}>
            Spam
          </button>
        </div>
      )}
    </section>
  );
}
