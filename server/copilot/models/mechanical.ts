import type { AuditResult, Change, CopilotDocument, InquiryResult, SummaryResult } from "../../../protocol/copilot.ts";
import { cleanSentence } from "../../assistant/models/extractive/write-section.ts";
import { languageOf } from "../../core/text/language.ts";
import { type Span, sentenceSpans } from "../../core/text/sentences.ts";
import { contentStems } from "../../core/text/words.ts";
import type {
  AuditInput,
  CompareInput,
  Concluded,
  CopilotChunk,
  CopilotModel,
  InquireInput,
  SummarizeInput,
} from "../ports.ts";
import { alignedRows, overviewOf } from "./aligned-rows.ts";
import { type ExcerptList, listExcerpts } from "./excerpts.ts";
import { differingNumbers } from "./word-changes.ts";

/** Most points of a document, rows of a comparison and sections of an answer. */
const maxPoints = 120;
const maxSections = 5;

/**
 * The copilot without a language model. It quotes, aligns and marks numbers. It does not judge, and its results say so (`judge` is
 * "rules").
 */
export const mechanicalCopilot: CopilotModel = {
  readsWhole: true,
  summarize: async (input) => summarize(input),
  inquire: async (input) => inquire(input),
  compare: async (input) => compare(input),
  audit: async (input) => audit(input),
};

function concluded<Result>(result: Result, excerpts: ExcerptList): Concluded<Result> {
  return { result, excerpts: excerpts.all(), inference: null, judge: "rules" };
}

/** The first sentence below each heading, and every sentence with a number. */
function summarize({ documents }: SummarizeInput): Concluded<SummaryResult> {
  const excerpts = listExcerpts();
  const summed = documents.map(({ document, chunks }) => {
    let heading: string | null = null;
    const points = chunks.flatMap((chunk) => {
      const isFirst = chunk.heading !== heading;
      heading = chunk.heading;
      return sentenceSpans(chunk.text)
        .filter((span, at) => (isFirst && at === 0) || /\p{N}/u.test(chunk.text.slice(span.start, span.end)))
        .map((span) => ({
          heading: lastHeading(chunk, document),
          text: cleanSentence(chunk.text.slice(span.start, span.end)),
          proof: [excerpts.add(chunk, span)],
        }));
    });
    return { version_id: document.version_id, title: document.title, points: points.slice(0, maxPoints) };
  });
  return concluded({ action: "summarize", documents: summed }, excerpts);
}

function lastHeading({ heading }: CopilotChunk, { title }: CopilotDocument): string | null {
  const last = heading?.split(" > ").at(-1) ?? null;
  return last === title ? null : last;
}

/** The best sections, each with the sentences that share the most words with the question. */
function inquire({ question, chunks }: InquireInput): Concluded<InquiryResult> {
  const excerpts = listExcerpts();
  const wanted = new Set(contentStems(question, languageOf(question)));
  const found = chunks.slice(0, maxSections).map((chunk) => {
    const place = excerpts.add(chunk, bestSpan(chunk, wanted));
    const text = cleanSentence(excerpts.all()[place]?.text ?? "");
    const heading = chunk.heading?.split(" > ").at(-1) ?? chunk.title;
    const line = `**${heading}**${/[?!:.\uff1f\u061f]$/.test(heading) ? "" : ":"} ${text} [${place + 1}]`;
    return { line, version_id: chunk.is_web ? null : chunk.version_id, title: chunk.title, text, proof: [place] };
  });
  const answer = found.map(({ line }) => line).join("\n\n");
  return concluded({ action: "inquire", answer, documents: found.map(({ line: _, ...each }) => each) }, excerpts);
}

/** Numbers that are missing in the whole section, or that differ in the sentence nearest to the statement. */
function differingFigures(text: string, { section, sentence }: { section: string; sentence: string }): Change[] {
  const missing = differingNumbers(text, section);
  const others = differingNumbers(text, sentence).filter(({ there }) => there !== "");
  return [...missing, ...others.filter(({ here }) => missing.every((each) => each.here !== here))];
}

/**
 * The span from the sentence that shares the most words with the question, which ends at `first`, to the end of the passage. The excerpt is
 * cut to its limit.
 */
function bestSpan({ text }: CopilotChunk, wanted: ReadonlySet<string>): Span & { first: number } {
  let best = { start: 0, first: text.length, shared: 0 };
  for (const { start, end } of sentenceSpans(text)) {
    const sentence = text.slice(start, end);
    const shared = new Set(contentStems(sentence, languageOf(sentence)).filter((stem) => wanted.has(stem))).size;
    if (shared > best.shared) best = { start, first: end, shared };
  }
  return { ...best, end: text.length };
}

/** Every paragraph of the first document beside its partner in each of the others, with changed words, numbers and dates marked. */
function compare({ documents, focus }: CompareInput) {
  const excerpts = listExcerpts();
  const rows = alignedRows(documents, excerpts);
  const result = { action: "compare" as const, focus, overview: overviewOf(rows), rows, implications: [] };
  return concluded(result, excerpts);
}

/** Each statement beside the nearest policy section, with differing numbers and dates marked. It gives no verdict. */
function audit({ statements }: AuditInput): Concluded<AuditResult> {
  const excerpts = listExcerpts();
  const beside = statements.flatMap(({ start, end, text, nearest }) => {
    const [best] = nearest;
    if (!best) return [];
    const span = bestSpan(best, new Set(contentStems(text, languageOf(text))));
    const there = excerpts.add(best, span);
    const changes = differingFigures(text, { section: best.text, sentence: best.text.slice(span.start, span.first) });
    return [{ here: { start, end, text }, there, target_version_id: best.version_id, changes }];
  });
  const counts = { statements: statements.length, matched: beside.length };
  return concluded({ action: "audit", status: "not_judged", findings: [], beside, ...counts }, excerpts);
}
