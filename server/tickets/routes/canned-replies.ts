import type { RequestHandler, Response } from "express";
import { z } from "zod";
import { cannedReplyChangeSchema, newCannedReplySchema } from "../../../protocol/admin-canned.ts";
import { hasRole } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import {
  addCannedReply,
  type CannedCaller,
  changeCannedReply,
  readCannedReplies,
  removeCannedReply,
} from "../desk/canned-replies.ts";
import type { DeskContext } from "./desk-target.ts";

/** `GET canned-replies`: the team's and the caller's own. */
export function listCannedRoute({ desk }: DeskContext): RequestHandler {
  return async (_request, response) => {
    response.json({ items: await readCannedReplies(desk, callerOf(response)) });
  };
}

/** `POST canned-replies`. */
export function addCannedRoute({ desk }: DeskContext): RequestHandler {
  return async (request, response) => {
    const { is_shared: isShared, ...reply } = parseBody(newCannedReplySchema, request.body);
    response.status(201).json(await addCannedReply(desk, callerOf(response), { ...reply, isShared }));
  };
}

/** `PATCH canned-replies/:id`. */
export function changeCannedRoute({ desk }: DeskContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(z.uuid(), request.params.id);
    const change = parseBody(cannedReplyChangeSchema, request.body);
    response.json(await changeCannedReply(desk, callerOf(response), { id, ...change }));
  };
}

/** `DELETE canned-replies/:id`. */
export function removeCannedRoute({ desk }: DeskContext): RequestHandler {
  return async (request, response) => {
    await removeCannedReply(desk, callerOf(response), parseId(z.uuid(), request.params.id));
    response.json({ ok: true });
  };
}

function callerOf(response: Response): CannedCaller {
  const agent = agentOf(response);
  const { tenantId, personId, role } = agent;
  return { tenantId, personId, actor: actorOf(agent), mayShare: hasRole(role, "manager") };
}
