import {
  callExportQuerySchema,
  callListQuerySchema,
  callListResponseSchema,
  settleCallRequestSchema,
  toolCallSchema,
  toolFiguresQuerySchema,
  toolFiguresSchema,
} from "../admin-tool-calls.ts";
import { routes } from "../route.ts";

/** The log of tool calls. */
export const toolCallRoutes = routes(
  { base: "/api/v1/admin/tools", tag: "tools", auth: "agent" },
  {
    listToolCalls: {
      at: "GET /calls",
      role: "agent",
      summary: "List tool calls",
      description: "Lists calls, newest first, with who approved them and their results. Secrets are redacted.",
      query: callListQuerySchema,
      response: callListResponseSchema,
    },
    exportToolCalls: {
      at: "GET /calls/export",
      role: "manager",
      summary: "Download tool calls",
      description: "Returns up to 50,000 calls as CSV or JSON (`format`), with the same filters as the list.",
      query: callExportQuerySchema,
      bytes: "text/csv",
    },
    readToolCall: {
      at: "GET /calls/:id",
      role: "agent",
      summary: "Get a tool call",
      description: "Returns one call with its arguments and its result.",
      response: toolCallSchema,
    },
    settleToolCall: {
      at: "POST /calls/:id/settle",
      role: "agent",
      summary: "Settle a call with unknown outcome",
      description:
        "Records whether the change was made, after a person has checked the other system. It can be set once; the logged result is kept.",
      errors: ["already_handled"],
      body: settleCallRequestSchema,
      example: { status: "completed", note: "It is in the shop's list." },
      response: toolCallSchema,
    },
    readToolFigures: {
      at: "GET /figures",
      role: "manager",
      summary: "Get calls and errors over time",
      description: "Counts the calls of each connection by hour or day (UTC), with failures and durations.",
      query: toolFiguresQuerySchema,
      response: toolFiguresSchema,
    },
  },
);
