import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import { documentIdSchema } from "../../../protocol/ids.ts";
import {
  newReleaseSchema,
  publishReleaseSchema,
  releaseChangeSchema,
  releaseListQuerySchema,
} from "../../../protocol/releases.ts";
import { hasRole } from "../../accounts/sign-in/credentials.ts";
import { AppError } from "../../core/errors.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import type { GateCaller } from "../releases/deps.ts";
import { publishRelease, rollBackRelease } from "../releases/publish.ts";
import {
  beginRelease,
  changeRelease,
  discardRelease,
  leaveOutDocument,
  listReleases,
  readRelease,
} from "../releases/releases.ts";

type GateContext = Pick<HttpContext, "gate">;

/** `GET releases`. */
export function listReleasesRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    const query = parseBody(releaseListQuerySchema, request.query);
    response.json(await listReleases(gate, agentOf(response).tenantId, query));
  };
}

/** `GET releases/:id`. */
export function readReleaseRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    response.json(await readRelease(gate, agentOf(response).tenantId, idOf(request)));
  };
}

/** `POST releases`. */
export function beginReleaseRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    const given = parseBody(newReleaseSchema, request.body);
    response.status(201).json(await beginRelease(gate, callerOf(response), given));
  };
}

/** `PATCH releases/:id`: its name and settings. */
export function changeReleaseRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    const change = parseBody(releaseChangeSchema, request.body ?? {});
    response.json(await changeRelease(gate, callerOf(response), { id: idOf(request), change }));
  };
}

/** `DELETE releases/:id/documents/:document`: takes one out and forgets its draft. */
export function leaveOutDocumentRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    const documentId = parseId(documentIdSchema, request.params.document);
    response.json(await leaveOutDocument(gate, callerOf(response), { id: idOf(request), documentId }));
  };
}

/** `POST releases/:id/discard`. */
export function discardReleaseRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    response.json(await discardRelease(gate, callerOf(response), idOf(request)));
  };
}

/** `POST releases/:id/publish`: settings are an admin's, and so is what nobody has tried. */
export function publishReleaseRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    const { revision, untried = false } = parseBody(publishReleaseSchema, request.body);
    const isAdmin = hasRole(agentOf(response).role, "admin");
    if (untried && !isAdmin)
      throw new AppError("forbidden", "Only admins can publish an untested release. Test it first.");
    const published = { id: idOf(request), revision, mayUntried: untried, maySettings: isAdmin };
    response.json(await publishRelease(gate, callerOf(response), published));
  };
}

/** `POST releases/:id/roll-back`. */
export function rollBackReleaseRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    const maySettings = hasRole(agentOf(response).role, "admin");
    response.json(await rollBackRelease(gate, callerOf(response), { id: idOf(request), maySettings }));
  };
}

/** The caller as the gate names them. */
export function callerOf(response: Response): GateCaller {
  const agent = agentOf(response);
  return { tenantId: agent.tenantId, actor: actorOf(agent), name: agent.shownAs };
}

function idOf(request: Request): string {
  return parseId(z.uuid(), request.params.id);
}
