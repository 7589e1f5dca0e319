import { type RequestHandler, Router } from "express";
import type { Route } from "../../protocol/route.ts";
import { meRoute } from "../accounts/routes/me.ts";
import { addPeopleRoutes } from "../accounts/routes/people-routes.ts";
import { addKeyRoutes, addSettingsRoutes } from "../accounts/routes/settings.ts";
import { addCalibrationRoutes } from "../assistant/routes/calibration.ts";
import { addMemoryRoutes } from "../assistant/routes/memories.ts";
import { addPlaygroundRoutes } from "../assistant/routes/playground-routes.ts";
import { addModelRoutes } from "../assistant/routes/usage.ts";
import { addWebhookRoutes } from "../channels/routes/webhooks.ts";
import { addCopilotRoutes } from "../copilot/routes/copilot-routes.ts";
import { requireAgent, requirePerson, requireRole } from "../http/agent.ts";
import { chatBodyBytes, jsonBody } from "../http/body.ts";
import type { HttpContext } from "../http/context.ts";
import { createRoutes, type RouteEntry } from "../http/routes.ts";
import { addGapRoutes } from "../knowledge/routes/gaps.ts";
import { addRegressionQuestionRoutes } from "../knowledge/routes/regression-questions.ts";
import { addReleaseRoutes } from "../knowledge/routes/releases.ts";
import { addAnalyticsRoutes } from "../operations/routes/analytics.ts";
import { addAuditRoutes } from "../operations/routes/audit.ts";
import { addCheckRoutes } from "../operations/routes/checks.ts";
import { addDatalifeRoutes } from "../operations/routes/datalife-routes.ts";
import { addAgentAssistRoutes } from "../tickets/routes/agent-assist.ts";
import { addCannedReplyRoutes } from "../tickets/routes/canned-replies.ts";
import { addConfirmationRoutes } from "../tickets/routes/confirmations.ts";
import { addLabelRoutes } from "../tickets/routes/labels.ts";
import { addNoteRoutes } from "../tickets/routes/notes.ts";
import { addSavedViewRoutes } from "../tickets/routes/saved-views.ts";
import { addTicketChangeRoutes } from "../tickets/routes/ticket-changes.ts";
import { addTicketRoutes } from "../tickets/routes/tickets.ts";
import { addVisitorRoutes } from "../tickets/routes/visitors.ts";
import { addToolCallRoutes } from "../tools/routes/tool-calls.ts";
import { addToolRoutes } from "../tools/routes/tools.ts";
import { addLibraryRoutes } from "./library-routes.ts";

/** What each role may: a viewer reads, an agent talks, a manager keeps the library, an admin decides. */
export function adminRouter(ctx: HttpContext, book: RouteEntry[]): Router {
  const router = Router();
  router.use(requireAgent(ctx.auth));
  router.use((_request, response, next) => {
    response.set("Cache-Control", "no-store");
    next();
  });
  const routes = createRoutes(router, { mount: "/api/v1/admin", book, guardsOf });
  const json = jsonBody(chatBodyBytes);
  routes.add("/me", { get: [meRoute(ctx.tenants)] });
  addTicketRoutes(routes, ctx);
  addTicketChangeRoutes(routes, ctx);
  addLabelRoutes(routes, ctx);
  addSavedViewRoutes(routes, ctx);
  addNoteRoutes(routes, ctx);
  addVisitorRoutes(routes, ctx);
  addAgentAssistRoutes(routes, ctx);
  addConfirmationRoutes(routes, ctx);
  addCannedReplyRoutes(routes, ctx);
  addMemoryRoutes(routes, ctx);
  addLibraryRoutes(routes, ctx);
  addGapRoutes(routes, ctx);
  addReleaseRoutes(routes, ctx);
  addRegressionQuestionRoutes(routes, ctx);
  addSettingsRoutes(routes, ctx);
  addKeyRoutes(routes, ctx);
  addModelRoutes(routes, ctx);
  addCalibrationRoutes(routes, ctx);
  addCheckRoutes(routes, ctx);
  addAuditRoutes(routes, ctx);
  addAnalyticsRoutes(routes, ctx);
  addWebhookRoutes(routes, ctx);
  addToolRoutes(routes, ctx);
  addToolCallRoutes(routes, ctx);
  addPeopleRoutes(routes, ctx, json);
  addDatalifeRoutes(routes, ctx, json);
  addCopilotRoutes(routes, ctx, json);
  addPlaygroundRoutes(routes, ctx, json);
  routes.finish();
  return router;
}

function guardsOf({ auth, role }: Route): RequestHandler[] {
  return [...(auth === "person" ? [requirePerson] : []), ...(role ? [requireRole(role)] : [])];
}
