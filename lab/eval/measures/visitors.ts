import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { auroc, mean } from "../../../scripts/cli/own-questions/separation.ts";
import { tierOf } from "../../../server/assistant/grading/tier.ts";
import { confidenceOf, readQuestion } from "../../../server/assistant/models/extractive/confidence.ts";
import type { RetrievedChunk } from "../../../server/assistant/ports.ts";
import { helpfulSections, relatedToAnswer } from "../../../server/assistant/related-sections.ts";
import { searchForVisitor } from "../../../server/assistant/search/search-for.ts";
import { projectRoot } from "../../../server/core/project-root.ts";
import { firstOfEach, headingOf, sectionKey } from "../../../server/core/text/section.ts";
import { type Bench, spread } from "../bench.ts";
import { readGuideQuestions, type VisitorQuestion } from "../data/sets.ts";
import { emptyResult, type Figure, type MeasureResult } from "../report.ts";
import type { Workbench } from "../workbench.ts";

/** Confidence that looks high to a reader, and the threshold of a new tenant. */
const sure = 0.8;
const threshold = 0.7;
/** Number of other tenants' questions per tenant. */
const strangers = 200;

/** The result of one question. */
interface JudgedVisitor {
  score: number;
  sectionFirst: boolean;
  sectionShown: boolean;
  pageFirst: boolean;
  pageShown: boolean;
}

/**
 * Measures visitors' questions on public help centres: whether the section with the answer is shown, and whether the confidence is
 * meaningful.
 */
export async function measureVisitors(bench: Bench, workbench: Workbench): Promise<MeasureResult> {
  const result = emptyResult();
  const all = await bench.data.visitors();
  if (!all) return { ...result, missing: ["visitors"] };
  const judged: JudgedVisitor[] = [];
  const strange: number[] = [];
  const corpora = [...new Set(all.map(({ corpus }) => corpus))];
  for (const corpus of corpora) {
    const own = all.filter((each) => each.corpus === corpus);
    const tenantId = await takeIn(workbench, corpus, join(bench.data.folder, own[0]?.folder ?? ""));
    const others = all.filter((each) => each.corpus !== corpus);
    bench.log(`visitors: ${corpus}, ${own.length} questions`);
    for (const question of spread(own, bench.maxQuestions))
      judged.push(judge(question, await find(workbench, tenantId, question.q)));
    for (const { q } of spread(others, Math.ceil(strangers / corpora.length)))
      strange.push(scoreOf(q, await find(workbench, tenantId, q)));
  }
  result.figures.push(...figuresOf(judged, strange), ...(await measureGuide(bench, workbench)));
  return result;
}

/**
 * Measures a newcomer's questions about this project's guide. They were written before its headings; since then the figures only detect
 * regressions.
 */
async function measureGuide(bench: Bench, workbench: Workbench): Promise<Figure[]> {
  const questions = await readGuideQuestions();
  const tenantId = await takeIn(workbench, "guide", join(projectRoot, "docs/guide"));
  const places: number[] = [];
  for (const { q, right } of spread(questions, bench.maxQuestions)) {
    const found = await find(workbench, tenantId, q);
    const sections = shownOf(found, scoreOf(q, found));
    const isRight = (found: RetrievedChunk) =>
      right.some(({ doc, heading }) => isSamePage(found.source, doc) && headingOf(found) === heading);
    places.push(sections.findIndex(isRight));
  }
  const share = (test: (place: number) => boolean) => places.filter(test).length / places.length;
  const of = { group: "visitors", on: "guide", count: places.length } as const;
  return [
    { ...of, name: "right section first", value: share((place) => place === 0), target: { atLeast: 0.8 } },
    { ...of, name: "right section among those shown", value: share((place) => place >= 0), target: { atLeast: 0.93 } },
  ];
}

function figuresOf(judged: JudgedVisitor[], strange: number[]): Figure[] {
  const share = (test: (each: JudgedVisitor) => boolean) => mean(judged.map((each) => (test(each) ? 1 : 0)));
  const figures: Omit<Figure, "group" | "on" | "count">[] = [
    { name: "right section first", value: share(({ sectionFirst }) => sectionFirst), target: { atLeast: 0.6 } },
    {
      name: "right section among those shown",
      value: share(({ sectionShown }) => sectionShown),
      target: { atLeast: 0.8 },
    },
    { name: "right page first", value: share(({ pageFirst }) => pageFirst) },
    { name: "right page among those shown", value: share(({ pageShown }) => pageShown), target: { atLeast: 0.9 } },
    { name: "sent to the team", value: share(({ score }) => score < threshold) },
    {
      name: "confidence 0.8 or more, from the wrong page",
      value: share(({ score, pageFirst }) => score >= sure && !pageFirst),
      target: { atMost: 0.06 },
    },
    {
      name: "AUROC of the confidence, right section first",
      value: auroc(judged.map(({ score, sectionFirst }) => ({ score, positive: sectionFirst }))),
      target: { atLeast: 0.8 },
    },
  ];
  const on = "visitors/dev";
  return [
    ...figures.map((figure) => ({ group: "visitors", on, count: judged.length, ...figure })),
    {
      ...{ group: "visitors", on, name: "answered, of another tenant's questions", count: strange.length },
      value: mean(strange.map((score) => (score >= threshold ? 1 : 0))),
      target: { atMost: 0.01 },
    },
  ];
}

/** Indexes the pages of a folder as a tenant's documents. */
async function takeIn(workbench: Workbench, name: string, folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.mdx?$/.test(file)).sort();
  const passages = await Promise.all(
    files.map(async (file) => ({
      id: relative(folder, join(folder, file)),
      title: "",
      text: await readFile(join(folder, file), "utf8"),
      url: "",
    })),
  );
  return workbench.tenantOf(name, passages);
}

function find(workbench: Workbench, tenantId: string, question: string): Promise<RetrievedChunk[]> {
  return searchForVisitor(workbench.deps, tenantId, { question, locale: "en" });
}

/** The chunks that a visitor sees: the answer and its related sections, or the cards on hand-over. */
function shownOf(found: RetrievedChunk[], score: number): RetrievedChunk[] {
  const [best] = found;
  if (!best) return [];
  if (score < threshold)
    return helpfulSections(handedOver(score), found, { assess: () => Promise.reject(new Error("not asked")) });
  const related = relatedToAnswer(found, [{ index: 1, chunk_id: best.chunk_id, title: best.title, quote: "" }]);
  return [best, ...related.flatMap(({ chunk_id }) => found.find((passage) => passage.chunk_id === chunk_id) ?? [])];
}

function handedOver(score: number): Parameters<typeof helpfulSections>[0] {
  return {
    escalation_reason: "low_grade",
    answer: "",
    citations: [],
    confidence: { score, tier: tierOf(score), reason: "" },
    hint: "",
    refused: [],
  };
}

function scoreOf(question: string, found: RetrievedChunk[]): number {
  return found.length === 0 ? 0 : confidenceOf(readQuestion(question, "en"), firstOfEach(found, sectionKey));
}

function judge(question: VisitorQuestion, found: RetrievedChunk[]): JudgedVisitor {
  const score = scoreOf(question.q, found);
  const sections = shownOf(found, score);
  const right = sections.map((section) => isRightSection(section, question));
  const page = sections.map(({ source }) => isSamePage(source, question.doc));
  return {
    score,
    sectionFirst: right[0] === true,
    sectionShown: right.includes(true),
    pageFirst: page[0] === true,
    pageShown: page.includes(true),
  };
}

/** The set's file names lack the numbers that precede them in the folder. */
function isSamePage(source: string, page: string): boolean {
  return (
    (source.split("/").at(-1) ?? "")
      .replace(/^\d+__/, "")
      .split("__")
      .at(-1) === page
  );
}

function isRightSection(
  { source, title, heading, text }: RetrievedChunk,
  { doc, heading: wanted, begins, title: page }: VisitorQuestion,
): boolean {
  if (!isSamePage(source, doc)) return false;
  const own = heading?.split(" > ").at(-1) ?? null;
  if (wanted === null) return own === null || bare(own) === bare(page) || bare(own) === bare(title);
  if (own !== null && bare(own) === bare(wanted)) return true;
  const beginning = bare(begins).slice(0, 60);
  return beginning.length > 20 && bare(text).startsWith(beginning);
}

/** The words of a text without Markdown marks, addresses and anchors. */
function bare(text: string): string {
  return text
    .replace(/\{[^{}]*\}/g, "")
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
