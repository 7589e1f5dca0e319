import type { RequestHandler } from "express";
import { arriveRequestSchema } from "../../../protocol/mail.ts";
import type { AuthServices } from "../../auth/services.ts";
import { parseBody } from "../parse.ts";
import type { ChatActions } from "./actions.ts";
import { allowOrigin } from "./cors.ts";
import { renderSession } from "./init.ts";

/** `POST arrive`: the handshake of somebody who comes by the link in a mail. */
export function arriveRoute(auth: AuthServices, actions: ChatActions): RequestHandler {
  return async (request, response) => {
    const { tenant_id: tenantId, link } = parseBody(arriveRequestSchema, request.body);
    const { origin } = request.headers;
    const session = await auth.arrive({ tenantId, link, origin });
    allowOrigin(response, origin);
    response.set("Cache-Control", "no-store").json(renderSession(session, actions));
  };
}
