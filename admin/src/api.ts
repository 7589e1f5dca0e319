import type { MeResponse } from "../../protocol/admin.ts";
import type { RouteInput } from "../../protocol/route.ts";
import { ticketRoutes } from "../../protocol/routes/tickets.ts";
import { accountCalls, peopleCalls } from "./accounts/account-calls.ts";
import { type Ask, type Call, urlOf } from "./ui/api-call.ts";
import { type ApiOptions, createCall, type FeedAsked, openStream, type Place, request } from "./ui/api-request.ts";

export type TicketQuery = NonNullable<RouteInput<typeof ticketRoutes.listTickets>["query"]>;

/** The console's only way to the server; every refusal is an {@link ApiError}. */
export function createApi(options: ApiOptions = {}) {
  const place: Place = { tenant: null };
  const call = createCall(options, place);
  const admin: Ask = <T>(path: string, call: Call = {}) =>
    request<T>(options, `/api/v1/admin${path}`, { ...call, tenant: place.tenant });
  // What is refused here is refused to the form that asks, and ends nothing.
  const auth: Ask = <T>(path: string, call: Call = {}) =>
    request<T>({ fetch: options.fetch }, `/api/v1/auth${path}`, call);

  return {
    call,
    me: async () => {
      const me = await request<MeResponse>(options, "/api/v1/admin/me", {});
      place.tenant = me.tenant.id;
      return me;
    },
    admin, // for pages that bring their own calls along
    ...accountCalls(admin, auth),
    ...peopleCalls(admin),
    /** Shows the visitor, or for a note only the team, for a moment that something is being written. */
    typing: (id: string, over: boolean, note = false) =>
      call(
        ticketRoutes.sayTyping,
        { id, body: { ...(over ? { over } : {}), ...(note ? { note } : {}) } },
        { keepalive: true },
      ),
    ticketEvents: (id: string, ...asked: FeedAsked) =>
      openStream(options, urlOf(ticketRoutes.watchTicket, { id }), { asked, ...place }),
    deskEvents: (...asked: FeedAsked) => openStream(options, ticketRoutes.followDesk.path, { asked, ...place }),
  };
}

/** Where the bytes of a file of a ticket are; the cookie says who asks. */
export function attachmentPath(ticketId: string, id: string, size: "preview" | "full"): string {
  return urlOf(ticketRoutes.readTicketAttachment, { id: ticketId, attachment: id, query: { size } });
}

/** Where a person's picture is. @param version of it, so that a new one is fetched. */
export function picturePath(personId: string, version: string): string {
  return `/api/v1/admin/people/${encodeURIComponent(personId)}/picture?v=${encodeURIComponent(version)}`;
}

export type Api = ReturnType<typeof createApi>;
