import { clusterVectors, mostTypical } from "../../../server/knowledge/gaps/cluster.ts";
import { maxGapDistance } from "../../../server/knowledge/gaps/limits.ts";
import type { Bench } from "../bench.ts";
import { spread } from "../bench.ts";
import type { Domain, QueryRow } from "../data/sets.ts";
import { emptyResult, type MeasureResult } from "../report.ts";

/** The candidates for the limit. */
const limits = [0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];
/** Groups printed per tenant. */
const printed = 8;

/** A question that a tenant's documents cannot answer, because it is from another domain. */
interface Stray {
  text: string;
  domain: string;
  /** The topic, as exactly as the set gives it: the document that answers the question, or its conversation. */
  topic: string;
  vector: Float32Array;
}

/** Measures whether unanswered questions are grouped by topic: each tenant receives the other domains' questions. */
export async function measureGaps(bench: Bench): Promise<MeasureResult> {
  const result = emptyResult();
  const mtrag = await bench.data.mtrag();
  if (mtrag)
    await measureSet(bench, result, { set: "mtrag", domains: mtrag, topicOf: (row) => row.conversation_id ?? row.id });
  else result.missing.push("mtrag");
  const doc2dial = await bench.data.doc2dial();
  // Later questions are bare replies.
  const first = doc2dial?.map((domain) => ({
    ...domain,
    queries: domain.queries.filter((row) => row.history.length === 0),
  }));
  if (first)
    await measureSet(bench, result, { set: "doc2dial", domains: first, topicOf: (row) => row.relevant[0] ?? row.id });
  else result.missing.push("doc2dial");
  return result;
}

interface Asked {
  set: string;
  domains: Domain[];
  topicOf(row: QueryRow): string;
}

async function measureSet(bench: Bench, result: MeasureResult, asked: Asked): Promise<void> {
  const strays = await embedAll(bench, asked);
  bench.log(`gaps: ${asked.set}, ${strays.length} questions`);
  const tenants = asked.domains.map(({ name }) => ({ name, asked: strays.filter(({ domain }) => domain !== name) }));
  const total = tenants.reduce((sum, tenant) => sum + tenant.asked.length, 0);
  const at = (limit: number) =>
    together(
      tenants.map((tenant) => groupsOf(tenant.asked, limit)),
      total,
    );
  const rows = limits.map((limit) => ({ limit, ...at(limit) }));
  result.tables.push({
    group: "gaps",
    title: `${asked.set}: questions from other domains, by distance limit`,
    rows,
  });
  const chosen = at(maxGapDistance);
  result.figures.push({
    group: "gaps",
    on: `${asked.set}, asked in other domains`,
    name: "pairs in a gap from one domain",
    value: chosen["pairs from one domain"],
    target: { atLeast: 0.8 },
    count: chosen.pairs,
  });
  for (const { name, asked: questions } of tenants)
    result.tables.push({
      group: "gaps",
      title: `${asked.set}, asked in ${name}: largest gaps`,
      rows: groupsOf(questions, maxGapDistance)
        .sort((one, other) => other.length - one.length)
        .slice(0, printed)
        .map(described),
    });
}

async function embedAll({ embeddings, maxQuestions }: Bench, { domains, topicOf }: Asked): Promise<Stray[]> {
  const strays: Stray[] = [];
  for (const { name, queries } of domains)
    for (const row of spread(queries, maxQuestions)) {
      const text = row.rewrite ?? row.question;
      const [vector] = await embeddings.embed([text], { priority: "bulk" });
      if (vector) strays.push({ text, domain: name, topic: topicOf(row), vector });
    }
  return strays;
}

/** Groups of a tenant that would be gaps. A question asked once is not reported. */
function groupsOf(questions: Stray[], limit: number): Stray[][] {
  const work = clusterVectors(
    questions.map(({ vector }) => vector),
    limit,
  );
  for (;;) {
    const step = work.next();
    if (!step.done) continue;
    return step.value.filter((group) => group.length > 1).map((group) => group.flatMap((at) => questions[at] ?? []));
  }
}

/** @param total number of questions of all tenants */
function together(tenants: Stray[][][], total: number) {
  const groups = tenants.flat();
  const pairs = groups.reduce((sum, { length }) => sum + pairsOf(length), 0);
  const shared = (labelOf: (stray: Stray) => string) =>
    groups.reduce((sum, group) => sum + sharedPairs(group.map(labelOf)), 0) / Math.max(1, pairs);
  const grouped = groups.reduce((sum, { length }) => sum + length, 0);
  return {
    gaps: groups.length,
    "share of questions": grouped / Math.max(1, total),
    largest: Math.max(0, ...groups.map(({ length }) => length)),
    pairs,
    "pairs from one domain": shared(({ domain }) => domain),
    "of one topic": shared(({ topic }) => topic),
  };
}

function sharedPairs(labels: string[]): number {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + pairsOf(count), 0);
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}

function described(group: Stray[]): Record<string, string | number> {
  const name = group[mostTypical(group.map(({ vector }) => vector))]?.text ?? "";
  const domains = new Map<string, number>();
  for (const { domain } of group) domains.set(domain, (domains.get(domain) ?? 0) + 1);
  const counted = [...domains].sort((one, other) => other[1] - one[1]).map(([domain, count]) => `${domain} ${count}`);
  return { "most typical question": name.slice(0, 70), questions: group.length, of: counted.join(", ") };
}
