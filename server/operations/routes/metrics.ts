import { createHash, timingSafeEqual } from "node:crypto";
import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import { AppError } from "../../core/errors.ts";
import type { HttpContext, MetricsPort } from "../../http/context.ts";
import { errorHandler } from "../../http/error-handler.ts";
import { requestLog } from "../../http/request-log.ts";
import { routeOf } from "../../http/route-of.ts";
import { apiHeaders } from "../../http/security-headers.ts";

/**
 * `GET /metrics`, for callers that send `METRICS_TOKEN`. Without a token it answers only this machine, because cost and load of an
 * installation are confidential.
 */
export async function sendMetrics(
  { metrics, settings }: Pick<HttpContext, "metrics" | "settings">,
  request: Request,
  response: Response,
): Promise<void> {
  const { token, isApart } = settings.metrics;
  if (isApart && request.app.get("metrics only") !== true) throw nothingHere();
  if (token === undefined ? !isOfThisMachine(request) : !shows(request, token)) {
    if (token === undefined) throw nothingHere();
    throw new AppError("unauthorized", "The token is wrong. Use the value of METRICS_TOKEN.");
  }
  const text = await metrics.text();
  response.set("Cache-Control", "no-store").set("Content-Type", metrics.contentType).send(text);
}

/** The app on `METRICS_PORT`: metrics only. */
export function createMetricsApp(ctx: Pick<HttpContext, "metrics" | "settings" | "log">): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("metrics only", true);
  app.use(
    requestLog(ctx.log, () => {}),
    apiHeaders,
  );
  app.get("/metrics", (request, response) => sendMetrics(ctx, request, response));
  app.use(() => {
    throw nothingHere();
  });
  app.use(errorHandler(ctx.log));
  return app;
}

/**
 * Counts a request under its route pattern, never its address, because each id or mistyped address would become a time series of its own.
 */
export function countRequests(metrics: MetricsPort): Parameters<typeof requestLog>[1] {
  return (request, response, ms) =>
    metrics.answered({
      method: request.method,
      route: routeOf(request),
      status: response.statusCode,
      ms,
      isStream: String(response.getHeader("Content-Type") ?? "").startsWith("text/event-stream"),
    });
}

/** Notes the running routes, for the warning about a blocked event loop. */
export function noteRunning(metrics: MetricsPort): RequestHandler {
  return (request, response, next) => {
    response.once(
      "close",
      metrics.began(() => `${request.method} ${routeOf(request)}`),
    );
    next();
  };
}

/** Forwarding headers show that a proxy on this machine asks for another client. */
function isOfThisMachine({ socket, headers }: Request): boolean {
  const address = socket.remoteAddress ?? "";
  const isLocal = /^(?:::ffff:)?127\.|^::1$/.test(address);
  return isLocal && headers["x-forwarded-for"] === undefined && headers.forwarded === undefined;
}

function shows({ headers }: Request, token: string): boolean {
  const given = /^Bearer +(\S.*)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given.trim()), hash(token));
}

function nothingHere(): AppError {
  return new AppError("not_found", "Not found. Check the URL.");
}
