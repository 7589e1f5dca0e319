import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RequestHandler } from "express";
import { z } from "zod";
import { AppError } from "../../errors.ts";

/** The one field of `demo.json` that is no secret: every page with the widget shows it. */
const demoFileSchema = z.object({ tenant_id: z.string() });

/** `GET /demo/config.json`: which tenant the demo page talks to. */
export function demoConfigRoute(dataDir: string): RequestHandler {
  return async (_request, response) => {
    const text = await readFile(join(dataDir, "demo.json"), "utf8").catch(() => null);
    const demo = text === null ? null : demoFileSchema.safeParse(JSON.parse(text));
    if (!demo?.success) throw new AppError("not_found", "This installation has no demo tenant.");
    response.set("Cache-Control", "no-store").json({ tenant_id: demo.data.tenant_id });
  };
}
