import type { RequestHandler } from "express";
import { formRequestSchema } from "../../../../protocol/form.ts";
import type { AuthServices } from "../../../accounts/sign-in/services.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { parseBody } from "../../../http/parse.ts";
import type { ChatActions } from "./actions.ts";
import { renderSession } from "./init.ts";

/** `POST form`: what the visitor answers before the chat goes on. Answered with the session as it is then. */
export function formRoute(auth: AuthServices, actions: ChatActions): RequestHandler {
  return async (request, response) => {
    const body = parseBody(formRequestSchema, request.body);
    const visitor = visitorOf(response);
    await actions.answerForm(visitor, body);
    const session = await auth.openTicket(visitor, visitor.ticketId);
    response.set("Cache-Control", "no-store").json(renderSession(session, actions));
  };
}
