import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RequestHandler } from "express";
import { z } from "zod";
import { AppError } from "../../core/errors.ts";

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
export async function readDemoTenant(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, "demo.json"), "utf8").catch(() => null);
  const demo = text === null ? null : demoFileSchema.safeParse(parseJson(text));
  return demo?.success ? demo.data.tenant_id : null;
}

/** Somebody may have edited the file. An invalid file means no demo, as before the set-up. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
