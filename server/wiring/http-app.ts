import express, { type Express } from "express";
import type { Route } from "../../protocol/route.ts";
import { serviceRoutes } from "../../protocol/routes/service.ts";
import { authRouter } from "../accounts/routes/sign-in/router.ts";
import { consoleAuthPath } from "../accounts/sign-in/console-auth.ts";
import { emailRouter } from "../channels/routes/router.ts";
import { AppError } from "../core/errors.ts";
import { namedLogger } from "../core/log.ts";
import { trustProxySetting } from "../http/address.ts";
import type { HttpContext } from "../http/context.ts";
import { errorHandler } from "../http/error-handler.ts";
import { openApiReader } from "../http/openapi/document.ts";
import { docsPages } from "../http/pages/docs.ts";
import { consolePages, demoPages, widgetFiles, widgetPreviewPage } from "../http/pages/static-pages.ts";
import { requestLog } from "../http/request-log.ts";
import { requestTrace } from "../http/request-trace.ts";
import { createRoutes } from "../http/routes.ts";
import { apiHeaders } from "../http/security-headers.ts";
import { shopPath } from "../operations/demo/shop-endpoint.ts";
import { readReadiness } from "../operations/routes/checks.ts";
import { demoConfigRoute, demoShopRoute, docsAssistantRoute } from "../operations/routes/demo.ts";
import { countRequests, noteRunning, sendMetrics } from "../operations/routes/metrics.ts";
import { chatRouter } from "../tickets/routes/chat/router.ts";
import { readSigningKeys } from "../tools/routes/signing-keys.ts";
import { adminRouter } from "./admin-router.ts";

export interface HttpApp {
  app: Express;
  /** Every route that has a handler, for a test to compare to the declarations. */
  routes: Route[];
}

/** The whole HTTP surface. It does not listen by itself. */
export function createApp(ctx: HttpContext): HttpApp {
  const log = namedLogger(ctx.log, "http");
  const routes: Route[] = [];
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", trustProxySetting(ctx.settings.trustProxy));
  // Plain text values only, so that no nested values or arrays reach a query.
  app.set("query parser", "simple");
  app.use(requestLog(log, countRequests(ctx.metrics)), noteRunning(ctx.metrics));
  app.use("/api", requestTrace(ctx.tracing, ctx.settings.traceCallers));

  const own = createRoutes(app, { mount: "", book: routes });
  app.use(["/api", "/healthz", "/readyz", "/metrics", "/openapi.json", "/.well-known/jwks.json"], apiHeaders);
  const readOpenApi = openApiReader(ctx.settings.publicUrl);
  own.implement(serviceRoutes, {
    readHealth: async () => ({ ok: true }),
    readReadiness: ({ response }) => readReadiness(ctx, response),
    readMetrics: ({ request, response }) => sendMetrics(ctx, request, response),
    readSigningKeys: ({ response }) => readSigningKeys(ctx.tools, response),
    readOpenApi: async () => readOpenApi(),
  });
  own.finish();
  app.use("/api/v1/chat", chatRouter(ctx, routes));
  app.use(consoleAuthPath, authRouter(ctx, routes));
  app.use("/api/v1/admin", adminRouter(ctx, routes));
  app.use("/api/v1/mail", emailRouter(ctx, routes));
  addPages(app, ctx);

  app.use(apiHeaders, () => {
    throw new AppError("not_found", "Not found. Check the URL.");
  });
  app.use(errorHandler(log));
  return { app, routes };
}

function addPages(app: Express, ctx: HttpContext): void {
  app.use("/widget", widgetFiles());
  app.use("/widget-preview", widgetPreviewPage());
  app.use("/console", consolePages());
  if (ctx.shop) app.use(shopPath, apiHeaders, demoShopRoute(ctx.shop, ctx.settings.dataDir));
  app.use("/demo", demoPages(demoConfigRoute(ctx.settings.dataDir)));
  app.use("/docs", docsPages(docsAssistantRoute(ctx.settings.dataDir)));
  app.get("/", (_request, response) => response.redirect(302, "/console"));
}
