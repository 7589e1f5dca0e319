import type { RequestHandler } from "express";
import { teaserRequestSchema, teaserResponseSchema } from "../../../../protocol/alerts.ts";
import type { AuthServices } from "../../../accounts/sign-in/services.ts";
import { parseBody } from "../../../http/parse.ts";
import { strip } from "../../../http/strip.ts";
import { allowOrigin } from "./cors.ts";

/** `POST teaser`: the tenant's invitation, for a page on which nobody has opened the chat. Stores nothing, begins nothing. */
export function teaserRoute(auth: AuthServices): RequestHandler {
  return async (request, response) => {
    const { tenant_id: tenantId } = parseBody(teaserRequestSchema, request.body);
    const { origin } = request.headers;
    const teaser = await auth.readTeaser({ tenantId, origin });
    allowOrigin(response, origin);
    response.set("Cache-Control", "no-store").json(strip(teaserResponseSchema, { teaser }));
  };
}
