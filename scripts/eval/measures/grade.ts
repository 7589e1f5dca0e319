import { contextualizeByRules } from "../../../server/models/extractive/contextualize.ts";
import { ExtractiveAnswerer } from "../../../server/models/extractive/extractive-answerer.ts";
import { type Bench, spread } from "../bench.ts";
import type { Domain, IntentRow, PassageRow, QueryRow } from "../data/sets.ts";
import { visitorHistory } from "../data/visitor-history.ts";
import { auroc, mean, type Scored } from "../metrics/separation.ts";
import { emptyResult, type MeasureResult, type Table } from "../report.ts";
import { cutDomain } from "../sample.ts";
import type { Workbench } from "../workbench.ts";

const thresholds = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const tenant = { name: "Eval", tone: "", locale: "en", threshold: 0.7, answer_mode: "stream_first" as const };

/** A question that was asked and graded. */
interface Graded extends Scored {
  /** A passage that people marked as right was among those the answer is made of. */
  found: boolean;
  label: string;
}

/**
 * Whether the grade tells what can be answered from what cannot: the same search and the same judgement as in a turn, before a
 * word is written.
 */
export async function measureGrade(bench: Bench, workbench: Workbench): Promise<MeasureResult> {
  const result = emptyResult();
  const judge = createJudge(workbench);
  const mtrag = await bench.data.mtrag();
  if (mtrag) addMtrag(result, await gradeOwn(mtrag, "mtrag", { bench, workbench, judge }));
  else result.missing.push("mtrag");
  const doc2dial = await bench.data.doc2dial();
  if (doc2dial) await addDoc2dial(result, doc2dial, { bench, workbench, judge });
  else result.missing.push("doc2dial");
  const clinc = await bench.data.intents("clinc150");
  if (clinc) await addClinc(result, clinc, { bench, workbench, judge });
  else result.missing.push("clinc150");
  return result;
}

type Judge = (
  tenantId: string,
  query: Pick<QueryRow, "question" | "history">,
) => Promise<{ score: number; sources: string[] }>;
interface Tools {
  bench: Bench;
  workbench: Workbench;
  judge: Judge;
}

function createJudge(workbench: Workbench): Judge {
  const answerer = new ExtractiveAnswerer({ recordCall: () => {}, paceMs: 0 });
  return async (tenantId, { question, history }) => {
    const messages = visitorHistory(history);
    const standalone = contextualizeByRules(question, messages).question;
    const { results } = await workbench.search(tenantId, { question: standalone, history: messages, distinct: true });
    if (results.length === 0) return { score: 0, sources: [] };
    const { score } = await answerer.assess({
      question: standalone,
      history: [],
      said: messages,
      chunks: results,
      tenant,
    });
    return { score, sources: results.map(({ source }) => source) };
  };
}

async function gradeOwn(domains: Domain[], set: string, { bench, workbench, judge }: Tools): Promise<Graded[]> {
  const graded: Graded[] = [];
  for (const whole of domains) {
    const domain = cutDomain(whole, bench);
    const tenantId = await workbench.tenantOf(`${set}/${domain.name}`, domain.passages);
    const queries = spread(domain.queries, bench.maxQuestions);
    bench.log(`grade: ${set}/${domain.name}, ${queries.length} questions`);
    for (const query of queries) {
      const { score, sources } = await judge(tenantId, query);
      graded.push({
        score,
        positive: query.answerable,
        found: sources.some((source) => query.relevant.includes(source)),
        label: query.label ?? (query.answerable ? "ANSWERABLE" : "UNANSWERABLE"),
      });
    }
  }
  return graded;
}

function addMtrag(result: MeasureResult, graded: Graded[]): void {
  const on = "mtrag, answerable against unanswerable";
  const strict = graded.filter(({ label }) => label !== "UNDERSPECIFIED");
  result.figures.push(
    {
      group: "grade",
      on,
      name: "AUROC of the confidence",
      value: auroc(strict),
      target: { atLeast: 0.85 },
      count: strict.length,
    },
    {
      group: "grade",
      on: "mtrag, underspecified among the unanswerable",
      name: "AUROC of the confidence",
      value: auroc(graded),
      count: graded.length,
    },
    {
      group: "grade",
      on: "mtrag, right passage found against all others",
      name: "AUROC of the confidence",
      value: auroc(graded.map(({ score, found }) => ({ score, positive: found }))),
      count: graded.length,
    },
  );
  result.tables.push(reliability("mtrag: effect of the threshold", graded));
}

async function addDoc2dial(result: MeasureResult, domains: Domain[], tools: Tools): Promise<void> {
  const own = await gradeOwn(domains, "doc2dial", tools);
  const strange: Graded[] = [];
  for (const [index, domain] of domains.entries()) {
    const other = domains[(index + 1) % domains.length];
    if (!other || other === domain) continue;
    const tenantId = await tools.workbench.tenantOf(`doc2dial/${other.name}`, cutDomain(other, tools.bench).passages);
    for (const query of spread(domain.queries, tools.bench.maxQuestions)) {
      strange.push({
        score: (await tools.judge(tenantId, query)).score,
        positive: false,
        found: false,
        label: "WRONG DOMAIN",
      });
    }
  }
  const all = [...own, ...strange];
  result.figures.push({
    group: "grade",
    on: "doc2dial, own domain against a wrong one",
    name: "AUROC of the confidence",
    value: auroc(all),
    target: { atLeast: 0.95 },
    count: all.length,
  });
  result.tables.push(reliability("doc2dial: effect of the threshold", all));
}

/** The tenant knows one page for each intent: the ways in which it is asked. */
async function addClinc(result: MeasureResult, rows: IntentRow[], { bench, workbench, judge }: Tools): Promise<void> {
  const tenantId = await workbench.tenantOf("clinc150", intentPages(rows));
  const inside = spread(
    rows.filter(({ split, intent }) => split === "test" && intent !== "oos"),
    bench.maxQuestions,
  );
  const outside = spread(
    rows.filter(({ split, intent }) => split !== "train" && intent === "oos"),
    bench.maxQuestions,
  );
  bench.log(`grade: clinc150, ${inside.length} questions in scope, ${outside.length} out of scope`);
  const graded: Graded[] = [];
  for (const { text, intent } of [...inside, ...outside]) {
    const { score, sources } = await judge(tenantId, { question: text, history: [] });
    graded.push({ score, positive: intent !== "oos", found: sources[0] === intent, label: intent });
  }
  const on = "clinc150, in scope against out of scope";
  result.figures.push({
    group: "grade",
    on,
    name: "AUROC of the confidence",
    value: auroc(graded),
    target: { atLeast: 0.93 },
    count: graded.length,
  });
  result.tables.push(reliability("clinc150: effect of the threshold (right: the intent's page is first)", graded));
  result.notes.push(
    "clinc150 has questions only, so the tenant's knowledge is a page for each intent that lists the training questions.",
  );
}

function intentPages(rows: IntentRow[]): PassageRow[] {
  const pages = new Map<string, string[]>();
  for (const { text, intent, split } of rows) {
    if (split !== "train" || intent === "oos") continue;
    pages.set(intent, [...(pages.get(intent) ?? []), text]);
  }
  return [...pages].map(([intent, questions]) => ({
    id: intent,
    title: intent.replaceAll("_", " "),
    text: questions.join("\n\n"),
    url: "",
  }));
}

/** For each threshold: how many questions would be answered, and how many of those rightly. */
function reliability(title: string, graded: Graded[]): Table {
  const rows = thresholds.map((threshold) => {
    const answered = graded.filter(({ score }) => score >= threshold);
    return {
      threshold: threshold.toFixed(1),
      "answerable answered": share(
        graded.filter(({ positive }) => positive),
        (each) => each.score >= threshold,
      ),
      "unanswerable answered": share(
        graded.filter(({ positive }) => !positive),
        (each) => each.score >= threshold,
      ),
      "answered with the right passage": share(answered, ({ found }) => found),
      "mean confidence of the answered": mean(answered.map(({ score }) => score)),
      answered: answered.length,
    };
  });
  return { group: "grade", title, rows };
}

function share<Item>(items: Item[], test: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(test).length / items.length;
}
