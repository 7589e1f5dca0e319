import { memoryRoutes } from "../../../protocol/routes/memories.ts";
import type { AgentCredentials } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { addMemory, changeMemory, eraseMemories, eraseMemory, readMemories } from "../memory/desk-memories.ts";

/** Agents read, correct, add and erase a visitor's memories. */
export function addMemoryRoutes(routes: Routes, ctx: Pick<HttpContext, "memory">): void {
  routes.implement(memoryRoutes, {
    listMemories: ({ caller: { tenantId }, id: visitorId, query }) =>
      readMemories(ctx.memory, { tenantId, visitorId }, query),
    addMemory: ({ caller, id: visitorId, body }) => addMemory(ctx.memory, agentOf(caller), { ...body, visitorId }),
    eraseMemories: ({ caller, id: visitorId }) => eraseMemories(ctx.memory, agentOf(caller), visitorId),
    changeMemory: ({ caller, id, body }) => changeMemory(ctx.memory, agentOf(caller), { ...body, id }),
    eraseMemory: ({ caller, id }) => eraseMemory(ctx.memory, agentOf(caller), id),
  });
}

function agentOf(caller: AgentCredentials) {
  return { tenantId: caller.tenantId, actor: actorOf(caller) };
}
