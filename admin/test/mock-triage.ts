import type { TicketSummary } from "../../protocol/admin.ts";
import type { BulkRequest, Label, SavedView } from "../../protocol/triage.ts";
import { type Answer, agent, type Call, ok, refuse } from "./mock-answers.ts";
import { uuid } from "./mock-data.ts";
import type { Mock } from "./mock-server.ts";
import { bo, rememberFor } from "./mock-team.ts";

export function seedLabels(): Label[] {
  return [
    { id: uuid(7201), name: "Billing", color: "blue" },
    { id: uuid(7202), name: "Bug", color: "red" },
  ];
}

/** The triage routes. Null for all others. */
export function triageRoute(mock: Mock, path: string, call: Call): Answer | null {
  if (path.startsWith("/admin/labels")) return labelRoute(mock, path.split("/")[3], call);
  if (path.startsWith("/admin/views")) return viewRoute(mock, path.split("/")[3], call);
  if (path === "/admin/tickets/bulk") return bulk(mock, call.body as BulkRequest);
  const ticket = /^\/admin\/tickets\/([^/]+)$/.exec(path);
  if (!ticket || call.method !== "PATCH") return null;
  const detail = mock.tickets.get(ticket[1] ?? "");
  if (!detail) return refuse(404, "not_found");
  changeTicket(mock, detail.ticket, call.body as BulkRequest["change"]);
  return ok(detail);
}

function labelRoute(mock: Mock, id: string | undefined, { method, body }: Call): Answer {
  if (method === "POST") {
    const label = { color: "grey" as const, ...(body as { name: string }), id: uuid(7300 + mock.labels.length) };
    mock.labels.push(label);
    return ok({ label });
  }
  const label = mock.labels.find((each) => each.id === id);
  if (method === "GET" && label) return ok({ label, tickets: 12 });
  if (method === "PATCH" && label) return ok({ label: Object.assign(label, body) });
  if (method === "DELETE") mock.labels = mock.labels.filter((label) => label.id !== id);
  return ok({ items: mock.labels });
}

function viewRoute(mock: Mock, id: string | undefined, { method, body }: Call): Answer {
  if (method === "POST") {
    const view = { ...(body as Omit<SavedView, "id">), id: uuid(7400 + mock.savedViews.length) };
    mock.savedViews.push(view);
    return ok({ view });
  }
  if (method === "PATCH") {
    const view = mock.savedViews.find((each) => each.id === id);
    if (!view) return refuse(404, "not_found");
    Object.assign(view, body);
    return ok({ view });
  }
  if (method === "DELETE") mock.savedViews = mock.savedViews.filter((each) => each.id !== id);
  return ok({ items: mock.savedViews });
}

function bulk(mock: Mock, { ids, change }: BulkRequest): Answer {
  const results = ids.map((id) => {
    const detail = mock.tickets.get(id);
    if (!detail) return { id, ok: false, error: { code: "not_found", message: "It is gone." } };
    const { ticket } = detail;
    const isRefused = ticket.status === "resolved" && change.snooze !== undefined;
    if (isRefused)
      return { id, ok: false, error: { code: "already_resolved", message: "This ticket is already resolved." } };
    if (change.resolve || change.spam) rememberFor(mock, detail);
    changeTicket(mock, ticket, change);
    return { id, ok: true };
  });
  return ok({ results });
}

function changeTicket(mock: Mock, ticket: TicketSummary, change: BulkRequest["change"] & { title?: string }): void {
  if (change.title) ticket.subject = change.title;
  const { priority, add_labels: added = [], remove_labels: removed = [], assignee, snooze, resolve, spam } = change;
  if (priority) ticket.priority = priority;
  const kept = ticket.labels.filter(({ id }) => !removed.includes(id) && !added.includes(id));
  ticket.labels = [...kept, ...mock.labels.filter(({ id }) => added.includes(id))];
  if (assignee) Object.assign(ticket, { assignee: assignee === bo.id ? bo : agent, status: "in_progress" });
  if (assignee === null) Object.assign(ticket, { assignee: null, status: "pending_human" });
  if (snooze !== undefined) ticket.snoozed = snooze === null ? null : { until: snooze === "visitor" ? null : snooze };
  if (resolve || spam) Object.assign(ticket, { status: "resolved", waiting_since: null });
}
