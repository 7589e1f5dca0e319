import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { projectRoot } from "../../server/core/project-root.ts";
import { toUrl } from "../../server/core/text/parse-url.ts";

const questions = [
  "How do I embed the widget?",
  "How long is a session token valid?",
  "Which origins are allowed?",
  "How do I change the colour of the chat?",
  "What happens when the assistant is not sure?",
  "Where is my data stored?",
  "How do I connect Ollama?",
  "Does Parley need Redis?",
  "How do I create a tenant?",
  "What does parley doctor check?",
];
/** Rounds per question. From the second round on the answer comes from the cache. */
const cachedRounds = 3;
const startTimeoutMs = 170_000;

const demoSchema = z.object({ tenant_id: z.string(), api_url: z.string(), demo_url: z.string(), api_key: z.string() });
const initSchema = z.object({ token: z.string() });

interface Timing {
  firstTokenMs: number | null;
  totalMs: number;
  cached: boolean;
}

export interface Figures {
  ready_ms: number;
  request_p50_ms: number;
  first_token_p50_ms: number;
  first_token_p95_ms: number;
  cached_p50_ms: number;
  cached_p95_ms: number;
  cached_to_request_ratio: number;
  cached_answers: number;
}

/** Starts the built server on an empty folder, asks the demo tenant each question repeatedly and summarizes the times. */
export async function measureAnswers(): Promise<{ figures: Figures; table: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), "parley-bench-"));
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(projectRoot, "dist/scripts/serve.js")], {
    env: { PATH: process.env.PATH ?? "", DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "warn" },
    stdio: "ignore",
  });
  try {
    await ready(`http://localhost:${port}/readyz`);
    const readyMs = performance.now() - startedAt;
    const demo = demoSchema.parse(JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")));
    await untilEmbedded(demo);
    return summarise(readyMs, await measure(demo));
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Measured {
  requests: number[];
  fresh: Timing[];
  again: Timing[];
}

async function measure(demo: z.infer<typeof demoSchema>): Promise<Measured> {
  const api = `${demo.api_url}/api/v1`;
  const origin = toUrl(demo.demo_url).origin;
  await ask(api, origin, { tenantId: demo.tenant_id, question: "Is anybody there who knows this?" }); // loads the model
  const requests: number[] = [];
  for (let n = 0; n < 50; n += 1) {
    const from = performance.now();
    await (await fetch(`${origin}/readyz`)).text();
    requests.push(performance.now() - from);
  }
  const fresh: Timing[] = [];
  for (const question of questions) fresh.push(await ask(api, origin, { tenantId: demo.tenant_id, question }));
  const again: Timing[] = [];
  for (let round = 0; round < cachedRounds; round += 1) {
    for (const question of questions) again.push(await ask(api, origin, { tenantId: demo.tenant_id, question }));
  }
  return { requests, fresh, again };
}

/** Asks one question on a new ticket. The clock starts when the message is sent. */
async function ask(api: string, origin: string, input: { tenantId: string; question: string }): Promise<Timing> {
  const post = (path: string, body: object, token?: string) =>
    fetch(`${api}/chat/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
  const { token } = initSchema.parse(await (await post("init", { tenant_id: input.tenantId })).json());
  const from = performance.now();
  const response = await post("stream", { message_id: randomUUID(), content: input.question }, token);
  if (!response.ok || !response.body) throw new Error(`the stream returned status ${response.status}`);
  let text = "";
  let firstTokenMs: number | null = null;
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true });
    if (firstTokenMs === null && text.includes("event: token")) firstTokenMs = performance.now() - from;
  }
  return { firstTokenMs, totalMs: performance.now() - from, cached: text.includes('"cached":true') };
}

function summarise(readyMs: number, { requests, fresh, again }: Measured): { figures: Figures; table: string } {
  const firstTokens = fresh.flatMap((timing) => timing.firstTokenMs ?? []);
  const hits = again.filter((timing) => timing.cached).map((timing) => timing.totalMs);
  const request = quantile(requests, 0.5);
  const figures: Figures = {
    ready_ms: Math.round(readyMs),
    request_p50_ms: round(request),
    first_token_p50_ms: round(quantile(firstTokens, 0.5)),
    first_token_p95_ms: round(quantile(firstTokens, 0.95)),
    cached_p50_ms: round(quantile(hits, 0.5)),
    cached_p95_ms: round(quantile(hits, 0.95)),
    cached_to_request_ratio: round(quantile(hits, 0.5) / request),
    cached_answers: hits.length,
  };
  const table = Object.entries(figures)
    .map(([name, value]) => `${name.padEnd(26)} ${value}`)
    .join("\n");
  return {
    figures,
    table: `${table}\n(${firstTokens.length} of ${fresh.length} questions answered, ${hits.length} of ${again.length} repeated questions served from the cache)`,
  };
}

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

async function ready(url: string): Promise<void> {
  const until = Date.now() + startTimeoutMs;
  while (Date.now() < until) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error("the server was not ready in time");
}

/** Waits until the vectors are computed, because this uses a whole core. */
async function untilEmbedded(demo: z.infer<typeof demoSchema>): Promise<void> {
  const page = z.object({ items: z.array(z.object({ status: z.string() })) });
  for (;;) {
    const response = await fetch(`${demo.api_url}/api/v1/admin/documents?limit=100`, {
      headers: { authorization: `Bearer ${demo.api_key}` },
    });
    const { items } = page.parse(await response.json());
    if (items.length > 0 && items.every((item) => item.status === "ready" || item.status === "failed")) return;
    await sleep(500);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
