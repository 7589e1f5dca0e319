import type { Request, RequestHandler, Response } from "express";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Numbers of this process for Prometheus. */
export interface HttpMetrics {
  registry: Registry;
  count(request: Request, response: Response, ms: number): void;
}

/** Seconds; from a cached page to a long answer's stream. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What the gauges show. */
export interface Gauges {
  activeTurns(): number;
  waitingTurns(): number;
  openStreams(): number;
  stalledStreams(): number;
}

export function createHttpMetrics(gauges: Gauges): HttpMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "parley_http_requests_total",
    help: "Requests by route and status.",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "parley_http_request_seconds",
    help: "Time to answer, streams excluded.",
    labelNames: ["route"],
    buckets,
    registers: [registry],
  });
  addGauges(registry, gauges);
  return {
    registry,
    count(request, response, ms) {
      const route = routeOf(request);
      requests.inc({ method: request.method, route, status: String(response.statusCode) });
      const isStream = String(response.getHeader("Content-Type") ?? "").startsWith("text/event-stream");
      if (!isStream) seconds.observe({ route }, ms / 1000);
    },
  };
}

function addGauges(registry: Registry, gauges: Gauges): void {
  const show = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  show("parley_turns_active", "Turns at work in this process.", gauges.activeTurns);
  show("parley_turns_waiting", "Turns that wait for a place in this process.", gauges.waitingTurns);
  show("parley_streams_open", "Event streams open in this process.", gauges.openStreams);
  show(
    "parley_streams_stalled",
    "Event streams cut off since the start because nobody read them.",
    gauges.stalledStreams,
  );
}

/** `GET /metrics`. */
export function metricsRoute(metrics: HttpMetrics): RequestHandler {
  return async (_request, response) => {
    response.set("Content-Type", metrics.registry.contentType).send(await metrics.registry.metrics());
  };
}

/** The route's pattern, never the address: ids and typing errors would each become a series of their own. */
function routeOf(request: Request): string {
  const path: unknown = request.route?.path;
  return typeof path === "string" ? request.baseUrl + path : "other";
}
