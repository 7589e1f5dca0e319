import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { z } from "zod";
import { memoryMbOf, quantile } from "../overhead/cpu.ts";
import { post, question } from "../overhead/load.ts";
import { openSession, origin } from "../parley.ts";
import type { World } from "./grow.ts";
import { addDocument } from "./ingestion.ts";

/** Figures by name; a name ends in its unit. */
export type Figures = Record<string, number>;

const runs = 40;
const documentRuns = 6;
/** Poll interval for whether a document is searchable, in ms. It adds half of this on average. */
const pollMs = 25;

let asked = 0;

/** Times the operations of visitors, agents and documents one after another (medians), and measures memory. */
export async function measureOperations(world: World): Promise<Figures> {
  const { parley, shop } = world;
  const headers = { authorization: `Bearer ${shop.apiKey}` };
  const get = async (path: string) => {
    const response = await fetch(`${parley.api}/admin/${path}`, { headers });
    if (!response.ok) throw new Error(`${path} returned status ${response.status}`);
    return response.json();
  };
  const first = await openSession(parley.api, shop.tenantId);
  await post(question(parley.api, first.token, { origin, content: "I want to talk to a person." }), "event: end");
  const waiting = z.object({ items: z.array(z.object({ id: z.string() })).min(1) });
  const ticket = waiting.parse(await get("tickets?view=all&limit=50")).items.at(-1)?.id;
  const ask = async () => {
    asked += 1;
    const { token } = await openSession(parley.api, shop.tenantId);
    const from = performance.now();
    await post(question(parley.api, token, { origin, content: `How do I repair kite model ${asked}?` }), "event: end");
    return performance.now() - from;
  };
  return {
    "handshake, ms": await median(runs, () => timed(() => openSession(parley.api, shop.tenantId))),
    "answer, ms": await median(runs, ask),
    "search, ms": await median(runs, () =>
      timed(() => get(`search?q=${randomUUID().slice(0, 4)}%20delivery%20refund`)),
    ),
    "inbox: waiting tickets, ms": await median(runs, () => timed(() => get("tickets?view=needs_person&limit=50"))),
    "inbox: all tickets, ms": await median(runs, () => timed(() => get("tickets?view=all&limit=50"))),
    "inbox: word search, ms": await median(runs, () => timed(() => get("tickets?view=all&q=voucher"))),
    "ticket opened, ms": await median(runs, () => timed(() => get(`tickets/${ticket}`))),
    "call with an API key, ms": await median(runs, () => timed(() => get("me"))),
    "document until searchable, ms": await median(documentRuns, (nth) =>
      addDocument({ api: parley.api, apiKey: shop.apiKey, pollMs }, Date.now() + nth),
    ),
    ...(await measureMemory(world)),
  };
}

async function measureMemory({ parley, services, admin }: World): Promise<Figures> {
  const { rows } = await admin.query<{ mb: number }>(
    "select (pg_database_size(current_database()) / 1e6)::float8 as mb",
  );
  const redis = new Redis(services.redisUrl);
  const used = /^used_memory:(\d+)/m.exec(await redis.info("memory"))?.[1];
  redis.disconnect();
  return {
    "process, MB": memoryMbOf(parley.pid),
    "database on disk, MB": rows[0]?.mb ?? Number.NaN,
    "Redis, MB": Number(used) / 1e6,
  };
}

async function median(times: number, work: (nth: number) => Promise<number>): Promise<number> {
  const ms: number[] = [];
  for (let nth = 0; nth < times; nth += 1) ms.push(await work(nth));
  return quantile(ms, 0.5);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
