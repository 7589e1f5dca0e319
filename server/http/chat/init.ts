import type { RequestHandler } from "express";
import { type InitResponse, initRequestSchema } from "../../../protocol/requests.ts";
import type { AuthServices } from "../../auth/services.ts";
import { bearerToken } from "../../auth/session.ts";
import type { StartedSession } from "../../auth/start-session.ts";
import { fullTheme } from "../../tenants/theme.ts";
import { addressKey } from "../address.ts";
import { parseBody } from "../parse.ts";
import { allowOrigin } from "./cors.ts";

/** Counts calls per address before anything is read. */
export function limitInit(auth: AuthServices): RequestHandler {
  return async (request, _response, next) => {
    await auth.limits.take("init_address", addressKey(request));
    next();
  };
}

/** `POST init`: the handshake. */
export function initRoute(auth: AuthServices): RequestHandler {
  return async (request, response) => {
    const body = parseBody(initRequestSchema, request.body);
    await auth.limits.take("init_tenant", body.tenant_id);
    const { origin, authorization } = request.headers;
    const session = await auth.startSession({ request: body, origin, token: bearerToken(authorization) });
    allowOrigin(response, origin);
    response.set("Cache-Control", "no-store").json(render(session));
  };
}

function render(session: StartedSession): InitResponse {
  const { tenant, ticket } = session;
  return {
    token: session.token,
    expires_at: session.expiresAt.toISOString(),
    ticket: { id: ticket.id, number: ticket.number, status: ticket.status, owner: ticket.owner },
    theme: fullTheme(tenant.name, tenant.theme),
    greeting: tenant.greeting,
    starters: tenant.starters,
    messages: session.messages,
    pending: session.pending,
    sequence: ticket.last_sequence,
  };
}
