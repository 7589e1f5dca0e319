import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { type Request as ExpressRequest, type Response as ExpressResponse, type RequestHandler, Router } from "express";
import { z } from "zod";
import { AppError } from "../../core/errors.ts";
import { jsonBody } from "../../http/body.ts";
import type { ShopEndpoint } from "../demo/shop-endpoint.ts";

/** The only public field of `demo.json`: every page with the widget shows it. */
const demoFileSchema = z.object({ tenant_id: z.string() });

/** `GET /demo/config.json`: the tenant of the demo page. */
export function demoConfigRoute(dataDir: string): RequestHandler {
  return async (_request, response) => {
    const tenantId = await readDemoTenant(dataDir);
    if (tenantId === null) throw new AppError("not_found", "This installation has no demo.");
    response.set("Cache-Control", "no-store").json({ tenant_id: tenantId });
  };
}

/**
 * `GET /docs/assistant.json`: the tenant that answers questions about the documentation. Null when there is none, which is not an error.
 */
export function docsAssistantRoute(dataDir: string): RequestHandler {
  return async (_request, response) => {
    response.set("Cache-Control", "no-store").json({ tenant_id: await readDemoTenant(dataDir) });
  };
}

/** The demo tenant of this installation; null when there is none. */
async function readDemoTenant(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, "demo.json"), "utf8").catch(() => null);
  const demo = text === null ? null : demoFileSchema.safeParse(parseJson(text));
  return demo?.success ? demo.data.tenant_id : null;
}

/** Somebody may have edited the file. An invalid file means no demo, as before the setup. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

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
