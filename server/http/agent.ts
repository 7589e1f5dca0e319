import { createHash } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { MemberRole } from "../../protocol/admin.ts";
import type { ErrorCode } from "../../protocol/errors.ts";
import { hasRole } from "../accounts/sign-in/credentials.ts";
import type { AuthServices } from "../accounts/sign-in/services.ts";
import type { StaffRequest } from "../accounts/sign-in/staff.ts";
import { AppError } from "../core/errors.ts";
import { rightsTopic } from "../core/live/hub.ts";
import { addressKey } from "./address.ts";
import type { HttpContext } from "./context.ts";
import { agentOf, setAgent } from "./credentials.ts";
import { requireOwnPage } from "./own-page.ts";
import { stillAllowed } from "./still-allowed.ts";

/** Most valid credentials that this process remembers. */
const maxKnown = 10_000;

/**
 * The caller of the admin API: an API key or a signed-in member, whose changes must come from our own pages. Calls are counted before any
 * lookup: by credential if it was valid before, else by address, so that guessing is limited and normal work is not.
 */
export function requireAgent(auth: AuthServices): RequestHandler {
  const known = new Set<string>();
  return async (request, response, next) => {
    const key = credentialKey(request);
    const isKnown = known.has(key);
    await auth.limits.take(isKnown ? "admin_caller" : "admin_unknown", isKnown ? key : addressKey(request));
    const agent = await auth.readAgent(credentialsIn(request)).catch(async (error: unknown) => {
      known.delete(key);
      if (error instanceof AppError && error.code === "unauthorized")
        await auth.limits.take("admin_refused", addressKey(request));
      throw error;
    });
    if (known.size >= maxKnown) known.clear();
    known.add(key);
    if (agent.kind === "person" && changes(request)) requireOwnPage(auth, request);
    refuseOtherTenant(request, agent.tenantId);
    setAgent(response, agent);
    next();
  };
}

/** Refusals that end a stream; after any other error, which is the server's own, the check is repeated. */
const ends = new Set<ErrorCode>(["unauthorized", "forbidden", "tenant_suspended"]);

/**
 * Ends an open stream when its reader signed out, was removed, lost the API key, or works for another tenant now, or when the tenant was
 * suspended.
 */
export function agentStillAllowed({
  auth,
  desk,
  settings,
}: Pick<HttpContext, "auth" | "desk" | "settings">): RequestHandler {
  const mayRead = async (request: Request, response: Response) => {
    try {
      return (await auth.readAgent(credentialsIn(request))).tenantId === agentOf(response).tenantId;
    } catch (error) {
      if (error instanceof AppError && ends.has(error.code)) return false;
      throw error;
    }
  };
  return stillAllowed(mayRead, {
    intervalMs: settings.rightsCheckMs,
    listen: (response, look) => desk.hub.listen(rightsTopic(agentOf(response).tenantId), look, look),
  });
}

/**
 * A console page works for the tenant that it was opened for, and sends its id. The request is refused when another tab switched the
 * session to another tenant, so that no page shows or changes data of another tenant. The sent id gives no rights.
 */
function refuseOtherTenant(request: Request, tenantId: string): void {
  const said = request.headers["x-console-tenant"];
  if (said !== undefined && said !== tenantId)
    throw new AppError("tenant_changed", "You switched to another workspace. Reload this page.");
}

/** Refuses API keys: the routes concern a person's own account. */
export const requirePerson: RequestHandler = (_request, response, next) => {
  if (agentOf(response).session === null)
    throw new AppError("forbidden", "API keys cannot do this. Sign in to the console instead.");
  next();
};

/** Refuses callers without at least this role. */
export function requireRole(role: MemberRole): RequestHandler {
  return (_request, response, next) => {
    if (!hasRole(agentOf(response).role, role))
      throw new AppError("forbidden", `You need the ${role} role for this. Ask an admin.`);
    next();
  };
}

/** Identifies the API key or session of a request without revealing it. */
function credentialKey({ headers }: Request): string {
  const session = /(?:^|;\s*)(?:__Secure-)?parley\.session_token=([^;]+)/.exec(headers.cookie ?? "")?.[1];
  return createHash("sha256")
    .update(headers.authorization ?? session ?? "")
    .digest("base64url");
}

function changes(request: Request): boolean {
  return request.method !== "GET" && request.method !== "HEAD";
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
