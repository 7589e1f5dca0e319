import type { Request, RequestHandler } from "express";
import type { MemberRole } from "../../../protocol/admin.ts";
import { hasRole } from "../../auth/credentials.ts";
import { isOwnOrigin } from "../../auth/own-origins.ts";
import type { AuthServices } from "../../auth/services.ts";
import type { StaffRequest } from "../../auth/staff.ts";
import { AppError } from "../../errors.ts";
import { addressKey } from "../address.ts";
import { agentOf, setAgent } from "../credentials.ts";
import { stillAllowed } from "../still-allowed.ts";

/** Who calls the admin API: an API key or a signed-in person, whose changes must come from our own pages. */
export function requireAgent(auth: AuthServices): RequestHandler {
  return async (request, response, next) => {
    const agent = await auth.readAgent(credentialsIn(request)).catch(async (error: unknown) => {
      // Only refusals are counted per address, so that guessing ends and working does not.
      if (error instanceof AppError && error.code === "unauthorized")
        await auth.limits.take("admin_refused", addressKey(request));
      throw error;
    });
    await auth.limits.take("admin_caller", agent.personId);
    if (agent.kind === "person" && changes(request) && !isFromOwnPage(auth, request)) {
      throw new AppError(
        "forbidden",
        "Changes are accepted from the console's own pages only, at the address in PUBLIC_URL.",
      );
    }
    setAgent(response, agent);
    next();
  };
}

/** Ends an open stream when its reader signed out, was removed, or lost the key. */
export function agentStillAllowed(auth: AuthServices, intervalMs?: number): RequestHandler {
  return stillAllowed(async (request, response) => {
    try {
      return (await auth.readAgent(credentialsIn(request))).tenantId === agentOf(response).tenantId;
    } catch (error) {
      if (error instanceof AppError && error.code === "unauthorized") return false;
      throw error;
    }
  }, intervalMs);
}

/** Refuses callers below a role. */
export function requireRole(role: MemberRole): RequestHandler {
  return (_request, response, next) => {
    if (!hasRole(agentOf(response).role, role)) throw new AppError("forbidden", `This needs the role ${role}.`);
    next();
  };
}

function changes(request: Request): boolean {
  return request.method !== "GET" && request.method !== "HEAD";
}

/**
 * A browser says where a change comes from. One that says nothing at all is no browser, and a cookie in
 * its hands was put there on purpose.
 */
function isFromOwnPage(auth: AuthServices, request: Request): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return request.headers["sec-fetch-site"] === undefined;
  return isOwnOrigin(origin, auth.publicUrl, host);
}

function credentialsIn(request: Request): StaffRequest {
  return { authorization: request.headers.authorization, headers: toHeaders(request) };
}

function toHeaders(request: Request): Headers {
  const headers = new Headers();
  for (const name of ["cookie", "user-agent", "origin", "host"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return headers;
}
