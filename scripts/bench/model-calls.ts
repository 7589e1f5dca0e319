import { asError } from "../../server/errors.ts";
import { openAiWire } from "../../server/models/chat/openai-wire.ts";
import { postWell, textOf } from "../../server/models/chat/post.ts";
import { gradeShape } from "../../server/models/chat/read-grade.ts";
import type { ChatRequest, Send } from "../../server/models/chat/wire.ts";
import { toUrl } from "../../server/text/parse-url.ts";
import { quantile } from "./overhead/cpu.ts";
import { startModel } from "./parley.ts";
import { end } from "./processes.ts";

/**
 * `node dist/scripts/bench/model-calls.js`: what a grade costs through LangChain's client, beside the same request sent and read by our own
 * code, in turns in the same run; and what loading the client costs. The model is a process of its own and answers at once.
 */
const rounds = 20;
const callsARound = 100;
const words = (count: number) => "word ".repeat(count);
const request: ChatRequest = {
  model: "gpt-4o-mini",
  maxOutputTokens: 1_000,
  // As long as a grade's prompt with five passages.
  turns: [
    { role: "system", content: words(250) },
    { role: "user", content: words(1_500) },
  ],
  shape: gradeShape,
  unknown: new Set(),
};

async function measure(baseUrl: string): Promise<Record<string, number>> {
  const wire = openAiWire({ kind: "openai", baseUrl, apiKey: "none" });
  const { signal } = new AbortController();
  const send: Send = (call) => postWell({ ...call, connectMs: 5_000, signal });
  const own = async () => {
    const { shape, turns: messages, model, maxOutputTokens: max_tokens } = request;
    const response_format = { type: "json_schema", json_schema: { ...shape, strict: true } };
    const body = JSON.stringify({ model, messages, max_tokens, temperature: 0, response_format });
    const url = toUrl(`${baseUrl}/chat/completions`);
    return wire.readWhole(await textOf(await send({ url, headers: wire.headers, body }), 4_000_000));
  };
  const library = () => wire.complete(request, send);
  const before = { rss: process.memoryUsage().rss, at: performance.now(), cpu: process.cpuUsage() };
  await wire.prepare?.();
  const loading = process.cpuUsage(before.cpu);
  const loaded = { load_ms: performance.now() - before.at, load_cpu_ms: (loading.user + loading.system) / 1_000 };
  const load_mb = (process.memoryUsage().rss - before.rss) / 1_000_000;
  const costs: { own: number[]; library: number[] } = { own: [], library: [] };
  for (let round = 0; round < rounds; round += 1) {
    costs.own.push(await cpuOf(own));
    costs.library.push(await cpuOf(library));
  }
  // The first rounds compile the code.
  const [ownMs, libraryMs] = [quantile(costs.own.slice(4), 0.5), quantile(costs.library.slice(4), 0.5)];
  return { ...loaded, load_mb, own_cpu_ms: ownMs, library_cpu_ms: libraryMs, ratio: libraryMs / ownMs };
}

/** CPU time of this process for one call, in ms. */
async function cpuOf(call: () => Promise<{ text: string }>): Promise<number> {
  const from = process.cpuUsage();
  for (let index = 0; index < callsARound; index += 1)
    if ((await call()).text === "") throw new Error("the model returned no text");
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000 / callsARound;
}

try {
  const model = await startModel({ firstMs: 0, tokenMs: 0, tokens: 1 });
  try {
    process.stdout.write(`${JSON.stringify(await measure(model.url))}\n`);
  } finally {
    await end(model.child, "SIGTERM");
  }
} catch (error) {
  process.stderr.write(`${asError(error).stack ?? ""}\n`);
  process.exitCode = 1;
}
