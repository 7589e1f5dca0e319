import type { RequestHandler } from "express";
import { z } from "zod";
import { changeSiteRequestSchema, previewSiteRequestSchema } from "../../../protocol/refresh.ts";
import { asAgent } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { previewSite } from "../documents/preview-site.ts";
import { changeSite, deleteSite, listSites, lookNow } from "../documents/sites.ts";

type LibraryContext = Pick<HttpContext, "knowledge">;
const siteIdSchema = z.uuid();

/** `GET sites`: the sitemaps whose pages were taken in. */
export function listSitesRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (_request, response) => {
    response.json({ items: await listSites(knowledge, agentOf(response).tenantId) });
  };
}

/** `POST sites/preview`: what a sitemap lists. It makes this server ask others, so each caller has a limit. */
export function previewSiteRoute({ knowledge, auth }: Pick<HttpContext, "knowledge" | "auth">): RequestHandler {
  return async (request, response) => {
    const { address } = parseBody(previewSiteRequestSchema, request.body);
    const { tenantId, personId } = agentOf(response);
    await auth.limits.take("try_caller", personId);
    response.json(await previewSite(knowledge, tenantId, address));
  };
}

/** `PATCH sites/:id`: how often it is looked at. */
export function changeSiteRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const siteId = parseId(siteIdSchema, request.params.id);
    const { refresh: every } = parseBody(changeSiteRequestSchema, request.body);
    const agent = agentOf(response);
    response.json(await changeSite(asAgent(knowledge, agent), agent.tenantId, { siteId, every }));
  };
}

/** `POST sites/:id/fetch`: looks at it now. */
export function lookAtSiteRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const siteId = parseId(siteIdSchema, request.params.id);
    const agent = agentOf(response);
    response.status(202).json(await lookNow(asAgent(knowledge, agent), agent.tenantId, siteId));
  };
}

/** `DELETE sites/:id`: its documents stay. */
export function deleteSiteRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const siteId = parseId(siteIdSchema, request.params.id);
    const agent = agentOf(response);
    await deleteSite(asAgent(knowledge, agent), agent.tenantId, siteId);
    response.json({ ok: true });
  };
}
