import type { RequestHandler } from "express";
import { z } from "zod";
import { createKeyRequestSchema } from "../../../protocol/admin-people.ts";
import { actorOf } from "../../http/actor.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import type { TenantDeps } from "../tenants/deps.ts";
import { createKey, readKeys, revokeKey } from "../tenants/keys.ts";

/** `GET keys`: all keys, without what would let anybody use them. */
export function listKeysRoute(tenants: TenantDeps): RequestHandler {
  return async (_request, response) => {
    const keys = await readKeys(tenants, agentOf(response).tenantId);
    const items = keys.map(({ speaksAs, createdAt, lastUsedAt, expiresAt, revokedAt, ...same }) => ({
      ...same,
      speaks_as: speaksAs,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
      expires_at: expiresAt?.toISOString() ?? null,
      revoked_at: revokedAt?.toISOString() ?? null,
    }));
    response.json({ items });
  };
}

/** `POST keys`: the key is in the answer and nowhere else. */
export function createKeyRoute(tenants: TenantDeps): RequestHandler {
  return async (request, response) => {
    const { speaks_as: speaksAs, expires_in_days: days, ...body } = parseBody(createKeyRequestSchema, request.body);
    const agent = agentOf(response);
    const created = await createKey(tenants, actorOf(agent), { tenantId: agent.tenantId, speaksAs, days, ...body });
    response.status(201).set("Cache-Control", "no-store").json(created);
  };
}

/** `DELETE keys/:id`: ends a key at once. */
export function revokeKeyRoute(tenants: TenantDeps): RequestHandler {
  return async (request, response) => {
    const agent = agentOf(response);
    await revokeKey(tenants, actorOf(agent), { tenantId: agent.tenantId, keyId: parseId(z.uuid(), request.params.id) });
    response.json({ ok: true });
  };
}
