import { z } from "zod";
import { mailOperations } from "./mail-operations.ts";
import type { Operation } from "./operation.ts";
import { signInOperations } from "./sign-in-operations.ts";

const healthSchema = z.object({ ok: z.boolean() });
const readySchema = healthSchema.extend({
  degraded: z.boolean(),
  failing: z.array(z.string()),
  version: z.string(),
  migrations: z.object({ newest: z.string().nullable(), missing: z.int(), newer: z.int() }).nullable(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), needed: z.boolean(), detail: z.string().optional() })),
});

export const serviceOperations: Operation[] = [
  ...signInOperations,
  ...mailOperations,
  {
    method: "get",
    path: "/healthz",
    id: "readHealth",
    summary: "The process answers",
    description: "Answers while the process runs, whatever else is wrong. Use it as liveness probe.",
    tag: "service",
    auth: "none",
    answer: healthSchema,
  },
  {
    method: "get",
    path: "/readyz",
    id: "readReadiness",
    summary: "What this process needs is there; else 503",
    description:
      "Says whether what this process needs is there: database, Redis, migrations. The status is 503 when something needed fails. Use it as readiness probe.",
    tag: "service",
    auth: "none",
    answer: readySchema,
  },
  {
    method: "get",
    path: "/metrics",
    id: "readMetrics",
    summary: "Numbers for Prometheus, as text",
    description:
      "Returns the figures of this process in the text format of Prometheus. Other machines show `METRICS_TOKEN` as bearer token; with `METRICS_PORT` the figures are on that port instead.",
    errors: ["unauthorized", "not_found"],
    tag: "service",
    auth: "none",
    text: "text/plain",
  },
  {
    method: "get",
    path: "/.well-known/jwks.json",
    id: "readSigningKeys",
    summary: "Public keys that calls of tools are signed with",
    description:
      "Returns the public halves of the keys (ES256) that sign the tokens which calls of tools carry. A new key stands here for ten minutes before it signs.",
    tag: "service",
    auth: "none",
    answer: z.object({
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
  {
    method: "get",
    path: "/openapi.json",
    id: "readOpenApi",
    summary: "This document",
    description: "Returns this document. It is made from the schemas that check the requests.",
    tag: "service",
    auth: "none",
    answer: z.looseObject({ openapi: z.string() }),
  },
];
