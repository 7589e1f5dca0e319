import type { RequestHandler } from "express";
import type { AuthServices } from "../../../accounts/sign-in/services.ts";
import { streamTicketSeconds } from "../../../accounts/sign-in/stream-tickets.ts";
import { visitorOf } from "../../../http/credentials.ts";

/** `POST stream-ticket`: a ticket that opens one event stream. */
export function streamTicketRoute(auth: AuthServices): RequestHandler {
  return async (_request, response) => {
    const ticket = await auth.streamTickets.issue(visitorOf(response));
    response.set("Cache-Control", "no-store").json({ ticket, expires_in: streamTicketSeconds });
  };
}
