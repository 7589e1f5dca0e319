import { z } from "zod";
import { signInRequestSchema } from "../auth-router.ts";
import type { Operation } from "./operation.ts";

const healthSchema = z.object({ ok: z.boolean() });
const readySchema = healthSchema.extend({
  degraded: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), needed: z.boolean() })),
});

export const serviceOperations: Operation[] = [
  {
    method: "post",
    path: "/api/v1/auth/sign-in/email",
    summary: "Sign in to the console; sets a cookie",
    tag: "sign-in",
    auth: "none",
    body: signInRequestSchema,
  },
  { method: "post", path: "/api/v1/auth/sign-out", summary: "Sign out of the console", tag: "sign-in", auth: "none" },
  {
    method: "get",
    path: "/api/v1/auth/get-session",
    summary: "The signed-in person, or null",
    tag: "sign-in",
    auth: "none",
  },
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
