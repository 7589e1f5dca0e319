import { loadavg } from "node:os";
import { recallMemories } from "../../../server/assistant/memory/recall.ts";
import { createLocalEmbedder } from "../../../server/assistant/models/local/local-embedder.ts";
import { askSources } from "../../../server/assistant/retrieval-context/ask-sources.ts";
import { searchForAgent, searchForVisitor } from "../../../server/assistant/search/search-for.ts";
import { assemblerFor } from "../../../server/copilot/conversations/assemble.ts";
import { libraryFor } from "../../../server/copilot/conversations/library.ts";
import { createLogger } from "../../../server/core/log.ts";
import type { Database } from "../../../server/database/database.ts";
import { printTable, timeRuns } from "../plans/print.ts";
import { onStage, runProgram, type Stage } from "../stage.ts";
import { type Filled, fill, sizes, topicOf, topics } from "./fill.ts";

/**
 * `node dist/lab/bench/assembly/main.js [--without-vectors]`: measures how long retrieval for an answer takes, for one tenant with 10,000
 * passages, 5,000 memories and 200 branches of one conversation, on native PostgreSQL. Needs pgvector, in the server that `POSTGRES_PATH`
 * names or the machine's own (docs/benchmarks.md). Goals: p95 of the search 300 ms, of the whole retrieval 1 s.
 */
const questions = 240;
const warmUp = 20;
const goals = { search: 300, all: 1_000 };

const nothing = {
  source: "memory" as const,
  kind: "memory" as const,
  id: "",
  document_id: null,
  version_id: null,
  tokens: 0,
  similarity: null,
  rank: 0,
  item: null,
};

await runProgram(() => onStage({}, (stage) => measure(stage, !process.argv.includes("--without-vectors"))));

async function measure(stage: Stage, vectors: boolean): Promise<boolean> {
  if (vectors && stage.services.pgvector === undefined)
    throw new Error("This PostgreSQL has no pgvector. Install it, or add --without-vectors.");
  const encoder = createLocalEmbedder({ threads: 1 });
  stage.atEnd(() => encoder.close());
  const db = { ...(await stage.database()), vectors };
  const filled = await fill(await stage.admin(), db, encoder);
  return timeAll({ db, embeddings: encoder, log: createLogger("silent") }, filled);
}

type Parts = { db: Database; embeddings: ReturnType<typeof createLocalEmbedder>; log: ReturnType<typeof createLogger> };

/** All questions differ, so that no question vector comes from the cache. */
function questionOf(kind: string, run: number): string {
  return `Is a ${topicOf((run * 37) % topics)} possible, ${kind} ${run}?`;
}

async function timeAll(parts: Parts, filled: Filled): Promise<boolean> {
  const { tenantId, visitorId } = filled;
  const of: Record<string, number> = {};
  const search = (run: number) => searchForVisitor(parts, tenantId, { question: questionOf("search", run) });
  const copilot = async (run: number) => {
    const record = await assembleOnce(parts, filled, questionOf("copilot", run));
    for (const { source, state } of record?.sources ?? [])
      of[`${source} ${state}`] = (of[`${source} ${state}`] ?? 0) + 1;
  };
  const turn = async (run: number) => {
    const question = questionOf("turn", run);
    const ask = async () => (await recallMemories(parts, { tenantId, visitorId }, question)).map(() => nothing);
    await askSources([{ name: "memory", ask }], { signal: new AbortController().signal });
    await searchForVisitor(parts, tenantId, { question });
  };
  for (const work of [search, copilot, turn]) await timeRuns("", warmUp, (run) => work(run + 10_000));
  for (const key of Object.keys(of)) delete of[key];
  const times = [
    await timeRuns("select 1", questions, () => parts.db.pool.query("select 1")),
    await timeRuns("question vector", questions, (run) =>
      parts.embeddings.embed([questionOf("vector", run)], { priority: "query" }),
    ),
    await timeRuns("search, including the question vector", questions, search),
    await timeRuns("whole context of a copilot question", questions, copilot),
    await timeRuns("memories and passages of a visitor's turn", questions, turn),
  ];
  const { documents, chunksOfDocument, visitors, memoriesOfVisitor, branches } = sizes;
  const title = `${documents * chunksOfDocument} passages, ${visitors * memoriesOfVisitor} memories, ${branches} branches, vectors ${parts.db.vectors ? "on" : "off"}, ms`;
  printTable(title, times);
  process.stdout.write(`sources of the copilot: ${JSON.stringify(of)}; load ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
  const p95 = (place: number) => times[place]?.p95 ?? Number.POSITIVE_INFINITY;
  return p95(2) <= goals.search && p95(3) <= goals.all && p95(4) <= goals.all;
}

async function assembleOnce(parts: Parts, { tenantId, personId, conversationId }: Filled, query: string) {
  const deps = {
    ...parts,
    search: async (id: string, { query: q, limit }: { query: string; limit: number }) =>
      (await searchForAgent(parts, id, { q, limit })).results,
  };
  const library = libraryFor(deps, tenantId);
  const signal = AbortSignal.timeout(60_000);
  const assembler = assemblerFor(deps, { tenantId, personId }, { conversationId, mentions: {}, library, signal });
  await assembler.assemble({
    purpose: "answer",
    query,
    versions: [],
    pick: (ranked) => ranked.map((chunk) => ({ chunk })),
    limits: { found: 30, tokens: 6_000, most: 15 },
  });
  return assembler.record();
}
