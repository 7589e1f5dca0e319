import type { Request, RequestHandler } from "express";
import ipaddr from "ipaddr.js";
import { runIn, type Tracing } from "../core/trace.ts";
import { findAgent, findVisitor } from "./credentials.ts";
import { routeOf } from "./route-of.ts";

/**
 * Traces a request: starts a trace, or continues that of a trusted caller. Its id is in `X-Trace-Id`, in errors and in log lines. The URL
 * is left out; the route's pattern is enough.
 */
export function requestTrace(tracing: Tracing, trustedCallers: readonly string[]): RequestHandler {
  const isTrusted = trusts(trustedCallers);
  return (request, response, next) => {
    const parent = isTrusted(request) ? request.headers.traceparent : undefined;
    const span = tracing.begin(request.method, {
      kind: "server",
      attributes: { "http.request.method": request.method },
      parent: typeof parent === "string" ? parent : undefined,
    });
    if (!span) return next();
    response.locals.traceId = span.traceId;
    response.set("X-Trace-Id", span.traceId);
    response.once("close", () => {
      const route = routeOf(request);
      span.rename(`${request.method} ${route}`);
      span.set({
        "http.route": route,
        "http.response.status_code": response.statusCode,
        "parley.request_id": String(response.locals.requestId),
        "parley.tenant_id": findVisitor(response)?.tenantId ?? findAgent(response)?.tenantId,
      });
      span.end(response.statusCode >= 500 ? String(response.statusCode) : undefined);
    });
    runIn(span, next);
  };
}

/** Only the connection's own peer address counts: any client can forge a header with another address. */
function trusts(callers: readonly string[]): (request: Request) => boolean {
  const networks = callers.map((caller) =>
    caller.includes("/") ? ipaddr.parseCIDR(caller) : whole(ipaddr.process(caller)),
  );
  return ({ socket: { remoteAddress } }) => {
    if (networks.length === 0 || remoteAddress === undefined || !ipaddr.isValid(remoteAddress)) return false;
    const address = ipaddr.process(remoteAddress);
    return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  };
}

function whole(address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
