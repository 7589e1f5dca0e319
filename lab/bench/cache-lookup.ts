import { randomUUID } from "node:crypto";
import { RedisCacheStore } from "../../server/assistant/cache/redis-store.ts";
import { createSemanticCache } from "../../server/assistant/cache/semantic-cache.ts";
import { createCommandConnection } from "../../server/core/live/redis-connections.ts";
import { quantile } from "./overhead/cpu.ts";
import { onStage, runProgram } from "./stage.ts";

/**
 * `node dist/lab/bench/cache-lookup.js`: measures the lookup of a cached answer by its exact question, compared with a bare GET of the same
 * number of bytes.
 */
const rounds = 2_000;
const question = "How do I wash a kite?";
const scope = { locale: "en", fingerprint: "bench" };

async function measure(redisUrl: string): Promise<Record<string, number>> {
  const redis = createCommandConnection(redisUrl);
  await redis.connect();
  const cache = createSemanticCache({ store: new RedisCacheStore(redis), embeddings: null });
  const tenantId = randomUUID();
  const answer = "Wash the sail in cold water and let it dry in the shade. [1] ".repeat(15);
  const turn = cache.forTurn(tenantId, scope);
  await turn.lookup(question);
  await turn.store({
    question,
    answer,
    citations: [{ index: 1, chunk_id: "c1", title: "Kites", quote: "Wash the sail in cold water." }],
    grade: { score: 0.9, tier: "high", reason: "" },
    chunks: [{ chunk_id: "c1", document_id: "d1", version_id: "v1" }],
  });
  await redis.set("bench", answer);
  const lookups: number[] = [];
  const gets: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    const hit = await cache.forTurn(tenantId, scope).lookup(question);
    const found = performance.now();
    await redis.get("bench");
    const got = performance.now();
    if (hit?.kind !== "exact") throw new Error("cached answer not found");
    // The first rounds compile the code.
    if (round >= rounds / 10) {
      lookups.push(found - from);
      gets.push(got - found);
    }
  }
  redis.disconnect();
  const [lookup, get] = [quantile(lookups, 0.5), quantile(gets, 0.5)];
  return { lookup_p50_ms: lookup, lookup_p95_ms: quantile(lookups, 0.95), get_p50_ms: get, ratio: lookup / get };
}

await runProgram(() =>
  onStage({}, async ({ services }) => process.stdout.write(`${JSON.stringify(await measure(services.redisUrl))}\n`)),
);
