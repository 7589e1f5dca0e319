import type { z } from "zod";
import type { ticketSortSchema, ticketViewSchema } from "../../../../protocol/admin.ts";
import type { EscalationReason, TicketStatus } from "../../../../protocol/messages.ts";
import { maxCounted } from "../../../../protocol/ticket-counts.ts";

export type TicketViewName = z.infer<typeof ticketViewSchema>;
export type TicketSort = z.infer<typeof ticketSortSchema>;

/** Orders of the views in which somebody may wait for a person; the other views have the newest change first. */
export const ticketSorts: ReadonlyArray<{ sort: TicketSort; label: string }> = [
  { sort: "waiting", label: "Longest wait" },
  { sort: "changed", label: "Last updated" },
  { sort: "priority", label: "Priority" },
  { sort: "due", label: "Due first" },
];
const waitingViews: ReadonlySet<TicketViewName> = new Set(["needs_person", "mine", "unassigned"]);

export function hasWaiting(view: TicketViewName): boolean {
  return waitingViews.has(view);
}

/** The inbox views in the order of the rail. */
export const ticketViews: ReadonlyArray<{ name: TicketViewName; label: string; empty: string }> = [
  { name: "needs_person", label: "Needs a reply", empty: "No one is waiting for a reply." },
  { name: "mine", label: "Mine", empty: "You have no tickets. Pick one from “Needs a reply”." },
  { name: "unassigned", label: "Unassigned", empty: "Every ticket is assigned." },
  { name: "assistant", label: "Assistant only", empty: "The assistant has no open tickets." },
  { name: "snoozed", label: "Snoozed", empty: "No snoozed tickets." },
  { name: "resolved", label: "Resolved", empty: "Nothing has been resolved yet." },
  { name: "all", label: "All tickets", empty: "No tickets yet. They appear as soon as a visitor writes." },
];

export const defaultView: TicketViewName = "needs_person";

/** Reads a view from an address; anything unknown is the default. */
export function viewFrom(value: string | undefined): TicketViewName {
  return ticketViews.find((view) => view.name === value)?.name ?? defaultView;
}

export const statusLabels: Record<TicketStatus, string> = {
  open: "Assistant",
  pending_human: "Waiting",
  in_progress: "In progress",
  resolved: "Resolved",
  closed: "Closed",
};

export const reasonLabels: Record<EscalationReason, string> = {
  low_grade: "Low confidence",
  no_documents: "No document covers the question",
  asked_for_person: "The visitor asked for the team",
  sensitive_topic: "Sensitive topic",
  tool_failure: "A tool failed",
  model_failure: "The model is unreachable",
  budget_exhausted: "The budget is used up",
};

/** The size of a view as it is shown: exact below the number at which the server stops counting, "999+" from there on. */
export function countText(count: number): string {
  return count < maxCounted ? String(count) : `${maxCounted - 1}+`;
}
