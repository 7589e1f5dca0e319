import type { RequestHandler, Response } from "express";
import { z } from "zod";
import {
  bulkRequestSchema,
  changeLabelRequestSchema,
  changeTicketRequestSchema,
  changeViewRequestSchema,
  createLabelRequestSchema,
  createViewRequestSchema,
} from "../../../protocol/triage.ts";
import { hasRole } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { changeTickets } from "../desk/bulk.ts";
import { changeLabel, createLabel, type LabelKeeper, readLabels, removeLabel } from "../desk/labels.ts";
import {
  changeSavedView,
  createSavedView,
  readSavedViews,
  removeSavedView,
  type ViewOwner,
} from "../desk/saved-views.ts";
import { changeTicket, findColleague, listAssignable } from "../desk/triage.ts";
import { verb } from "./desk-target.ts";

type TriageContext = Pick<HttpContext, "desk">;

/** `PATCH tickets/:id`: whose it is, its labels, its priority, and until when it is out of the way. */
export function changeTicketRoute(ctx: TriageContext): RequestHandler {
  return verb(ctx, async (target, request) => {
    const change = parseBody(changeTicketRequestSchema, request.body);
    const assignee = await findColleague(ctx.desk, target.tenantId, change);
    await changeTicket(ctx.desk, target, { ...change, assignee });
  });
}

/** `POST tickets/bulk`. */
export function bulkRoute(ctx: TriageContext): RequestHandler {
  return async (request, response) => {
    const caller = agentOf(response);
    const agent = { id: caller.personId, name: caller.shownAs };
    const by = { tenantId: caller.tenantId, agent, actor: actorOf(caller) };
    response.json(await changeTickets(ctx.desk, by, parseBody(bulkRequestSchema, request.body)));
  };
}

/** `GET colleagues`: who may be given a ticket, and whether they are there. */
export function listColleaguesRoute({ desk }: TriageContext): RequestHandler {
  return async (_request, response) => {
    response.json({ items: await listAssignable(desk, agentOf(response).tenantId) });
  };
}

/** `GET labels`. */
export function listLabelsRoute({ desk }: TriageContext): RequestHandler {
  return async (_request, response) => {
    response.json({ items: await readLabels(desk, agentOf(response).tenantId) });
  };
}

/** `POST labels`. */
export function createLabelRoute({ desk }: TriageContext): RequestHandler {
  return async (request, response) => {
    const body = parseBody(createLabelRequestSchema, request.body);
    response.status(201).json({ label: await createLabel(desk, keeperOf(response), body) });
  };
}

/** `PATCH labels/:id`. */
export function changeLabelRoute({ desk }: TriageContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(z.uuid(), request.params.id);
    const body = parseBody(changeLabelRequestSchema, request.body);
    response.json({ label: await changeLabel(desk, keeperOf(response), { id, ...body }) });
  };
}

/** `DELETE labels/:id`. */
export function deleteLabelRoute({ desk }: TriageContext): RequestHandler {
  return async (request, response) => {
    await removeLabel(desk, keeperOf(response), parseId(z.uuid(), request.params.id));
    response.json({ ok: true });
  };
}

/** `GET views`: the team's, and the caller's own. */
export function listViewsRoute({ desk }: TriageContext): RequestHandler {
  return async (_request, response) => {
    response.json({ items: await readSavedViews(desk, agentOf(response)) });
  };
}

/** `POST views`. */
export function createViewRoute({ desk }: TriageContext): RequestHandler {
  return async (request, response) => {
    const body = parseBody(createViewRequestSchema, request.body);
    response.status(201).json({ view: await createSavedView(desk, ownerOf(response), body) });
  };
}

/** `PATCH views/:id`. */
export function changeViewRoute({ desk }: TriageContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(z.uuid(), request.params.id);
    const body = parseBody(changeViewRequestSchema, request.body);
    response.json({ view: await changeSavedView(desk, ownerOf(response), { id, ...body }) });
  };
}

/** `DELETE views/:id`. */
export function deleteViewRoute({ desk }: TriageContext): RequestHandler {
  return async (request, response) => {
    await removeSavedView(desk, ownerOf(response), parseId(z.uuid(), request.params.id));
    response.json({ ok: true });
  };
}

function keeperOf(response: Response): LabelKeeper {
  const caller = agentOf(response);
  return { tenantId: caller.tenantId, actor: actorOf(caller) };
}

function ownerOf(response: Response): ViewOwner {
  const caller = agentOf(response);
  const { tenantId, personId } = caller;
  return { tenantId, personId, actor: actorOf(caller), keepsTeam: hasRole(caller.role, "manager") };
}
