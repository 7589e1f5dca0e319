import type { TicketSummary } from "../../../../protocol/admin.ts";
import type { LabelColor } from "../../../../protocol/triage.ts";
import type { Workspace } from "../../shell/workspace.ts";
import type { TicketChange } from "../thread/ticket-changer.ts";
import { awayWords, snoozeTimes, snoozeWords } from "./snooze-times.ts";
import type { Picking } from "./triage-store.ts";
import { type ListFilter, priorityLabels, priorityNames, statusLabels, toggled, valuesOf } from "./views.ts";

/** An option of a picker. */
export interface PickerOption {
  id: string;
  label: string;
  hint?: string;
  color?: LabelColor;
  /** Whether the option applies to all, some or none of the tickets. */
  state?: "all" | "some" | "none";
  /** Action of the option. */
  does: { change: TicketChange } | { filter: ListFilter } | { create: string } | { ask: "time" };
  /** True when the picker stays open for further choices. */
  isKept?: boolean;
}

export const pickerTitles: Record<Picking["kind"], string> = {
  label: "Label",
  priority: "Priority",
  assignee: "Assign to",
  snooze: "Snooze until",
  filter: "Filter the list",
};

/** Options of a picker whose names match the text. */
export function pickerOptions(workspace: Workspace, { kind, tickets }: Picking, words: string): PickerOption[] {
  const found = optionsOf(workspace, kind, tickets).filter(({ label }) =>
    label.toLowerCase().includes(words.trim().toLowerCase()),
  );
  const name = words.trim().replace(/\s+/g, " ");
  const isKnown = workspace.triage.labels.value.some((label) => label.name.toLowerCase() === name.toLowerCase());
  if (kind !== "label" || name === "" || isKnown || !workspace.may("manager")) return found;
  return [...found, { id: "create", label: `Create “${name}”`, does: { create: name } }];
}

function optionsOf(workspace: Workspace, kind: Picking["kind"], tickets: readonly TicketSummary[]): PickerOption[] {
  switch (kind) {
    case "label":
      return labelOptions(workspace, tickets);
    case "priority":
      return priorityNames.map((priority) => ({
        id: priority,
        label: priorityLabels[priority],
        state: stateOf(tickets, (ticket) => ticket.priority === priority),
        does: { change: { priority } },
      }));
    case "assignee":
      return assigneeOptions(workspace, tickets);
    case "snooze":
      return snoozeOptions(tickets);
    case "filter":
      return filterOptions(workspace);
    default:
      return kind satisfies never;
  }
}

function labelOptions({ triage }: Workspace, tickets: readonly TicketSummary[]): PickerOption[] {
  return triage.labels.value.map(({ id, name, color }) => {
    const state = stateOf(tickets, (ticket) => ticket.labels.some((label) => label.id === id));
    const change = state === "all" ? { remove_labels: [id] } : { add_labels: [id] };
    return { id, label: name, color, state, does: { change }, isKept: true };
  });
}

function assigneeOptions({ triage, me }: Workspace, tickets: readonly TicketSummary[]): PickerOption[] {
  const others = triage.colleagues.value.filter(({ id }) => id !== me.id);
  const own = triage.colleagues.value.find(({ id }) => id === me.id);
  const people = own ? [own, ...others] : others;
  return [
    ...people.map(({ id, name, here, away }) => ({
      id,
      label: name,
      hint: id === me.id ? "you" : awayWords(away, new Date()) || (here ? "here" : ""),
      state: stateOf(tickets, (ticket) => ticket.assignee?.id === id),
      does: { change: { assignee: id } },
    })),
    {
      id: "nobody",
      label: "Nobody",
      hint: "unassign",
      state: stateOf(tickets, (ticket) => ticket.assignee === null),
      does: { change: { assignee: null } },
    },
  ];
}

function snoozeOptions(tickets: readonly TicketSummary[]): PickerOption[] {
  const now = new Date();
  return [
    ...(tickets.some(({ snoozed }) => snoozed)
      ? [{ id: "back", label: "Unsnooze", does: { change: { snooze: null } } }]
      : []),
    ...snoozeTimes(now).map(({ id, label, at }) => ({
      id,
      label,
      hint: snoozeWords(at, now),
      does: { change: { snooze: at.toISOString() } },
    })),
    { id: "visitor", label: "Until the visitor replies", does: { change: { snooze: "visitor" as const } } },
    { id: "time", label: "Another time…", does: { ask: "time" } },
  ];
}

function filterOptions({ inbox, triage, me }: Workspace): PickerOption[] {
  const { filter } = inbox.place.value;
  const option = (name: keyof ListFilter, value: string, words: { label: string; hint: string }): PickerOption => ({
    id: `${name}-${value}`,
    ...words,
    state: valuesOf(filter[name]).includes(value) ? "all" : "none",
    does: { filter: toggled(filter, name, value) },
    isKept: true,
  });
  return [
    ...Object.entries(statusLabels).map(([value, label]) => option("status", value, { label, hint: "status" })),
    ...priorityNames.map((value) => option("priority", value, { label: priorityLabels[value], hint: "priority" })),
    ...triage.labels.value.map(({ id, name, color }) => ({
      ...option("label", id, { label: name, hint: "label" }),
      color,
    })),
    option("assignee", "me", { label: "Mine", hint: "assigned to" }),
    option("assignee", "none", { label: "Unassigned", hint: "assigned to" }),
    ...triage.colleagues.value
      .filter(({ id }) => id !== me.id)
      .map(({ id, name }) => option("assignee", id, { label: name, hint: "assigned to" })),
  ];
}

function stateOf(tickets: readonly TicketSummary[], has: (ticket: TicketSummary) => boolean): "all" | "some" | "none" {
  const count = tickets.filter(has).length;
  if (count === 0) return "none";
  return count === tickets.length ? "all" : "some";
}
