import { toolConnectionRoutes, toolRoutes } from "../../../protocol/routes/tools.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { changeConnection, createConnection, readConnections, removeConnection } from "../manage/connections.ts";
import { discoverTools } from "../manage/discover.ts";
import { testCall } from "../manage/test-call.ts";
import { acceptTool, changeTool, createTool, readTools, removeTool } from "../manage/tools.ts";

export function addToolRoutes(routes: Routes, ctx: Pick<HttpContext, "tools">): void {
  routes.implement(toolConnectionRoutes, {
    listToolConnections: async ({ caller }) => ({ items: await readConnections(ctx.tools, caller.tenantId) }),
    createToolConnection: ({ caller, body }) =>
      createConnection(ctx.tools, actorOf(caller), { tenantId: caller.tenantId, ...body }),
    changeToolConnection: ({ caller, id: connectionId, body }) =>
      changeConnection(ctx.tools, actorOf(caller), { tenantId: caller.tenantId, connectionId, ...body }),
    deleteToolConnection: ({ caller, id: connectionId }) =>
      removeConnection(ctx.tools, actorOf(caller), { tenantId: caller.tenantId, connectionId }),
    discoverTools: ({ caller, id: connectionId, gone: signal }) =>
      discoverTools(ctx.tools, actorOf(caller), { tenantId: caller.tenantId, connectionId, signal }),
  });
  routes.implement(toolRoutes, {
    listTools: async ({ caller: { tenantId }, query: { connection_id: connectionId } }) => ({
      items: await readTools(ctx.tools, { tenantId, connectionId }),
    }),
    createTool: ({ caller, body }) => createTool(ctx.tools, actorOf(caller), { tenantId: caller.tenantId, ...body }),
    changeTool: ({ caller, id: toolId, body }) =>
      changeTool(ctx.tools, actorOf(caller), { tenantId: caller.tenantId, toolId, ...body }),
    deleteTool: ({ caller, id: toolId }) =>
      removeTool(ctx.tools, actorOf(caller), { tenantId: caller.tenantId, toolId }),
    acceptTool: ({ caller, id: toolId, body }) =>
      acceptTool(ctx.tools, actorOf(caller), { tenantId: caller.tenantId, toolId, ...body }),
    testTool: ({ caller, id: toolId, body, gone: signal }) =>
      testCall(ctx.tools, actorOf(caller), { tenantId: caller.tenantId, toolId, ...body, signal }),
  });
}
