import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { toUrl } from "../../server/core/text/parse-url.ts";
import { type Parley, startParley } from "./parley.ts";
import { end } from "./processes.ts";

const demoSchema = z.object({ tenant_id: z.string(), demo_url: z.string(), api_key: z.string() });

/** An installation on the embedded default, in a temporary folder. */
export interface Embedded {
  env: Record<string, string>;
  start(): Promise<Parley>;
  /** The demo tenant, after a start. Its page has another port after each start. @returns `site`: the page's origin. */
  demo(): Promise<{ tenantId: string; apiKey: string; site: string }>;
}

/** Speed limits off, because the load comes from one address. */
export const unlimited = {
  RATE_LIMIT_CALLS_PER_MINUTE: "0",
  RATE_LIMIT_INIT_PER_MINUTE: "0",
  RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
};

/** Runs the work on an embedded installation and removes it. */
export async function onEmbedded<T>(
  settings: Record<string, string>,
  work: (embedded: Embedded) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "parley-embedded-"));
  const env = { DATA_DIR: folder, ...settings };
  const started: Parley[] = [];
  try {
    return await work({
      env,
      async start() {
        const parley = await startParley(env);
        started.push(parley);
        return parley;
      },
      async demo() {
        const demo = demoSchema.parse(JSON.parse(await readFile(join(folder, "demo.json"), "utf8")));
        return { tenantId: demo.tenant_id, apiKey: demo.api_key, site: toUrl(demo.demo_url).origin };
      },
    });
  } finally {
    for (const { child } of started) await end(child, "SIGTERM");
    await rm(folder, { recursive: true, force: true });
  }
}
