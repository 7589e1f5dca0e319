import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

/** The progress of a write in its system: received, executed, response sent. */
export type EffectStep = "called" | "done" | "answered";

/** A customer's system that receives writes: it counts its effects, and responds as slowly as the test needs. */
export interface EffectServer {
  /** Address of its REST actions; its MCP server is at `/mcp` below it. */
  url: string;
  /** How often each booking was moved. */
  effects: Map<string, number>;
  /** Calls of any kind, over both protocols. */
  calls: number;
  /** Wait before the effect, and between the effect and the response, in ms. */
  delays: { before: number; after: number };
  /** Changes the tool's description on the MCP server at a path below `/mcp`. */
  describe(path: string, description: string): void;
  /** True for a system that skips the effect when its caller has disconnected. */
  dropsBroken: boolean;
  /** Called for each step of each write, before any wait. */
  onStep: (step: EffectStep, booking: string) => void;
  close(): Promise<void>;
}

const bookingSchema = z.object({ booking: z.string() });
const rpcSchema = z.object({
  id: z.union([z.number(), z.string()]).optional(),
  method: z.string(),
  params: z.object({ arguments: z.unknown() }).partial().optional(),
});

/** The schema of the arguments of its one tool, `move_booking`. */
export const moveSchema = {
  type: "object",
  properties: { booking: { type: "string", maxLength: 40 } },
  required: ["booking"],
  additionalProperties: false,
};

/** Starts it on a free port of this machine. It executes every call; the caller must prevent duplicates. */
export async function startEffectServer(): Promise<EffectServer> {
  const descriptions = new Map<string, string>();
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) =>
      request.url?.startsWith("/mcp")
        ? answerRpc(started, { request, body, response, description: descriptions.get(request.url) })
        : move(started, { body, response }),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  const started: EffectServer = {
    url: `http://127.0.0.1:${port}`,
    effects: new Map(),
    calls: 0,
    delays: { before: 0, after: 0 },
    describe: (path, description) => void descriptions.set(path, description),
    dropsBroken: false,
    onStep: () => {},
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return started;
}

/** A REST action. */
async function move(server: EffectServer, { body, response }: { body: string; response: ServerResponse }) {
  const { booking } = bookingSchema.parse(JSON.parse(body));
  if (!(await takeEffect(server, booking, response))) return;
  sendJson(response, { booking, moved: true, reference: randomUUID() });
  server.onStep("answered", booking);
}

/** The MCP tool methods, in their stateless form. */
async function answerRpc(
  server: EffectServer,
  {
    request,
    body,
    response,
    description = "Moves a booking to another day.",
  }: { request: IncomingMessage; body: string; response: ServerResponse; description?: string | undefined },
): Promise<void> {
  if (request.method !== "POST") return void response.writeHead(405).end();
  const { id, method, params } = rpcSchema.parse(JSON.parse(body));
  if (id === undefined) return void response.writeHead(202).end();
  const answer = (result: object) => sendJson(response, { jsonrpc: "2.0", id, result });
  if (method === "initialize") {
    const serverInfo = { name: "bookings", version: "1" };
    return answer({ protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo });
  }
  if (method === "tools/list")
    return answer({
      tools: [{ name: "move_booking", description, inputSchema: moveSchema }],
    });
  if (method !== "tools/call")
    return sendJson(response, { jsonrpc: "2.0", id, error: { code: -32601, message: "unknown" } });
  const { booking } = bookingSchema.parse(params?.arguments);
  if (!(await takeEffect(server, booking, response))) return;
  const structuredContent = { booking, moved: true, reference: randomUUID() };
  answer({ content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent });
  server.onStep("answered", booking);
}

/** False when the caller has disconnected and this system checks that. */
async function takeEffect(server: EffectServer, booking: string, response: ServerResponse): Promise<boolean> {
  const { before, after } = server.delays;
  const drops = server.dropsBroken;
  server.calls += 1;
  server.onStep("called", booking);
  await sleep(before);
  if (drops && response.destroyed) return false;
  server.effects.set(booking, (server.effects.get(booking) ?? 0) + 1);
  server.onStep("done", booking);
  await sleep(after);
  return true;
}

function sendJson(response: ServerResponse, value: object): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const bytes of request) text += Buffer.from(bytes as Uint8Array).toString("utf8");
  return text;
}
