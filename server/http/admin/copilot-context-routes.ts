import type { RequestHandler } from "express";
import { z } from "zod";
import {
  contextPreviewRequestSchema,
  contextPreviewSchema,
  copilotPreferencesSchema,
  dismissalSchema,
  messageContextSchema,
  preferenceChangeSchema,
} from "../../../protocol/copilot-preferences.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import {
  dismissDocument,
  listPreferences,
  resetPreferences,
  setPreference,
} from "../../assembly/preferences/preferences.ts";
import { previewContext, readContext } from "../../workspace/context.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { parseBody, parseId } from "../parse.ts";
import type { Routes } from "../routes.ts";
import { strip } from "../strip.ts";
import { requireRole } from "./agent.ts";

type Context = Pick<HttpContext, "workspace" | "auth">;
type Params = Record<string, string | string[] | undefined>;

/** What goes into a message of the copilot, and what it has learned of the person who asks. */
export function addCopilotContextRoutes(routes: Routes, ctx: Context, json: RequestHandler[]): void {
  const agent = requireRole("agent");
  const change = [agent, ...json];
  routes.add("/copilot/context", { post: [...change, previewRoute(ctx)] });
  routes.add("/copilot/conversations/:id/messages/:message/context", { get: [agent, contextRoute(ctx)] });
  routes.add("/copilot/preferences", { get: [agent, listRoute(ctx)], delete: [agent, resetAllRoute(ctx)] });
  routes.add("/copilot/preferences/:document", {
    patch: [...change, setRoute(ctx)],
    delete: [agent, resetRoute(ctx)],
  });
  routes.add("/copilot/preferences/:document/dismissals", { post: [...change, dismissRoute(ctx)] });
}

const documentOf = (params: Params) => parseId(documentIdSchema, params["document"]);

function previewRoute({ workspace, auth }: Context): RequestHandler {
  return async (request, response) => {
    const agent = agentOf(response);
    const typed = parseBody(contextPreviewRequestSchema, request.body);
    await auth.limits.take("preview_caller", agent.personId);
    response.json(strip(contextPreviewSchema, await previewContext(workspace, agent, typed)));
  };
}

function contextRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    const conversationId = parseId(z.uuid(), request.params["id"]);
    const messageId = parseId(z.uuid(), request.params["message"]);
    const context = await readContext(workspace, agentOf(response), { conversationId, messageId });
    response.json(strip(messageContextSchema, { context }));
  };
}

function listRoute({ workspace }: Context): RequestHandler {
  return async (_request, response) => {
    response.json(strip(copilotPreferencesSchema, await listPreferences(workspace, agentOf(response))));
  };
}

function setRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    const documentId = documentOf(request.params);
    const { stance } = parseBody(preferenceChangeSchema, request.body);
    await setPreference(workspace, agentOf(response), { documentId, stance });
    await answerWithPreferences(response, workspace);
  };
}

function dismissRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    const documentId = documentOf(request.params);
    const { message_id: occasionId } = parseBody(dismissalSchema, request.body);
    await dismissDocument(workspace, agentOf(response), { documentId, occasionId });
    await answerWithPreferences(response, workspace);
  };
}

function resetRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    await resetPreferences(workspace, agentOf(response), documentOf(request.params));
    await answerWithPreferences(response, workspace);
  };
}

function resetAllRoute({ workspace }: Context): RequestHandler {
  return async (_request, response) => {
    await resetPreferences(workspace, agentOf(response));
    await answerWithPreferences(response, workspace);
  };
}

/** How things stand after a change. */
async function answerWithPreferences(
  response: Parameters<RequestHandler>[1],
  workspace: Context["workspace"],
): Promise<void> {
  response.json(strip(copilotPreferencesSchema, await listPreferences(workspace, agentOf(response))));
}
