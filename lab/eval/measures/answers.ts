import { writeFile } from "node:fs/promises";
import { renderAnswers } from "../../../scripts/cli/own-questions/html-report.ts";
import { completeShare, judgeAnswer, type ReportedQuestion } from "../../../scripts/cli/own-questions/judge-answer.ts";
import { outcomeFigures, outcomeRow } from "../../../scripts/cli/own-questions/outcome-table.ts";
import { intentOf } from "../../../server/assistant/intent.ts";
import { ExtractiveAnswerer } from "../../../server/assistant/models/extractive/extractive-answerer.ts";
import { type Bench, cutDomain, spread } from "../bench.ts";
import type { Domain, QueryRow } from "../data/sets.ts";
import { emptyResult, type MeasureResult } from "../report.ts";
import type { Workbench } from "../workbench.ts";
import { type AskWith, askAsTurn, evalTenant } from "./ask-as-turn.ts";

/** A reported question with details of the evaluation: a row of the file of single questions. */
interface JudgedQuestion extends ReportedQuestion {
  standalone: string;
  readings: string[];
}

/** People who reword an answer keep about half of its source's words. */
const rewordedShare = 0.5;

/** Measures whether answers are right: each set's questions run through the steps of a turn, and the results are judged. */
export async function measureAnswers(
  bench: Bench,
  workbench: Pick<Workbench, "tenantOf" | "search">,
): Promise<MeasureResult> {
  const result = emptyResult();
  const embed = (texts: string[]) => bench.embeddings.embed(texts, { priority: "query" });
  const model = new ExtractiveAnswerer({ recordCall: () => {}, paceMs: 0, embed });
  const runs: SetRun[] = [];
  const doc2dial = await bench.data.doc2dial();
  if (doc2dial) runs.push(ownRun("doc2dial", "doc2dial", doc2dial), wrongDomainRun(doc2dial), strayedRun(doc2dial));
  else result.missing.push("doc2dial");
  const govt = (await bench.data.mtrag())?.filter(({ name }) => name === "govt") ?? [];
  if (govt.length > 0) runs.push(ownRun("mtrag govt", "mtrag", govt));
  else result.missing.push("mtrag govt");
  const judged: JudgedQuestion[] = [];
  for (const run of runs) judged.push(...(await askSet(run, { bench, workbench, model })));
  const rows = runs.map(({ set }) => ({ set, of: judged.filter((each) => each.set === set) }));
  result.tables.push({
    group: "answers",
    title: "outcome of the questions",
    rows: rows.map(({ set, of }) => outcomeRow(set, of)),
  });
  for (const { set, of } of rows)
    result.figures.push(...outcomeFigures(set, of).map((figure) => ({ group: "answers", ...figure })));
  if (bench.answersFile !== null && judged.length > 0) await writeAnswers(bench.answersFile, judged, result);
  return result;
}

/** Questions of a set, with the tenants that are asked. */
interface SetRun {
  set: string;
  /** The set of the passages: other measures have indexed them for the same tenants. */
  source: "doc2dial" | "mtrag";
  asked: { library: Domain; queries: QueryRow[] }[];
  answerable(query: QueryRow): boolean;
}

function ownRun(set: string, source: SetRun["source"], domains: Domain[]): SetRun {
  return {
    set,
    source,
    asked: domains.map((domain) => ({ library: domain, queries: domain.queries })),
    answerable: (query) => query.answerable,
  };
}

/** Asks each domain's questions to the next domain's tenant. */
function wrongDomainRun(domains: Domain[]): SetRun {
  const asked = domains.flatMap(({ queries }, index) => {
    const library = domains[(index + 1) % domains.length];
    return library === undefined || domains.length < 2 ? [] : [{ library, queries }];
  });
  return { set: "doc2dial, wrong domain", source: "doc2dial", asked, answerable: () => false };
}

/**
 * Asks first questions of each domain to the next domain's tenant, in the middle of that tenant's own conversation, like a visitor who
 * changes the topic. The earlier conversation must not raise the confidence. Only first questions, because "And how long?" depends on the
 * earlier messages.
 */
function strayedRun(domains: Domain[]): SetRun {
  const { asked, answerable, source } = wrongDomainRun(domains);
  const strayed = asked.map(({ library, queries }) => {
    const talks = library.queries.filter(({ history }) => history.length > 0);
    const first = queries.filter(({ history }) => history.length === 0);
    const strays = first.flatMap((query, index) => {
      const talk = talks[index % talks.length];
      return talk === undefined ? [] : [{ ...query, history: talk.history }];
    });
    return { library, queries: strays };
  });
  return { set: "doc2dial, strayed from a conversation", source, asked: strayed, answerable };
}

async function askSet(
  run: SetRun,
  {
    bench,
    workbench,
    model,
  }: { bench: Bench; workbench: Pick<Workbench, "tenantOf" | "search">; model: AskWith["model"] },
): Promise<JudgedQuestion[]> {
  const judged: JudgedQuestion[] = [];
  for (const { library, queries } of run.asked) {
    const domain = cutDomain(library, bench);
    const tenantId = await workbench.tenantOf(`${run.source}/${domain.name}`, domain.passages);
    const chosen = spread(queries.filter(isJudgeable), bench.maxQuestions);
    bench.log(`answers: ${run.set}, ${domain.name}, ${chosen.length} questions`);
    for (const query of chosen)
      judged.push(await judgeOne(run, query, { library, tenantId, ask: { model, search: workbench.search } }));
  }
  return judged;
}

/** The assistant should ask back on an underspecified question; no set marks this well enough to judge it. */
function isJudgeable({ question, label, answerable, relevant }: QueryRow): boolean {
  // Greetings and thanks never reach the search.
  if (intentOf(question) !== "question") return false;
  return label !== "UNDERSPECIFIED" && (!answerable || relevant.length > 0);
}

async function judgeOne(
  run: SetRun,
  query: QueryRow,
  { library, tenantId, ask }: { library: Domain; tenantId: string; ask: AskWith },
): Promise<JudgedQuestion> {
  const asked = await askAsTurn(ask, tenantId, query);
  const sources = new Map(asked.chunks.map(({ document_id, source }) => [document_id, source]));
  const cited = asked.citations.map(({ document_id }) => sources.get(document_id) ?? "");
  const first = standsIn(library, query.relevant, asked.citations[0]?.quote) ?? cited[0] ?? null;
  const score = asked.grade?.score ?? 0;
  const answerable = run.answerable(query);
  const marked = query.evidence.map(({ text }) => text.trim()).join("\n");
  const evidence = answerable ? marked || (query.answer ?? "") : "";
  const judgement = judgeAnswer(
    {
      answerable,
      relevant: query.relevant,
      evidence,
      share: marked !== "" ? completeShare : rewordedShare,
    },
    {
      text: asked.text,
      first,
      shown: asked.text !== "" && score >= evalTenant.threshold,
      askedBack: asked.readings.length > 0,
    },
  );
  return {
    set: run.set,
    id: query.id,
    question: query.question,
    standalone: asked.standalone,
    answerable,
    outcome: judgement.outcome,
    is_right: judgement.isRight,
    is_right_document: judgement.isRightDocument,
    held: judgement.held,
    score,
    reason: asked.grade?.reason ?? "",
    answer: asked.text,
    cited,
    relevant: query.relevant,
    evidence,
    readings: asked.readings,
    cpu_ms: asked.cpu_ms,
    wall_ms: asked.wall_ms,
  };
}

/** Documents with an identical page count as the same source. Returns the relevant document that contains the quote, if there is one. */
function standsIn({ passages }: Domain, relevant: readonly string[], quote: string | undefined): string | undefined {
  if (!quote) return undefined;
  const wanted = plain(quote);
  return passages.find(({ id, text }) => relevant.includes(id) && plain(text).includes(wanted))?.id;
}

function plain(text: string): string {
  return text.replace(/[\s#>*|-]+/g, " ").trim();
}

async function writeAnswers(path: string, judged: JudgedQuestion[], { tables, figures }: MeasureResult): Promise<void> {
  await writeFile(`${path}.json`, `${JSON.stringify(judged, null, 1)}\n`);
  await writeFile(`${path}.html`, renderAnswers(judged, { tables, figures }));
}
