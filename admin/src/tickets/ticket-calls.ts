import type { TicketDetail, TicketMessages } from "../../../protocol/admin.ts";
import type { CannedReply, CannedReplyChange, NewCannedReply } from "../../../protocol/admin-canned.ts";
import type { Mention, NoteRequest } from "../../../protocol/admin-notes.ts";
import type { Deleted } from "../../../protocol/admin-visitors.ts";
import type { Assignable } from "../../../protocol/assignment.ts";
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

/** Calls the admin API at a path below it. */
type AdminCall = <T>(
  path: string,
  call?: { method?: "GET" | "POST" | "PATCH" | "DELETE"; body?: unknown },
) => Promise<T>;

/** What the team writes for each other and uses again, and what it does about visitors. */
export function teamApi(admin: AdminCall) {
  const post = <T>(path: string, body: unknown = {}) => admin<T>(path, { method: "POST", body });
  const ticket = (id: string) => `/tickets/${encodeURIComponent(id)}`;
  const visitor = (id: string) => `/visitors/${encodeURIComponent(id)}`;
  const canned = (id: string) => `/canned-replies/${encodeURIComponent(id)}`;
  return {
    ticketMessages: (id: string, before: string) => admin<TicketMessages>(`${ticket(id)}/messages?before=${before}`),
    note: (id: string, body: NoteRequest) => post<TicketDetail>(`${ticket(id)}/notes`, body),
    seeMentions: (id: string) => post<unknown>(`${ticket(id)}/mentions-seen`),
    mentions: () => admin<{ items: Mention[] }>("/mentions"),
    colleagues: () => admin<{ items: Assignable[] }>("/colleagues"),

    spam: (id: string) => post<TicketDetail>(`${ticket(id)}/spam`),
    undo: (id: string) => post<TicketDetail>(`${ticket(id)}/undo`),
    deleteTicket: (id: string) => admin<Deleted>(ticket(id), { method: "DELETE" }),
    deleteVisitor: (id: string) => admin<Deleted>(visitor(id), { method: "DELETE" }),
    blockVisitor: (id: string, isBlocked: boolean) =>
      post<unknown>(`${visitor(id)}/${isBlocked ? "block" : "unblock"}`),

    cannedReplies: () => admin<{ items: CannedReply[] }>("/canned-replies"),
    addCannedReply: (body: NewCannedReply) => post<CannedReply>("/canned-replies", body),
    changeCannedReply: (id: string, body: CannedReplyChange) =>
      admin<CannedReply>(canned(id), { method: "PATCH", body }),
    removeCannedReply: (id: string) => admin<unknown>(canned(id), { method: "DELETE" }),
  };
}

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
