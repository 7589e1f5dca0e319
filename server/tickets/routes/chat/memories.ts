import type { RequestHandler } from "express";
import { z } from "zod";
import {
  memoriesErasedSchema,
  visitorMemoriesResponseSchema,
  visitorMemoryChangeSchema,
  visitorMemorySchema,
} from "../../../../protocol/memories.ts";
import {
  correctOwnMemory,
  eraseOwnMemories,
  eraseOwnMemory,
  readOwnMemories,
} from "../../../assistant/memory/own-memories.ts";
import type { HttpContext } from "../../../http/context.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { parseBody, parseId } from "../../../http/parse.ts";
import type { Routes } from "../../../http/routes.ts";
import { strip } from "../../../http/strip.ts";

type Context = Pick<HttpContext, "memory">;

/** What is remembered of the visitor who asks, if their tenant's own server has signed who it is. */
export function addMemoryRoutes(
  routes: Routes,
  { memory }: Context,
  { visitor, json }: { visitor: RequestHandler; json: RequestHandler[] },
): void {
  routes.add("/memories", { get: [visitor, listRoute({ memory })], delete: [visitor, eraseAllRoute({ memory })] });
  routes.add("/memories/:id", {
    patch: [visitor, ...json, correctRoute({ memory })],
    delete: [visitor, eraseRoute({ memory })],
  });
}

function listRoute({ memory }: Context): RequestHandler {
  return async (_request, response) => {
    const found = await readOwnMemories(memory, visitorOf(response));
    response.set("Cache-Control", "no-store").json(strip(visitorMemoriesResponseSchema, found));
  };
}

function correctRoute({ memory }: Context): RequestHandler {
  return async (request, response) => {
    const id = parseId(z.uuid(), request.params.id);
    const { content } = parseBody(visitorMemoryChangeSchema, request.body);
    response.json(strip(visitorMemorySchema, await correctOwnMemory(memory, visitorOf(response), { id, content })));
  };
}

function eraseRoute({ memory }: Context): RequestHandler {
  return async (request, response) => {
    await eraseOwnMemory(memory, visitorOf(response), parseId(z.uuid(), request.params.id));
    response.json({ ok: true });
  };
}

function eraseAllRoute({ memory }: Context): RequestHandler {
  return async (_request, response) => {
    response.json(strip(memoriesErasedSchema, await eraseOwnMemories(memory, visitorOf(response))));
  };
}
