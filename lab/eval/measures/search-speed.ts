import { randomUUID } from "node:crypto";
import type { SizedEmbeddingPort } from "../../../server/assistant/models/embeddings/port.ts";
import type { SearchQuery } from "../../../server/assistant/search/search.ts";
import { searchArticles } from "../../../server/assistant/search/search-articles.ts";
import { type Bench, spread } from "../bench.ts";
import { type Domain, visitorHistory } from "../data/sets.ts";
import { percentile } from "../metrics.ts";
import { emptyResult, type MeasureResult } from "../report.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

const wantedChunks = 5_000;
/** Chunks of a sample: indexing a passage takes a third of a second, and 5,000 take half an hour. */
const sampledChunks = 1_000;
const questionsTimed = 200;
/** Searches before the clock starts: they warm up plans, caches and compiled code. */
const warmUps = 10;
/** Length of a typical text in a search field, in characters. */
const maxTypedChars = 60;

/**
 * Measures the product's search on a tenant with about 5,000 chunks (1,000 in a sample), without the embedding of the question. The
 * database compares every vector with the question's, whatever its values, so synthetic vectors avoid embedding.
 */
export async function measureSearchSpeed(bench: Bench): Promise<MeasureResult> {
  const domains = await bench.data.mtrag();
  const domain = domains?.find(({ name }) => name === "cloud") ?? domains?.[0];
  if (!domain) return { ...emptyResult(), missing: ["mtrag"] };
  const workbench = await openWorkbench({ ...bench, embeddings: madeUpVectors(bench.embeddings) });
  try {
    return await timeSearches(bench, workbench, domain);
  } finally {
    await workbench.close();
  }
}

async function timeSearches(bench: Bench, workbench: Workbench, domain: Domain): Promise<MeasureResult> {
  const result = emptyResult();
  const wanted = bench.maxPassages === null ? wantedChunks : sampledChunks;
  const tenantId = await workbench.tenantOfChunks(`speed/${domain.name}`, domain.passages, wanted);
  const chunks = await workbench.countChunks(tenantId);
  const talks = domain.queries.filter(({ history }) => history.length > 0);
  const asked: [string, SearchQuery[]][] = [
    ["", spread(domain.queries, questionsTimed).map(({ question }) => ({ question }))],
    [
      ", with earlier messages",
      spread(talks, questionsTimed).map(({ question, history }) => ({ question, history: visitorHistory(history) })),
    ],
  ];
  for (const [how, queries] of asked) {
    if (queries.length === 0) continue;
    bench.log(`search-speed: ${chunks} chunks, ${queries.length} questions${how}`);
    for (const query of queries.slice(0, warmUps)) await workbench.search(tenantId, query);
    const times: number[] = [];
    for (const query of queries) times.push((await workbench.search(tenantId, query)).took_ms);
    const on = `mtrag ${domain.name}, ${chunks} chunks, embedded${how}`;
    const p95 = { name: "p95, ms", value: percentile(times, 0.95), target: { atMost: 150 } };
    for (const figure of [{ name: "p50, ms", value: percentile(times, 0.5) }, p95])
      result.figures.push({ group: "search-speed", on, ...figure, count: times.length });
  }
  result.figures.push(...(await timeTyping(workbench, { tenantId, domain, on: `${domain.name}, ${chunks} chunks` })));
  result.notes.push("search-speed excludes the embedding of the question, about 10 to 50 ms in a separate thread.");
  return result;
}

/** Measures the search while the visitor types: each question with half of its last word. */
async function timeTyping(
  { deps }: Workbench,
  { tenantId, domain, on }: { tenantId: string; domain: Domain; on: string },
): Promise<MeasureResult["figures"]> {
  const visitor = { tenantId, visitorId: randomUUID() };
  const typed = spread(domain.queries, questionsTimed).map(({ question }) => question.trim().slice(0, maxTypedChars));
  const times: number[] = [];
  for (const [index, text] of [...typed.slice(0, warmUps), ...typed].entries()) {
    const half = text.slice(0, text.length - Math.floor((text.split(/\s/).at(-1)?.length ?? 0) / 2));
    const started = performance.now();
    await searchArticles(deps, visitor, half);
    if (index >= Math.min(warmUps, typed.length)) times.push(performance.now() - started);
  }
  return [0.5, 0.95].map((share) => ({
    group: "search-speed",
    on: `mtrag ${on}, articles while typing`,
    name: `p${share * 100}, ms`,
    value: percentile(times, share),
    count: times.length,
    ...(share > 0.5 ? { target: { atMost: 100 } } : {}),
  }));
}

/** Noise vectors of length one; the same text gives the same vector. */
function madeUpVectors({ model, dimensions }: SizedEmbeddingPort): SizedEmbeddingPort {
  const vectorOf = (text: string) => {
    let state = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
    const vector = Float32Array.from({ length: dimensions }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32 - 0.5;
    });
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  return { model, dimensions, embed: async (texts) => texts.map(vectorOf), close: async () => {} };
}
