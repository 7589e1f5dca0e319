import { type Bench, spread } from "../bench.ts";
import { percentile } from "../metrics/separation.ts";
import { emptyResult, type MeasureResult } from "../report.ts";
import type { Workbench } from "../workbench.ts";

const wantedChunks = 5_000;
const questionsTimed = 200;
/** Searches before the clock starts: plans, caches and compiled code are ready then. */
const warmUps = 10;

/** Time of the product's search on a tenant with about 5,000 chunks, the embedding of the question not counted. */
export async function measureSearchSpeed(bench: Bench, workbench: Workbench): Promise<MeasureResult> {
  const result = emptyResult();
  const domains = await bench.data.mtrag();
  const domain = domains?.find(({ name }) => name === "cloud") ?? domains?.[0];
  if (!domain) return { ...result, missing: ["mtrag"] };
  const wanted = Math.min(wantedChunks, bench.maxPassages === null ? wantedChunks : bench.maxPassages * 2);
  const tenantId = await workbench.tenantOfChunks(`speed/${domain.name}`, domain.passages, wanted);
  const chunks = await workbench.countChunks(tenantId);
  const questions = spread(domain.queries, questionsTimed).map(({ question }) => question);
  await bench.embeddings.embed(questions, { priority: "query" });
  bench.log(`search-speed: ${chunks} chunks, ${questions.length} questions`);
  for (const question of questions.slice(0, warmUps)) await workbench.search(tenantId, { question });
  const times: number[] = [];
  for (const question of questions) times.push((await workbench.search(tenantId, { question })).took_ms);
  const on = `mtrag ${domain.name}, ${chunks} chunks, embedded`;
  result.figures.push(
    { group: "search-speed", on, name: "p50, ms", value: percentile(times, 0.5), count: times.length },
    {
      group: "search-speed",
      on,
      name: "p95, ms",
      value: percentile(times, 0.95),
      target: { atMost: 150 },
      count: times.length,
    },
  );
  result.notes.push("search-speed leaves out the embedding of the question, about 10 to 50 ms in a thread of its own.");
  return result;
}
