import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface RpcRequest {
  jsonrpc: "2.0";
  id?: number | string;
  method: string;
  params?: { name?: string; arguments?: Record<string, unknown>; cursor?: string; _meta?: Record<string, unknown> };
}

/** A received tool call. */
export interface ArrivedCall {
  name: string;
  arguments: Record<string, unknown>;
  meta: Record<string, unknown>;
  request: IncomingMessage;
  response: ServerResponse;
  id: RpcRequest["id"];
}

/** Response of a tool: a result, or undefined when the function has written the HTTP response itself (or never will). */
type Answer = (call: ArrivedCall) => Promise<unknown> | unknown;

/** A small MCP server that a test controls. It can also break the protocol. */
export class ToolServer {
  readonly calls: ArrivedCall[] = [];
  /** Definitions for `tools/list`. */
  tools: object[] = [];
  /** Responses by tool name. */
  readonly answers = new Map<string, Answer>();
  /** Handles every request except POST to `/mcp`, for REST actions. */
  rest: ((request: IncomingMessage, response: ServerResponse, body: string) => void) | undefined;
  /** Handles a request before the protocol does. True when it has responded. */
  before: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** The next page of the list for a page cursor; one page by default. */
  page: ((cursor: string | undefined) => object) | undefined;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ToolServer> {
    const server = createServer();
    const started = new ToolServer(server);
    server.on("request", (request, response) => void started.#take(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return started;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`; // listening on a port, so it is no pipe
  }

  get url(): string {
    return `${this.base}/mcp`;
  }

  /** Adds a tool with its response. By default its only argument is a text. */
  add(name: string, answer: Answer, definition: object = {}): void {
    const inputSchema = { type: "object", properties: { text: { type: "string" } } };
    this.tools.push({ name, description: `Says ${name}.`, inputSchema, ...definition });
    this.answers.set(name, answer);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => undefined);
    const pieces: Buffer[] = [];
    try {
      for await (const piece of request) pieces.push(Buffer.from(piece));
    } catch {
      return;
    }
    const body = Buffer.concat(pieces).toString("utf8");
    if (this.before?.(request, response)) return;
    if (request.url !== "/mcp") {
      if (this.rest) this.rest(request, response, body);
      else response.writeHead(404).end();
      return;
    }
    if (request.method !== "POST") {
      response.writeHead(request.method === "DELETE" ? 200 : 405).end();
      return;
    }
    await this.#rpc(JSON.parse(body) as RpcRequest, { request, response }); // what the client wrote
  }

  async #rpc(rpc: RpcRequest, { request, response }: { request: IncomingMessage; response: ServerResponse }) {
    if (rpc.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const result = await this.#resultOf(rpc, { request, response });
    if (result === undefined || response.headersSent) return;
    sendJson(response, { jsonrpc: "2.0", id: rpc.id, ...(isError(result) ? result : { result }) });
  }

  #resultOf(rpc: RpcRequest, { request, response }: { request: IncomingMessage; response: ServerResponse }): unknown {
    switch (rpc.method) {
      case "initialize":
        return {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: "test shop", version: "1.2.3" },
        };
      case "tools/list":
        return this.page?.(rpc.params?.cursor) ?? { tools: this.tools };
      case "tools/call": {
        const { name = "", arguments: given = {}, _meta: meta = {} } = rpc.params ?? {};
        const call = { name, arguments: given, meta, request, response, id: rpc.id };
        this.calls.push(call);
        return this.answers.get(name)?.(call) ?? undefined;
      }
      default:
        return { error: { code: -32601, message: "unknown" } };
    }
  }
}

export function textResult(text: string, more: object = {}): object {
  return { content: [{ type: "text", text }], ...more };
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function isError(value: unknown): value is object {
  return typeof value === "object" && value !== null && "error" in value;
}
