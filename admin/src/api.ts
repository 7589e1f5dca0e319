import type { MeResponse } from "../../protocol/admin.ts";
import type { RouteInput } from "../../protocol/route.ts";
import { accountRoutes } from "../../protocol/routes/account.ts";
import { peopleRoutes } from "../../protocol/routes/people.ts";
import { ticketRoutes } from "../../protocol/routes/tickets.ts";
import { urlOf } from "./ui/api-call.ts";
import { type ApiOptions, createCall, type FeedAsked, openStream, type Place, request } from "./ui/api-request.ts";

export type TicketQuery = NonNullable<RouteInput<typeof ticketRoutes.listTickets>["query"]>;

/** The console's only access to the server; every error is an {@link ApiError}. */
export function createApi(options: ApiOptions = {}) {
  const place: Place = { tenant: null };
  const call = createCall(options, place);
  return {
    call,
    /** Of whichever tenant the session works for now; later calls are for that one. */
    me: async () => {
      const me = await request<MeResponse>(options, accountRoutes.readCaller.path, {});
      place.tenant = me.tenant.id;
      return me;
    },
    /** Shows the typing indicator: to the visitor, or for a note to the team only. */
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

/** URL of an attachment's content; the cookie authenticates the request. */
export function attachmentPath(ticketId: string, id: string, size: "preview" | "full"): string {
  return urlOf(ticketRoutes.readTicketAttachment, { id: ticketId, attachment: id, query: { size } });
}

/** URL of a person's picture. @param version changes with the picture, so that the browser loads a new one. */
export function picturePath(personId: string, version: string): string {
  return `${urlOf(peopleRoutes.readPersonPicture, { id: personId })}?v=${encodeURIComponent(version)}`;
}

export type Api = ReturnType<typeof createApi>;
