import { visitorMemoryRoutes } from "../../../../protocol/routes/memories.ts";
import {
  correctOwnMemory,
  eraseOwnMemories,
  eraseOwnMemory,
  readOwnMemories,
} from "../../../assistant/memory/own-memories.ts";
import type { HttpContext } from "../../../http/context.ts";
import type { Routes } from "../../../http/routes.ts";

/** A visitor whose identity is signed reads, corrects and erases the own memories. */
export function addVisitorMemoryRoutes(routes: Routes, ctx: Pick<HttpContext, "memory">): void {
  routes.implement(visitorMemoryRoutes, {
    listOwnMemories: ({ caller, response }) => {
      response.set("Cache-Control", "no-store");
      return readOwnMemories(ctx.memory, caller);
    },
    eraseOwnMemories: ({ caller }) => eraseOwnMemories(ctx.memory, caller),
    correctOwnMemory: ({ caller, id, body: { content } }) => correctOwnMemory(ctx.memory, caller, { id, content }),
    eraseOwnMemory: ({ caller, id }) => eraseOwnMemory(ctx.memory, caller, id),
  });
}
