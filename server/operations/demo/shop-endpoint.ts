import { join } from "node:path";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { ShopBook } from "./shop/keep.ts";
import { CallerCheck } from "./shop/verify-caller.ts";

/** Path of the demo shop on the server's own address. */
export const shopPath = "/demo/shop/mcp";

interface ShopDeps {
  dataDir: string;
  port: number;
  /** The installation's public address; the caller of the shop. */
  publicUrl: string;
}

export interface ShopEndpoint {
  /**
   * Answers an MCP request for the demo tenant.
   * @param parsedBody the request's JSON, if any.
   */
  answer(request: Request, asked: { tenantId: string; parsedBody: unknown }): Promise<Response>;
}

/** Address by which the demo tenant's connection reaches the shop: on this machine, without any proxy. */
export function shopUrl(port: number): string {
  return `http://127.0.0.1:${port}${shopPath}`;
}

/** The demo shop: an MCP server like one of a company. It rejects every caller without a token of this installation. */
export function createShopEndpoint({ dataDir, port, publicUrl }: ShopDeps): ShopEndpoint {
  const book = new ShopBook(join(dataDir, "demo-shop.json"));
  const caller = new CallerCheck();
  let handler: Promise<McpHttpHandler> | undefined;
  return {
    async answer(request, { tenantId, parsedBody }) {
      const claims = await caller.check(tokenOf(request), {
        keysUrl: `http://127.0.0.1:${port}/.well-known/jwks.json`,
        issuer: publicUrl,
        audience: shopUrl(port),
        tenantId,
      });
      if (!claims) return refusal();
      handler ??= openHandler(book);
      return (await handler).fetch(request, { parsedBody });
    },
  };
}

/** Loaded on the first request, because most installations have no shop. */
async function openHandler(book: ShopBook): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, { createShopServer }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("./shop/mcp-server.ts"),
  ]);
  return createMcpHandler(() => createShopServer(book));
}

function tokenOf(request: Request): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}

function refusal(): Response {
  const error = { code: "unauthorized", message: "The token is missing, expired, or meant for another server." };
  return Response.json({ error }, { status: 401, headers: { "www-authenticate": "Bearer" } });
}
