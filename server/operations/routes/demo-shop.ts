import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { type Request as ExpressRequest, type Response as ExpressResponse, Router } from "express";
import { AppError } from "../../core/errors.ts";
import { jsonBody } from "../../http/body.ts";
import type { ShopEndpoint } from "../demo/shop-endpoint.ts";
import { readDemoTenant } from "./demo-config.ts";

/** Largest tool call, in bytes. */
const maxBytes = 64 * 1024;

/** `/demo/shop/mcp`: the demo's own MCP server. Responds only in an installation with a demo tenant. */
export function demoShopRoute(shop: ShopEndpoint, dataDir: string): Router {
  const router = Router();
  router.all("/", ...jsonBody(maxBytes), async (request, response) => {
    const tenantId = await readDemoTenant(dataDir);
    if (tenantId === null) throw new AppError("not_found", "This installation has no demo.");
    const answer = await shop.answer(toWebRequest(request), { tenantId, parsedBody: request.body });
    await send(answer, response);
  });
  return router;
}

/** The server package expects a web `Request`. The body is passed separately, because it is already parsed. */
function toWebRequest({ method, originalUrl, headers }: ExpressRequest): Request {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string") sent.set(name, value);
  return new Request(`http://127.0.0.1${originalUrl}`, { method, headers: sent });
}

async function send(answer: Response, response: ExpressResponse): Promise<void> {
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.setHeader("Cache-Control", "no-store");
  if (!answer.body) {
    response.end();
    return;
  }
  // Both types are web streams; Node's types use a separate declaration.
  await pipeline(Readable.fromWeb(answer.body as unknown as ReadableStream), response);
}
