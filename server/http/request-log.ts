import type { Request, RequestHandler, Response } from "express";
import { newId } from "../core/ids.ts";
import type { Logger } from "../core/log.ts";
import { findAgent, findVisitor } from "./credentials.ts";

/** Paths that machines request every few seconds. */
const quietPaths = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Gives each request an id and writes one log line at its end: method, path, status, time, ids. Without the query, which may contain a
 * token, a ticket or search text.
 */
export function requestLog(
  log: Logger,
  onDone: (request: Request, response: Response, ms: number) => void,
): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const path = request.path;
    response.locals.requestId = newId();
    response.set("X-Request-Id", requestIdOf(response));
    response.once("close", () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      onDone(request, response, ms);
      const line = {
        request_id: requestIdOf(response),
        trace_id: traceIdOf(response),
        method: request.method,
        path,
        status: response.statusCode,
        ms,
        aborted: !response.writableFinished || undefined,
        ...idsOf(response),
      };
      if (quietPaths.has(path)) log.debug(line, "request");
      else log.info(line, "request");
    });
    next();
  };
}

/** The id in `X-Request-Id`, in error bodies and in log lines. */
export function requestIdOf(response: Response): string {
  return String(response.locals.requestId);
}

/** The id in `X-Trace-Id`; undefined while tracing is off. */
export function traceIdOf(response: Response): string | undefined {
  const id: unknown = response.locals.traceId;
  return typeof id === "string" ? id : undefined;
}

function idsOf(response: Response): Record<string, string> {
  const visitor = findVisitor(response);
  if (visitor) return { tenant_id: visitor.tenantId, ticket_id: visitor.ticketId };
  const agent = findAgent(response);
  return agent ? { tenant_id: agent.tenantId, caller_id: agent.personId } : {};
}
