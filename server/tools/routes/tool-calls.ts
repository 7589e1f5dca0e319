import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { toolCallRoutes } from "../../../protocol/routes/tool-calls.ts";
import { namesOf } from "../../accounts/people/agent-names.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { callsFile, type NamesOf, readCall, readCalls, readFigures, settleCall } from "../manage/calls.ts";

export function addToolCallRoutes(routes: Routes, ctx: Pick<HttpContext, "tools" | "tenants">): void {
  const readerOf = ({ tenantId }: { tenantId: string }): { tenantId: string; namesOf: NamesOf } => ({
    tenantId,
    namesOf: (agents) => namesOf(ctx.tenants, tenantId, agents),
  });
  routes.implement(toolCallRoutes, {
    listToolCalls: ({ caller, query }) => readCalls(ctx.tools, { ...query, ...readerOf(caller) }),
    exportToolCalls: async ({ caller, query, response }) => {
      const parts = callsFile(ctx.tools, { ...query, ...readerOf(caller) });
      const type = query.format === "csv" ? "text/csv; charset=utf-8" : "application/json; charset=utf-8";
      response.attachment(`tool-calls.${query.format}`).type(type);
      await pipeline(Readable.from(parts), response);
    },
    readToolCall: ({ caller, id: callId }) => readCall(ctx.tools, { callId, ...readerOf(caller) }),
    settleToolCall: async ({ caller, id: callId, body }) => {
      await settleCall(ctx.tools, actorOf(caller), { tenantId: caller.tenantId, callId, ...body });
      return readCall(ctx.tools, { callId, ...readerOf(caller) });
    },
    readToolFigures: ({ caller: { tenantId }, query: { connection_id: connectionId, days } }) =>
      readFigures(ctx.tools, { tenantId, connectionId, days }),
  });
}
