import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { createTenant } from "../../server/accounts/tenants/create-tenant.ts";
import { operator } from "../../server/accounts/tenants/deps.ts";
import { startServer } from "../../server/app.ts";
import { readConfig } from "../../server/core/config/config.ts";
import { projectRoot } from "../../server/core/project-root.ts";
import { openSession, origin } from "./parley.ts";

/**
 * Folders between the route and the stored answer. The others serve every request in the same way, so a reader does not need them to follow
 * a question: settings, logs, text functions, the database connection, middleware before the route, and the delivery of events.
 */
const onPath = /^server\/(?:tickets\/(?:routes\/chat\/stream|turns\/)|assistant\/|database\/|\w+\/store\/)/;

/**
 * `node dist/lab/bench/walk.js`: counts our own files and functions that run for one visitor's message, from the request to the end of its
 * stream. V8 counts them in an embedded server. The first message is not counted, because it includes work that runs once per process. Only
 * functions that run for every other message count, so that background loops are excluded. `path` is the part from the route to the stored
 * answer (`onPath`).
 */
const folder = await mkdtemp(join(tmpdir(), "parley-walk-"));
const config = readConfig({ DATA_DIR: folder, PORT: "0", LOG_LEVEL: "silent", RATE_LIMIT_CALLS_PER_MINUTE: "0" });
const server = await startServer(config);
const api = `${server.url}/api/v1`;
const inspector = new Session();
inspector.connect();
try {
  const shop = await createTenant(server.ctx.http.tenants, operator, {
    name: "Shop",
    origins: [origin],
    email: "admin@shop.example",
  });
  await addGuide(shop.api_key);
  const session = await openSession(api, shop.tenant_id);
  const ask = async (content: string) => {
    const response = await fetch(`${api}/chat/stream`, {
      method: "POST",
      headers: { "content-type": "application/json", origin, authorization: `Bearer ${session.token}` },
      body: JSON.stringify({ message_id: randomUUID(), content }),
    });
    await response.text();
  };
  await ask("How do I repair the paper of a kite?");
  await inspector.post("Profiler.enable");
  await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await inspector.post("Profiler.takePreciseCoverage");
  const walks: Map<string, number>[] = [];
  for (const about of ["the string of a kite", "the string of a red kite", "the string of a big kite"]) {
    await ask(`How long does ${about} last?`);
    walks.push(functionsByFile((await inspector.post("Profiler.takePreciseCoverage")).result));
  }
  console.log(JSON.stringify(sumUp(walks)));
} finally {
  inspector.disconnect();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Adds a document for the answers and waits until its vectors are ready. */
async function addGuide(apiKey: string): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${apiKey}` };
  const content =
    "# Kites\n\n## How do I repair the paper?\n\nYou repair the paper of a kite with a patch of silk.\n\n" +
    "## How long does the string last?\n\nThe string of a kite lasts for three summers.\n";
  const body = JSON.stringify({ source: "kites.md", format: "markdown", content });
  await fetch(`${api}/admin/documents`, { method: "POST", headers, body });
  const list = z.object({ items: z.array(z.object({ status: z.string() })) });
  for (let tries = 0; tries < 600; tries += 1) {
    const { items } = list.parse(await (await fetch(`${api}/admin/documents`, { headers })).json());
    if (items[0]?.status === "ready") return;
    await sleep(100);
  }
  throw new Error("the document was not indexed");
}

interface Script {
  url: string;
  functions: { functionName: string; ranges: { count: number }[] }[];
}

/** Our own files that ran, with the number of their functions that ran. */
function functionsByFile(scripts: Script[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { url, functions } of scripts) {
    if (!url.startsWith("file:") || url.includes("node_modules")) continue;
    const path = relative(projectRoot, fileURLToPath(url))
      .split(sep)
      .filter((part) => part !== "dist");
    const ran = functions.filter(({ functionName, ranges }) => functionName !== "" && (ranges[0]?.count ?? 0) > 0);
    if (ran.length > 0 && !["scripts", "lab"].includes(path[0] ?? ""))
      counts.set(path.join("/").replace(/\.js$/, ".ts"), ran.length);
  }
  return counts;
}

/** The functions that ran in every walk, and the files of these that are on the path. */
function sumUp(walks: Map<string, number>[]): { files: number; functions: number; path: number; pathFiles: string[] } {
  const files = [...(walks[0]?.keys() ?? [])].filter((file) => walks.every((walk) => walk.has(file)));
  const functions = files.reduce((sum, file) => sum + Math.min(...walks.map((walk) => walk.get(file) ?? 0)), 0);
  const pathFiles = files.filter((file) => onPath.test(file)).sort();
  return { files: files.length, functions, path: pathFiles.length, pathFiles };
}
