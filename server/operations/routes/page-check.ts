import type { RequestHandler } from "express";
import { pageCheckRequestSchema } from "../../../protocol/admin-doctor.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody } from "../../http/parse.ts";
import { checkPage } from "../doctor/page/check-page.ts";

/** `POST page-check`: what keeps the chat from working on a page of the tenant's site. */
export function pageCheckRoute({ doctor, auth }: Pick<HttpContext, "doctor" | "auth">): RequestHandler {
  return async (request, response) => {
    const { url } = parseBody(pageCheckRequestSchema, request.body);
    const { tenantId } = agentOf(response);
    await auth.limits.take("check_tenant", tenantId);
    response.json(await checkPage(doctor, { tenantId, url, reach: doctor.reach, withPing: false }));
  };
}
