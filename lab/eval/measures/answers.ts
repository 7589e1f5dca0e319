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

/** The same of an evaluation that knows how it came about: a row of the file of single questions. */
interface JudgedQuestion extends ReportedQuestion {
  standalone: string;
  readings: string[];
}

/** People who word an answer anew keep about half of the words of their source. */
const rewordedShare = 0.5;

/** Whether the answers are right: each set's questions are taken the way of a turn, and what comes of them is judged. */
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

/** Questions of a set with the tenants they are put to. */
interface SetRun {
  set: string;
  /** The set that the passages are of: other measures have taken them in for the same tenants. */
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

/** Each domain's questions put to the next domain's tenant. */
function wrongDomainRun(domains: Domain[]): SetRun {
  const asked = domains.flatMap(({ queries }, index) => {
    const library = domains[(index + 1) % domains.length];
    return library === undefined || domains.length < 2 ? [] : [{ library, queries }];
  });
  return { set: "doc2dial, wrong domain", source: "doc2dial", asked, answerable: () => false };
}

/**
 * First questions of each domain put to the next domain's tenant in the middle of a conversation of its own, as by a visitor who strays:
 * what was said before must not vouch for them. Only first questions, since "And how long?" is about whatever was said before.
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

/** An underspecified question should be asked back, which no set marks well enough to judge. */
function isJudgeable({ question, label, answerable, relevant }: QueryRow): boolean {
  // Greetings and thanks never come as far as the search.
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

/** Documents that share a page word for word are the same source: the relevant one that holds the quote, if any does. */
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
