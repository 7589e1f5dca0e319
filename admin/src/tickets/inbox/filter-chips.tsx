import { useLocation } from "preact-iso";
import { useWorkspace } from "../../app-context.ts";
import type { Workspace } from "../../shell/workspace.ts";
import { Icon } from "../../ui/icon.tsx";
import { type ListFilter, placeText, priorityLabels, toggled, valuesOf } from "./list-filter.ts";
import { statusLabels } from "./views.ts";

/** The filter in words, each part with what takes it away. */
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

/** One value of a filter in words. */
function wordsOf({ triage, me }: Workspace, name: keyof ListFilter, value: string): string {
  if (name === "status") return statusLabels[value as keyof typeof statusLabels] ?? value;
  if (name === "priority") return priorityLabels[value as keyof typeof priorityLabels] ?? value;
  if (name === "label") return triage.labels.value.find(({ id }) => id === value)?.name ?? "Deleted label";
  if (value === "me" || value === me.id) return "Mine";
  if (value === "none") return "Unassigned";
  return triage.colleagues.value.find(({ id }) => id === value)?.name ?? "Somebody";
}
