import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { toUrl } from "../../server/core/text/parse-url.ts";
import { type Embedded, onEmbedded } from "./embedded.ts";
import { quantile } from "./overhead/cpu.ts";
import { type Answer, post, question } from "./overhead/load.ts";
import { callAdmin, openSession } from "./parley.ts";

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
const documentsSchema = z.object({ items: z.array(z.object({ status: z.string() })) });

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
export function measureAnswers(): Promise<{ figures: Figures; table: string }> {
  return onEmbedded({ PATH: process.env.PATH ?? "", LOG_LEVEL: "warn" }, async ({ start, demo }) => {
    const from = performance.now();
    const { api } = await start();
    const readyMs = performance.now() - from;
    return summarise(readyMs, await measure(api, await demo()));
  });
}

interface Measured {
  requests: number[];
  fresh: Answer[];
  again: Answer[];
}

async function measure(api: string, demo: Awaited<ReturnType<Embedded["demo"]>>): Promise<Measured> {
  await untilEmbedded(api, demo);
  /** Asks one question on a new ticket. The clock starts when the message is sent. */
  const ask = async (content: string): Promise<Answer> => {
    const { token } = await openSession(api, demo.tenantId, demo.site);
    return post(question(api, token, { origin: demo.site, content }), "event: token");
  };
  await ask("Is anybody there who knows this?"); // loads the model
  const requests: number[] = [];
  for (let n = 0; n < 50; n += 1) {
    const from = performance.now();
    await (await fetch(`${toUrl(api).origin}/readyz`)).text();
    requests.push(performance.now() - from);
  }
  const fresh: Answer[] = [];
  for (const content of questions) fresh.push(await ask(content));
  const again: Answer[] = [];
  for (let round = 0; round < cachedRounds; round += 1) for (const content of questions) again.push(await ask(content));
  return { requests, fresh, again };
}

function summarise(readyMs: number, { requests, fresh, again }: Measured): { figures: Figures; table: string } {
  const firstTokens = fresh.map(({ firstTokenMs }) => firstTokenMs).filter((ms) => !Number.isNaN(ms));
  const hits = again.filter(({ text }) => text.includes('"cached":true')).map(({ totalMs }) => totalMs);
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

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Waits until the vectors are computed, because this uses a whole core. */
async function untilEmbedded(api: string, demo: { apiKey: string }): Promise<void> {
  const isOver = ({ status }: { status: string }) => status === "ready" || status === "failed";
  for (;;) {
    const { items } = documentsSchema.parse(await callAdmin(api, demo, { path: "documents?limit=100" }));
    if (items.length > 0 && items.every(isOver)) return;
    await sleep(500);
  }
}
