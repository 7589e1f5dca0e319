import type { TicketDetail } from "../../../protocol/admin.ts";
import type {
  BulkRequest,
  BulkResponse,
  ChangeTicketRequest,
  ChangeViewRequest,
  Label,
  LabelColor,
  SavedFilter,
  SavedView,
} from "../../../protocol/triage.ts";
import type { Ask } from "../ui/api-call.ts";

/** A hundred tickets, one transaction each. */
const bulkTimeoutMs = 120_000;

/** The calls that put tickets in order: labels, priority, whose they are, until when they rest, and saved views. */
export function triageCalls(admin: Ask) {
  const labelPath = (id: string) => `/labels/${encodeURIComponent(id)}`;
  const viewPath = (id: string) => `/views/${encodeURIComponent(id)}`;
  return {
    changeTicket: (id: string, body: ChangeTicketRequest) =>
      admin<TicketDetail>(`/tickets/${encodeURIComponent(id)}`, { method: "PATCH", body }),
    changeTickets: (body: BulkRequest) =>
      admin<BulkResponse>("/tickets/bulk", { method: "POST", body, timeoutMs: bulkTimeoutMs }),
    listLabels: () => admin<{ items: Label[] }>("/labels"),
    createLabel: (body: { name: string; color?: LabelColor }) =>
      admin<{ label: Label }>("/labels", { method: "POST", body }),
    changeLabel: (id: string, body: { name?: string; color?: LabelColor }) =>
      admin<{ label: Label }>(labelPath(id), { method: "PATCH", body }),
    deleteLabel: (id: string) => admin<unknown>(labelPath(id), { method: "DELETE" }),
    listViews: () => admin<{ items: SavedView[] }>("/views"),
    saveView: (body: { name: string; filter: SavedFilter; team: boolean }) =>
      admin<{ view: SavedView }>("/views", { method: "POST", body }),
    changeView: (id: string, body: ChangeViewRequest) =>
      admin<{ view: SavedView }>(viewPath(id), { method: "PATCH", body }),
    deleteView: (id: string) => admin<unknown>(viewPath(id), { method: "DELETE" }),
  };
}
