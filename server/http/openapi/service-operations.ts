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
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), needed: z.boolean() })),
});

export const serviceOperations: Operation[] = [
  ...signInOperations,
  ...mailOperations,
  {
    method: "get",
    path: "/healthz",
    summary: "The process answers",
    tag: "service",
    auth: "none",
    answer: healthSchema,
  },
  {
    method: "get",
    path: "/readyz",
    summary: "What this process needs is there; else 503",
    tag: "service",
    auth: "none",
    answer: readySchema,
  },
  { method: "get", path: "/metrics", summary: "Numbers for Prometheus, as text", tag: "service", auth: "none" },
  { method: "get", path: "/openapi.json", summary: "This document", tag: "service", auth: "none" },
];
