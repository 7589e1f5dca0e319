import type { TicketSummary } from "../../../../protocol/admin.ts";
import type { BulkRequest, Label } from "../../../../protocol/triage.ts";
import { priorityLabels } from "../inbox/list-filter.ts";
import { snoozeWords } from "../inbox/snooze-times.ts";

export type TicketChange = BulkRequest["change"];

/** Who and what a change may name. */
export interface Known {
  labels: readonly Label[];
  colleagues: ReadonlyArray<{ id: string; name: string }>;
}

/** A ticket as it will be, before the server says so. */
export function applied(ticket: TicketSummary, change: TicketChange, known: Known): TicketSummary {
  const { add_labels: added = [], remove_labels: removed = [], priority, assignee, snooze } = change;
  const kept = ticket.labels.filter(({ id }) => !removed.includes(id) && !added.includes(id));
  const labels = [...kept, ...known.labels.filter(({ id }) => added.includes(id))];
  const person = assignee ? known.colleagues.find(({ id }) => id === assignee) : undefined;
  const isOver = change.resolve || change.spam;
  return {
    ...ticket,
    labels: labels.sort((a, b) => a.name.localeCompare(b.name)),
    priority: priority ?? ticket.priority,
    ...(snooze === undefined
      ? {}
      : { snoozed: snooze === null ? null : { until: snooze === "visitor" ? null : snooze } }),
    ...(person ? { assignee: person, status: "in_progress", owner: "human" } : {}),
    ...(assignee === null && ticket.assignee ? { assignee: null, status: "pending_human" } : {}),
    ...(isOver ? { status: "resolved", waiting_since: null } : {}),
  };
}

/** What makes a ticket as it was before a change; null where that cannot be had by another change. */
export function inverseOf(before: TicketSummary, change: TicketChange): TicketChange | null {
  const { add_labels: added, remove_labels: removed, priority, snooze } = change;
  if (change.assignee !== undefined || change.resolve || change.spam) return null;
  const had = new Set(before.labels.map(({ id }) => id));
  const toRemove = added?.filter((id) => !had.has(id)) ?? [];
  const toAdd = removed?.filter((id) => had.has(id)) ?? [];
  const past = before.snoozed?.until && Date.parse(before.snoozed.until) <= Date.now();
  const inverse: TicketChange = {
    ...(priority === undefined ? {} : { priority: before.priority }),
    ...(toAdd.length > 0 ? { add_labels: toAdd } : {}),
    ...(toRemove.length > 0 ? { remove_labels: toRemove } : {}),
    ...(snooze === undefined
      ? {}
      : { snooze: before.snoozed && !past ? (before.snoozed.until ?? ("visitor" as const)) : null }),
  };
  return Object.keys(inverse).length > 0 ? inverse : null;
}

/** What was done, e.g. `3 tickets: put off until 09:00`. */
export function changeWords(tickets: readonly TicketSummary[], change: TicketChange, known: Known): string {
  const [only] = tickets;
  const whom = tickets.length === 1 && only ? `#${only.number}` : `${tickets.length} tickets`;
  return `${whom} ${workWords(change, known)}`;
}

function workWords({ assignee, priority, snooze, spam, resolve, ...labels }: TicketChange, known: Known): string {
  if (spam) return "marked as spam";
  if (resolve) return "resolved";
  if (assignee === null) return "unassigned";
  if (assignee !== undefined)
    return `assigned to ${known.colleagues.find(({ id }) => id === assignee)?.name ?? "them"}`;
  if (snooze === null) return "unsnoozed";
  if (snooze === "visitor") return "snoozed until the visitor replies";
  if (snooze !== undefined) return `snoozed until ${snoozeWords(new Date(snooze), new Date())}`;
  if (priority === "none") return "priority removed";
  if (priority !== undefined) return `of ${priorityLabels[priority].toLowerCase()} priority`;
  const names = (ids: readonly string[] = []) =>
    ids.map((id) => `“${known.labels.find((label) => label.id === id)?.name ?? ""}”`).join(", ");
  return labels.add_labels ? `labelled ${names(labels.add_labels)}` : `label removed: ${names(labels.remove_labels)}`;
}
