import type { TicketDetail, TicketListResponse } from "../../../../protocol/admin.ts";
import type { Ask } from "../../ui/api-call.ts";
import { queryString } from "../../ui/query-string.ts";

/** As many as are looked through at a glance. */
const found = 8;

/** The calls that put tickets together; they come with the thread's script. */
export function relatedCalls(ask: Ask) {
  const path = (id: string) => `/tickets/${encodeURIComponent(id)}`;
  return {
    find: (q: string, signal: AbortSignal) =>
      ask<TicketListResponse>(`/tickets${queryString({ view: "all", q, limit: found })}`, { signal }),
    read: (id: string) => ask<TicketDetail>(path(id)),
    link: (id: string, other: string) =>
      ask<TicketDetail>(`${path(id)}/links`, { method: "POST", body: { ticket_id: other } }),
    unlink: (id: string, other: string) =>
      ask<TicketDetail>(`${path(id)}/links/${encodeURIComponent(other)}`, { method: "DELETE" }),
    merge: (id: string, into: string) => ask<TicketDetail>(`${path(id)}/merge`, { method: "POST", body: { into } }),
  };
}
