import { z } from "zod";
import { routes } from "../route.ts";

const healthSchema = z.object({ ok: z.boolean() });
const readySchema = healthSchema.extend({
  degraded: z.boolean(),
  failing: z.array(z.string()),
  version: z.string(),
  migrations: z.object({ newest: z.string().nullable(), missing: z.int(), newer: z.int() }).nullable(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), needed: z.boolean(), detail: z.string().optional() })),
});

/** Probes, metrics and documents about the installation. */
export const serviceRoutes = routes(
  { base: "", tag: "service", auth: "none" },
  {
    readHealth: {
      at: "GET /healthz",
      summary: "Check liveness",
      description: "Answers as long as the process runs, even if its dependencies fail. Use it as the liveness probe.",
      response: healthSchema,
    },
    readReadiness: {
      at: "GET /readyz",
      summary: "Check readiness",
      description:
        "Checks the dependencies of this process: database, Redis and migrations. Returns 503 if a required one fails. Use it as the readiness probe.",
      response: readySchema,
    },
    readMetrics: {
      at: "GET /metrics",
      summary: "Get Prometheus metrics",
      description:
        "Returns the metrics of this process in the Prometheus text format. From other machines, send `METRICS_TOKEN` as the bearer token. With `METRICS_PORT`, the metrics are on that port instead.",
      errors: ["unauthorized", "not_found"],
      text: "text/plain",
    },
    readSigningKeys: {
      at: "GET /.well-known/jwks.json",
      summary: "Get the public keys for signed tool calls",
      description:
        "Returns the public keys (ES256) that verify the tokens of tool calls. A new key is listed ten minutes before it is used.",
      response: z.object({
        keys: z.array(
          z.object({
            kid: z.string(),
            alg: z.literal("ES256"),
            use: z.literal("sig"),
            kty: z.string(),
            crv: z.string(),
            x: z.string(),
            y: z.string(),
          }),
        ),
      }),
    },
    readOpenApi: {
      at: "GET /openapi.json",
      summary: "Get the OpenAPI document",
      description: "Returns this OpenAPI document. It is generated from the schemas that validate the requests.",
      response: z.looseObject({ openapi: z.string() }),
    },
  },
);
