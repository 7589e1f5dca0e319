import type {
  GapDetail,
  GapDraft,
  GapListResponse,
  GapStatus,
  GapView,
  SimilarTickets,
} from "../../../../protocol/admin-gaps.ts";
import type { SnippetView } from "../../../../protocol/admin-snippets.ts";
import type { Ask } from "../../ui/api-call.ts";
import { queryString } from "../../ui/query-string.ts";

/** A model may write the draft. */
const draftTimeoutMs = 70_000;

/** The calls about gaps; they come with their pages. */
export function gapCalls(admin: Ask) {
  const one = (id: string) => `/gaps/${encodeURIComponent(id)}`;
  return {
    list: (query: { status: GapStatus; cursor?: string; limit: number }, signal?: AbortSignal) =>
      admin<GapListResponse>(`/gaps${queryString(query)}`, { signal }),
    read: (id: string, signal?: AbortSignal) => admin<GapDetail>(one(id), { signal }),
    ignore: (id: string) => admin<GapView>(`${one(id)}/ignore`, { method: "POST", body: {} }),
    reopen: (id: string) => admin<GapView>(`${one(id)}/reopen`, { method: "POST", body: {} }),
    draft: (id: string) => admin<GapDraft>(`${one(id)}/draft`, { method: "POST", body: {}, timeoutMs: draftTimeoutMs }),
    similar: (ticketId: string, signal: AbortSignal) =>
      admin<SimilarTickets>(`/tickets/${encodeURIComponent(ticketId)}/similar`, { signal }),
    snippet: (id: string) => admin<SnippetView>(`/snippets/${encodeURIComponent(id)}`),
  };
}
