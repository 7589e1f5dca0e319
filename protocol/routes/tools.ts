import { testCallRequestSchema, testCallResultSchema } from "../admin-tool-calls.ts";
import {
  acceptToolRequestSchema,
  changeConnectionRequestSchema,
  changeToolRequestSchema,
  createConnectionRequestSchema,
  createToolRequestSchema,
  discoveryResultSchema,
  toolConnectionSchema,
  toolConnectionsResponseSchema,
  toolListQuerySchema,
  toolSchema,
  toolsResponseSchema,
} from "../admin-tools.ts";
import { exampleId, routes } from "../route.ts";

/** Connected systems that the assistant may read from and change. */
export const toolConnectionRoutes = routes(
  { base: "/api/v1/admin/tools", tag: "tools", auth: "agent", role: "admin" },
  {
    listToolConnections: {
      at: "GET /connections",
      role: "manager",
      summary: "List connections",
      description: "Lists connections with their health. Of the headers, only the names are returned.",
      response: toolConnectionsResponseSchema,
    },
    createToolConnection: {
      at: "POST /connections",
      summary: "Connect a system",
      description:
        "Connects an MCP server, or the base URL of REST actions. The URL must be public, unless the operator allows its host with `TOOL_PRIVATE_HOSTS`. Header values are never returned.",
      errors: ["conflict"],
      body: createConnectionRequestSchema,
      example: { name: "Orders", kind: "mcp", url: "https://shop.example.com/mcp", headers: {} },
      status: 201,
      response: toolConnectionSchema,
    },
    changeToolConnection: {
      at: "PATCH /connections/:id",
      summary: "Change, turn off or turn on a connection",
      description:
        "Changes the name, URL or headers, and turns the connection on or off. Passed headers replace all existing ones.",
      errors: ["conflict"],
      body: changeConnectionRequestSchema,
      example: { is_active: false },
      response: toolConnectionSchema,
    },
    deleteToolConnection: {
      at: "DELETE /connections/:id",
      summary: "Remove a connection with its tools",
      description: "Removes a connection with its tools. The call log is kept.",
    },
    discoverTools: {
      at: "POST /connections/:id/discover",
      summary: "Refresh an MCP server's tools",
      description:
        "Gets the list of tools from the server. New tools must be classified first. A tool with a changed definition is disabled until you approve the change. If the server does not answer, `problem` says why.",
      errors: ["conflict"],
      response: discoveryResultSchema,
    },
  },
);

/** Tools of the connected systems. */
export const toolRoutes = routes(
  { base: "/api/v1/admin", tag: "tools", auth: "agent", role: "admin" },
  {
    listTools: {
      at: "GET /tools",
      role: "manager",
      summary: "List tools",
      description: "Lists the tools of all connections, or of one, with their rules.",
      query: toolListQuerySchema,
      response: toolsResponseSchema,
    },
    createTool: {
      at: "POST /tools",
      summary: "Create a REST action",
      description:
        "Creates an action of a REST connection: its request with `{{argument}}` placeholders, and a JSON schema of the arguments.",
      errors: ["conflict"],
      body: createToolRequestSchema,
      example: {
        connection_id: exampleId("c"),
        name: "find_order",
        title: "Find an order",
        input_schema: {
          type: "object",
          properties: { number: { type: "string", maxLength: 20 } },
          required: ["number"],
        },
        request: { method: "GET", path: "/orders/{{number}}", query: {}, headers: {}, body: null },
      },
      status: 201,
      response: toolSchema,
    },
    changeTool: {
      at: "PATCH /tools/:id",
      summary: "Set a tool's rules",
      description:
        "Sets whether a tool reads or writes, who may use it, who approves its changes, and its limits. The assistant uses a tool once it is classified and `is_active`.",
      body: changeToolRequestSchema,
      example: { kind: "read", audience: "everyone", is_active: true },
      response: toolSchema,
    },
    deleteTool: {
      at: "DELETE /tools/:id",
      summary: "Remove a REST action or an obsolete tool",
      description: "Removes a REST action, or a tool that its server no longer offers.",
      errors: ["conflict"],
    },
    acceptTool: {
      at: "POST /tools/:id/accept",
      summary: "Approve a changed tool definition",
      description:
        "Approves the definition in `changed_to` by its hash, so that you can only approve the definition that you have seen.",
      errors: ["conflict"],
      body: acceptToolRequestSchema,
      example: { definition_hash: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae" },
      response: toolSchema,
    },
    testTool: {
      at: "POST /tools/:id/test",
      summary: "Make a test call",
      description:
        "Calls a tool without a visitor. A read runs immediately. A write takes real effect and needs `confirm: true`. An unclassified tool counts as a write.",
      errors: ["conflict"],
      body: testCallRequestSchema,
      example: { arguments: { number: "1007" } },
      response: testCallResultSchema,
    },
  },
);
