import type {
  CallFilter,
  SettleCallRequest,
  TestCallRequest,
  TestCallResult,
  ToolCall,
  ToolFigures,
} from "../../../protocol/admin-tool-calls.ts";
import type {
  ChangeConnectionRequest,
  ChangeToolRequest,
  CreateConnectionRequest,
  CreateToolRequest,
  DiscoveryResult,
  Tool,
  ToolConnection,
} from "../../../protocol/admin-tools.ts";
import { type Ask, queryString } from "../ui/api-call.ts";

/** A test call may take as long as the longest tool does, 30 s, and the way there. */
const testTimeoutMs = 40_000;

/** The calls about tools, connections and what was called. */
export function toolsCalls(admin: Ask) {
  const connection = (id: string) => `/tools/connections/${encodeURIComponent(id)}`;
  const tool = (id: string) => `/tools/${encodeURIComponent(id)}`;
  return {
    connections: (signal?: AbortSignal) => admin<{ items: ToolConnection[] }>("/tools/connections", { signal }),
    addConnection: (body: CreateConnectionRequest) =>
      admin<ToolConnection>("/tools/connections", { method: "POST", body }),
    changeConnection: (id: string, body: ChangeConnectionRequest) =>
      admin<ToolConnection>(connection(id), { method: "PATCH", body }),
    removeConnection: (id: string) => admin<unknown>(connection(id), { method: "DELETE" }),
    discover: (id: string) =>
      admin<DiscoveryResult>(`${connection(id)}/discover`, { method: "POST", body: {}, timeoutMs: testTimeoutMs }),

    tools: (query: { connection_id?: string }, signal?: AbortSignal) =>
      admin<{ items: Tool[] }>(`/tools${queryString(query)}`, { signal }),
    addTool: (body: CreateToolRequest) => admin<Tool>("/tools", { method: "POST", body }),
    changeTool: (id: string, body: ChangeToolRequest) => admin<Tool>(tool(id), { method: "PATCH", body }),
    acceptTool: (id: string, hash: string) =>
      admin<Tool>(`${tool(id)}/accept`, { method: "POST", body: { definition_hash: hash } }),
    removeTool: (id: string) => admin<unknown>(tool(id), { method: "DELETE" }),
    testTool: (id: string, body: TestCallRequest) =>
      admin<TestCallResult>(`${tool(id)}/test`, { method: "POST", body, timeoutMs: testTimeoutMs }),

    figures: (query: { connection_id?: string; days: number }, signal?: AbortSignal) =>
      admin<ToolFigures>(`/tools/figures${queryString(query)}`, { signal }),
    toolCalls: (query: CallFilter & { cursor?: string; limit: number }, signal?: AbortSignal) =>
      admin<{ items: ToolCall[]; next_cursor: string | null }>(`/tools/calls${queryString(query)}`, { signal }),
    settleCall: (id: string, body: SettleCallRequest) =>
      admin<ToolCall>(`/tools/calls/${encodeURIComponent(id)}/settle`, { method: "POST", body }),
  };
}

/** Where a file of the calls is had. */
export function callsFilePath(filter: CallFilter, format: "csv" | "json"): string {
  return `/api/v1/admin/tools/calls/export${queryString({ ...filter, format })}`;
}
