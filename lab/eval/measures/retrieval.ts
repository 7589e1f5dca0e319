import { mean } from "../../../scripts/cli/own-questions/separation.ts";
import { type Bench, cutDomain, spread } from "../bench.ts";
import { type Domain, type QueryRow, visitorHistory } from "../data/sets.ts";
import { hitAt, ndcgAt, recallAt } from "../metrics.ts";
import { ReferenceBm25 } from "../reference-bm25.ts";
import { emptyResult, type Figure, type MeasureResult } from "../report.ts";
import { fullTextOf, type Workbench } from "../workbench.ts";

const depth = 5;
/** Corpora whose distractors were pooled from three other retrievers, so that figures are comparable. */
const pooledDomains = new Set(["clapnq", "cloud", "fiqa"]);
/** Most that our BM25 may be below the plain one. */
const bm25Slack = -0.02;

/** Rankings of passages for one question, one per search method. */
interface Asked {
  domain: string;
  query: QueryRow;
  rankings: Record<Way, string[]>;
}

const ways = ["reference BM25", "BM25 in SQL", "as asked", "in a turn", "joined", "rewrite"] as const;
type Way = (typeof ways)[number];

/**
 * Measures whether the product's search finds the passages that people marked as relevant. Each domain is a separate tenant. The best chunk
 * of a passage counts.
 */
export async function measureRetrieval(bench: Bench, workbench: Workbench): Promise<MeasureResult> {
  const result = emptyResult();
  const mtrag = await bench.data.mtrag();
  if (mtrag) addMtrag(result, await askDomains({ bench, workbench }, mtrag, "mtrag"));
  else result.missing.push("mtrag");
  const doc2dial = await bench.data.doc2dial();
  if (doc2dial) addDoc2dial(result, await askDomains({ bench, workbench }, doc2dial, "doc2dial"));
  else result.missing.push("doc2dial");
  return result;
}

function addMtrag(result: MeasureResult, asked: Asked[]): void {
  // The other question set has no pooled distractors, so it is reported separately.
  const main = asked.filter(({ query }) => (query.set ?? "mtrag") === "mtrag");
  const pooled = main.filter(({ domain }) => pooledDomains.has(domain));
  const on = "mtrag clapnq+cloud+fiqa";
  result.figures.push(
    { ...recall(pooled, on, "as asked"), target: { atLeast: 0.45 } },
    recall(pooled, on, "in a turn"),
    recall(pooled, on, "rewrite"),
    ndcg(pooled, on, "as asked"),
    ...bm25Figures(main, "mtrag"),
  );
  addTable(result, "mtrag by corpus, recall@5", main);
  addTable(
    result,
    "mtrag-un by corpus, recall@5",
    asked.filter((each) => !main.includes(each)),
  );
}

function addDoc2dial(result: MeasureResult, asked: Asked[]): void {
  const first = asked.filter(({ query }) => query.history.length === 0);
  const on = "doc2dial, all turns";
  result.figures.push(
    { ...recall(asked, on, "in a turn"), target: { atLeast: 0.82 } },
    recall(asked, on, "as asked"),
    recall(asked, on, "joined"),
    {
      ...recall(asked, on, "in a turn"),
      name: "hit@1, in a turn",
      value: mean(asked.map(({ query, rankings }) => hitAt(rankings["in a turn"], query.relevant, 1))),
    },
    {
      ...recall(first, "doc2dial, first turns", "as asked"),
      name: "hit@1, as asked",
      value: mean(first.map(({ query, rankings }) => hitAt(rankings["as asked"], query.relevant, 1))),
    },
    recall(first, "doc2dial, first turns", "as asked"),
    ...bm25Figures(first, "doc2dial, first turns"),
  );
  addTable(result, "doc2dial by domain, all turns, recall@5", asked);
}

function bm25Figures(asked: Asked[], on: string): Figure[] {
  const reference = recall(asked, on, "reference BM25");
  const ours = recall(asked, on, "BM25 in SQL");
  const difference = ours.value - reference.value;
  return [
    reference,
    ours,
    { ...ours, name: "BM25 in SQL minus reference, recall@5", value: difference, target: { atLeast: bm25Slack } },
  ];
}

function recall(asked: Asked[], on: string, way: Way): Figure {
  const value = mean(asked.map(({ query, rankings }) => recallAt(rankings[way], query.relevant, depth)));
  return { group: "retrieval", on, name: `recall@${depth}, ${way}`, value, count: asked.length };
}

function ndcg(asked: Asked[], on: string, way: Way): Figure {
  const value = mean(asked.map(({ query, rankings }) => ndcgAt(rankings[way], query.relevant, depth)));
  return { group: "retrieval", on, name: `nDCG@${depth}, ${way}`, value, count: asked.length };
}

function addTable(result: MeasureResult, title: string, asked: Asked[]): void {
  if (asked.length === 0) return;
  const domains = [...new Set(asked.map(({ domain }) => domain))];
  const rows = [...domains, "all"].map((name) => {
    const own = name === "all" ? asked : asked.filter(({ domain }) => domain === name);
    return {
      corpus: name,
      questions: own.length,
      ...Object.fromEntries(ways.map((way) => [way, recall(own, "", way).value])),
    };
  });
  result.tables.push({ group: "retrieval", title, rows });
}

async function askDomains(
  { bench, workbench }: { bench: Bench; workbench: Workbench },
  domains: Domain[],
  set: string,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const whole of domains) {
    const domain = cutDomain(whole, bench);
    const tenantId = await workbench.tenantOf(`${set}/${domain.name}`, domain.passages);
    const reference = new ReferenceBm25(
      domain.passages.map((passage) => ({ id: passage.id, text: fullTextOf(passage) })),
    );
    const queries = spread(
      domain.queries.filter(({ relevant }) => relevant.length > 0),
      bench.maxQuestions,
    );
    bench.log(`retrieval: ${set}/${domain.name}, ${queries.length} questions, ${domain.passages.length} passages`);
    for (const query of queries) {
      asked.push({ domain: domain.name, query, rankings: await rank(query, { tenantId, reference, workbench }) });
    }
  }
  return asked;
}

async function rank(
  query: QueryRow,
  { tenantId, reference, workbench }: { tenantId: string; reference: ReferenceBm25; workbench: Workbench },
): Promise<Record<Way, string[]>> {
  const history = visitorHistory(query.history);
  const earlier = history.filter(({ role }) => role === "visitor").map(({ content }) => content);
  const find = (question: string) => workbench.rank(tenantId, question);
  return {
    "reference BM25": reference.search(query.question, depth),
    "BM25 in SQL": await workbench.rankByWords(tenantId, query.question),
    "as asked": await find(query.question),
    "in a turn": await workbench.rank(tenantId, query.question, history),
    joined: await find([...earlier, query.question].join(" ")),
    rewrite: await find(query.rewrite ?? query.question),
  };
}
