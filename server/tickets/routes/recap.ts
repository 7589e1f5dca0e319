import type { RequestHandler } from "express";
import { aidsQuerySchema, recapRequestSchema } from "../../../protocol/admin-aids.ts";
import { ticketIdSchema } from "../../../protocol/ids.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { answerWhileThere } from "../../http/gone.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { readAids } from "../agent-assist/read-aids.ts";
import { recapTicket } from "../agent-assist/recap.ts";

/** `GET tickets/:id/aids`: what was translated and summed up, and whether a model can. */
export function readAidsRoute(ctx: Pick<HttpContext, "aids">): RequestHandler {
  return async (request, response) => {
    const ticketId = parseId(ticketIdSchema, request.params.id);
    const { language } = parseBody(aidsQuerySchema, request.query);
    response.json(await readAids(ctx.aids, { tenantId: agentOf(response).tenantId, ticketId, language }));
  };
}

/** `POST tickets/:id/recap`: what the ticket is about, made anew when something was said since. */
export function recapRoute(ctx: Pick<HttpContext, "aids" | "auth">): RequestHandler {
  return async (request, response) => {
    const ticketId = parseId(ticketIdSchema, request.params.id);
    const { language } = parseBody(recapRequestSchema, request.body);
    const { tenantId, personId } = agentOf(response);
    await ctx.auth.limits.take("aid_caller", personId);
    await answerWhileThere(response, (gone) => recapTicket(ctx.aids, { tenantId, ticketId, language }, gone));
  };
}
